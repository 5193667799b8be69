"""The files of the built-in models, which `make setup` put beside this module, and what reads them."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lorewright.core.errors import Unavailable

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FOLDER = Path(__file__).parent / "model"
EMBEDDING = "model.onnx"
INFERENCE = ("inference-0.onnx", "inference-1.onnx")
ANSWERING = "answering.onnx"
FILES = (EMBEDDING, *INFERENCE, ANSWERING, "weights.bin", "tokenizer.json")
MAX_PIECES = 256
NOT_SET_UP = "The built-in models are not set up: run `make setup`."


def stands(folder: Path) -> bool:
    return all((folder / name).is_file() for name in FILES)


def tokenizer_of(folder: Path) -> "Tokenizer":
    """Of all models. Raises `Unavailable`."""
    _check(folder)
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_PIECES)
    return tokenizer


def session_of(folder: Path, graph: str) -> Any:
    """Computes on one core. Raises `Unavailable`."""
    _check(folder)
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # from 1.29 on it reports to its makers unless told before the import
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # the arena keeps the most that any text ever needed
    return onnxruntime.InferenceSession(str(folder / graph), options, providers=["CPUExecutionProvider"])


def _check(folder: Path) -> None:
    if not stands(folder):
        raise Unavailable(NOT_SET_UP)
