#!/bin/sh
# Pins every package that development and running need, with hashes, for all platforms and Python 3.11 and newer.
# Needs uv. Run after a change of dependencies in pyproject.toml.
set -eu
cd "$(dirname "$0")/.."
uv pip compile pyproject.toml --extra audio --extra ocr --extra postgres --extra redis --extra s3 --extra speech --group dev --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command scripts/lock.sh "$@" -o requirements/dev.txt
