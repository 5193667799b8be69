"""The graph that the setup builds computes what the weights say."""

import importlib.util
import json
import math
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("onnx", reason="onnx is needed to build the model, not to run it")

SCRIPT = Path(__file__).parents[2] / "scripts/build_model.py"
HIDDEN, INNER, WORDS, LAYERS = 24, 48, 50, 2

Array = NDArray[np.float32]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_model", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def weights() -> dict[str, Array]:
    """A small model of the same kind with random weights."""
    random = np.random.default_rng(7)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (WORDS, HIDDEN),
        "embeddings.position_embeddings.weight": (512, HIDDEN),
        "embeddings.token_type_embeddings.weight": (2, HIDDEN),
        "embeddings.LayerNorm.weight": (HIDDEN,),
        "embeddings.LayerNorm.bias": (HIDDEN,),
    }
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        inner, outer = ["attention.self.query", "attention.self.key", "attention.self.value"], "attention.output.dense"
        for part in [*inner, outer]:
            shapes |= {f"{name}.{part}.weight": (HIDDEN, HIDDEN), f"{name}.{part}.bias": (HIDDEN,)}
        shapes |= {f"{name}.intermediate.dense.weight": (INNER, HIDDEN), f"{name}.intermediate.dense.bias": (INNER,)}
        shapes |= {f"{name}.output.dense.weight": (HIDDEN, INNER), f"{name}.output.dense.bias": (HIDDEN,)}
        for part in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{name}.{part}.weight": (HIDDEN,), f"{name}.{part}.bias": (HIDDEN,)}
    return {name: random.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}


def forward(weights: dict[str, Array], pieces: list[int], heads: int) -> Array:
    """The same model in plain numpy, written from the paper: one text, no batch."""

    def linear(x: Array, name: str) -> Array:
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def normalized(x: Array, name: str) -> Array:
        centred = x - x.mean(axis=-1, keepdims=True)
        scaled: Array = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
        return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def gelu(x: Array) -> Array:
        share: Array = 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))
        return x * share

    def heads_of(x: Array) -> Array:
        return x.reshape(len(pieces), heads, -1).transpose(1, 0, 2)

    x = weights["embeddings.word_embeddings.weight"][pieces]
    x = x + weights["embeddings.position_embeddings.weight"][: len(pieces)]
    x = normalized(x + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        query, key, value = (heads_of(linear(x, f"{name}.attention.self.{part}")) for part in ("query", "key", "value"))
        scores = np.exp(query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1]))
        mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ value
        mixed = mixed.transpose(1, 0, 2).reshape(len(pieces), -1)
        x = normalized(x + linear(mixed, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm")
        inner = gelu(linear(x, f"{name}.intermediate.dense"))
        x = normalized(x + linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")
    mean: Array = x.mean(axis=0)
    return mean / np.linalg.norm(mean)


@pytest.mark.parametrize("length", [2, 3, 17, 256])
def test_graph_equals_a_plain_forward_pass(
    script: ModuleType, weights: dict[str, Array], length: int, tmp_path: Path
) -> None:
    import onnxruntime

    graph, _, data = script.build(weights, [])
    (tmp_path / "model.onnx").write_bytes(graph)
    (tmp_path / "weights.bin").write_bytes(data)
    session = onnxruntime.InferenceSession(str(tmp_path / "model.onnx"), providers=["CPUExecutionProvider"])
    texts = np.random.default_rng(length).integers(0, WORDS, (3, length), np.int32)
    vectors = session.run(None, {"input_ids": texts})[0]
    expected = [forward(weights, text.tolist(), script.HEADS) for text in texts]
    np.testing.assert_allclose(vectors, expected, atol=2e-5)


def test_same_weights_give_the_same_bytes(script: ModuleType, weights: dict[str, Array]) -> None:
    assert script.build(weights, []) == script.build(dict(weights), [])


def test_adapters_are_added_to_the_weights_and_what_is_equal_is_stored_once(
    script: ModuleType, weights: dict[str, Array], tmp_path: Path
) -> None:
    import onnxruntime

    random = np.random.default_rng(11)
    matrix = "encoder.layer.0.attention.self.query.weight"
    adapters: dict[str, Array] = {
        f"{matrix}.down": random.normal(0, 1, (2, HIDDEN)).astype(np.float32),
        f"{matrix}.up": random.normal(0, 1, (HIDDEN, 2)).astype(np.float32),
        "embeddings.token_type_embeddings.weight": random.normal(0, 1, (2, HIDDEN)).astype(np.float32),
        "hidden.weight": random.normal(0, 1, (HIDDEN, HIDDEN)).astype(np.float32),
        "hidden.bias": np.zeros(HIDDEN, np.float32),
        "head.weight": random.normal(0, 1, (3, HIDDEN)).astype(np.float32),
        "head.bias": np.zeros(3, np.float32),
    }
    merged = script.adapted(weights, adapters)
    product = adapters[f"{matrix}.up"] @ adapters[f"{matrix}.down"]
    np.testing.assert_allclose(merged[matrix], weights[matrix] + product, atol=1e-6)
    _, [graph], data = script.build(weights, [adapters])
    assert len(data) < 2 * len(script.build(weights, [])[2])
    (tmp_path / "inference.onnx").write_bytes(graph)
    (tmp_path / "weights.bin").write_bytes(data)
    session = onnxruntime.InferenceSession(str(tmp_path / "inference.onnx"), providers=["CPUExecutionProvider"])
    pieces, segments = np.array([[1, 7, 2, 9, 2]], np.int32), np.array([[0, 0, 0, 1, 1]], np.int32)
    [told] = session.run(None, {"input_ids": pieces, "segment_ids": segments})[0]
    assert told.shape == (3,)
    assert told.sum() == pytest.approx(1, abs=1e-5)
    turned = session.run(None, {"input_ids": pieces, "segment_ids": 1 - segments})[0][0]
    assert abs(told - turned).max() > 1e-4


def test_safetensors_are_read_by_name_and_shape(script: ModuleType) -> None:
    numbers = np.arange(6, dtype="<f4").reshape(2, 3)
    entries = {
        "__metadata__": {"format": "pt"},
        "ids": {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]},
        "table": {"dtype": "F32", "shape": [2, 3], "data_offsets": [8, 32]},
    }
    header = json.dumps(entries).encode()
    tensors = script.read_safetensors(len(header).to_bytes(8, "little") + header + bytes(8) + numbers.tobytes())
    assert list(tensors) == ["table"]
    np.testing.assert_array_equal(tensors["table"], numbers)


def test_weights_with_another_hash_are_refused(script: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"model\.safetensors is not what it should be"):
        script.checked(b"others", script.INPUTS["model.safetensors"], "model.safetensors")


def test_half_a_model_does_not_stand(script: ModuleType, tmp_path: Path) -> None:
    assert not script.stands(tmp_path)
    script.write(tmp_path / "tokenizer.json", b"{}")
    assert [path.name for path in tmp_path.iterdir()] == ["tokenizer.json"]
    assert not script.stands(tmp_path)
