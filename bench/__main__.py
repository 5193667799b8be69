"""One command for each benchmark; without a name all of them run, one after the other."""

import argparse
import os
from collections.abc import Sequence
from contextlib import nullcontext
from types import ModuleType

from bench import (
    accepted,
    answering,
    claims,
    contradictions,
    conversations,
    documents,
    evidence,
    graph,
    history,
    inference,
    ledger,
    lint,
    maintext,
    notes,
    operations,
    passages,
    pdfs,
    peers,
    podcast,
    postgres,
    questions,
    reading,
    recovery,
    retrieval,
    size,
    soak,
    speed,
    streaming,
    subjects,
    surety,
    weighing,
)

BENCHMARKS: dict[str, ModuleType] = {
    "retrieval": retrieval,
    "claims": claims,
    "maintext": maintext,
    "reading": reading,
    "documents": documents,
    "evidence": evidence,
    "contradictions": contradictions,
    "notes": notes,
    "accepted": accepted,
    "weighing": weighing,
    "subjects": subjects,
    "questions": questions,
    "speed": speed,
    "ledger": ledger,
    "streaming": streaming,
    "conversations": conversations,
    "history": history,
    "graph": graph,
    "lint": lint,
    "operations": operations,
    "recovery": recovery,
    "pdf": pdfs,
    "podcast": podcast,
}

BY_NAME: dict[str, ModuleType] = {
    "inference": inference,
    "answering": answering,
    "passages": passages,
    "peers": peers,
    "size": size,
    "soak": soak,
    "surety": surety,
}
"""Those that run only when they are named: what they need, or how long they take, is not for everybody."""

EPILOG = """\
Each writes its figures to .cache/bench/NAME.json and prints them as a table. The judged collections are looked for in
../shared/bench; what needs one that is not there is skipped. Feeding them all takes about half an hour of processor time
the first time; what was fed is kept in .cache/bench/data and used again unless --fresh is given.
"""

PREFIX = "LOREWRIGHT_"


def main(arguments: Sequence[str] | None = None) -> None:
    for name in list(os.environ):
        if name.startswith(PREFIX) and name != postgres.NAMED:
            del os.environ[name]  # whoever measures may have a database of their own there
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure what docs/benchmarks.md reports. Without a name: all, one after the other.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--postgres",
        action="store_true",
        help="serve from an empty database of the packaged PostgreSQL, not from SQLite; for one benchmark of one store",
    )
    commands = parser.add_subparsers(dest="name", metavar="NAME")
    for name, module in {**BENCHMARKS, **BY_NAME}.items():
        lines = (module.__doc__ or "").strip().splitlines()
        command = commands.add_parser(name, help=lines[0], description=module.__doc__)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    options = parser.parse_args(arguments)
    if options.postgres and (refusal := postgres.refusal(options)):
        parser.error(refusal)
    with postgres.instead() if options.postgres else nullcontext():
        if options.name:
            options.run(options)
            return
        for name in BENCHMARKS:
            print(f"\n== {name}", flush=True)
            chosen = parser.parse_args([name])
            chosen.run(chosen)


if __name__ == "__main__":
    main()
