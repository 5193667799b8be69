"""The command line: one file an area, each thin."""

from lorewright.cli.main import main

__all__ = ["main"]
