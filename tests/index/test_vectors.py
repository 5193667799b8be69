"""What the vector index promises, on both databases."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from tests.makers.postgres import fresh_database

from lorewright.db import schema
from lorewright.db.engine import Database
from lorewright.index.base import Hits, Vectors
from lorewright.index.bits import BitCache, Bits, as_words, signs
from lorewright.index.vectors import EXACT_LIMIT, StoredVectors

MODEL = "test-model"


def unit_vectors(count: int, dimensions: int = 384, seed: int = 1) -> Vectors:
    """Directions that crowd together as those of texts do."""
    topics = np.random.default_rng(0).normal(size=(20, dimensions))
    chance = np.random.default_rng(seed)
    vectors = topics[chance.integers(0, 20, count)] + chance.normal(size=(count, dimensions))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def put(index: StoredVectors, database: Database, vectors: Vectors, first: int = 1, scope_id: int = 1) -> None:
    with database.writing() as tx:
        index.put(tx, scope_id, range(first, first + len(vectors)), vectors, MODEL)


def found(
    index: StoredVectors, database: Database, query: Vectors, limit: int = 10, scope_id: int = 1, model: str = MODEL
) -> Hits:
    with database.reading() as tx:
        return index.search(tx, scope_id, query, limit, model)


def exact(vectors: Vectors, query: Vectors, limit: int = 10) -> list[int]:
    """Numbers counted from 1."""
    return [int(place) + 1 for place in np.argsort(-(vectors @ query), kind="stable")[:limit]]


def recall(index: StoredVectors, database: Database, vectors: Vectors, queries: Vectors) -> float:
    shared = [
        len(set(found(index, database, query).numbers.tolist()) & set(exact(vectors, query))) for query in queries
    ]
    return sum(shared) / (10 * len(queries))


def test_small_scope_is_exact(database: Database) -> None:
    index = StoredVectors(BitCache())
    vectors = unit_vectors(300)
    put(index, database, vectors)
    for query in unit_vectors(5, seed=2):
        hits = found(index, database, query)
        assert hits.numbers.tolist() == exact(vectors, query)
        assert hits.scores == pytest.approx(np.sort(vectors @ query)[::-1][:10], abs=1e-6)


def test_unknown_scope_and_other_model_find_nothing(database: Database) -> None:
    index = StoredVectors(BitCache())
    vectors = unit_vectors(3)
    assert len(found(index, database, vectors[0]).numbers) == 0
    put(index, database, vectors)
    assert len(found(index, database, vectors[0], model="other").numbers) == 0
    assert len(found(index, database, vectors[0], scope_id=2).numbers) == 0


def test_large_scope_finds_nearly_all_through_its_bits(database: Database) -> None:
    index = StoredVectors(BitCache())
    vectors = unit_vectors(3_000)
    put(index, database, vectors)
    assert recall(index, database, vectors, unit_vectors(20, seed=2)) >= 0.97


def test_cache_follows_what_is_put_and_removed(database: Database) -> None:
    writer, reader = StoredVectors(BitCache()), StoredVectors(BitCache())  # as in two processes
    vectors = unit_vectors(EXACT_LIMIT + 500)
    put(writer, database, vectors)
    queries = unit_vectors(5, seed=2)
    assert recall(reader, database, vectors, queries) >= 0.97
    for query in queries:
        best = found(reader, database, query).numbers[0]
        with database.writing() as tx:
            writer.remove(tx, 1, [int(best)])
        assert best not in found(reader, database, query).numbers
    put(writer, database, queries, first=9_001)
    for place, query in enumerate(queries):
        hits = found(reader, database, query)
        assert hits.numbers[0] == 9_001 + place
        assert hits.scores[0] == pytest.approx(1.0, abs=1e-5)


def test_vector_put_again_replaces_the_old_one(database: Database) -> None:
    index = StoredVectors(BitCache())
    vectors = unit_vectors(EXACT_LIMIT + 100)
    put(index, database, vectors)
    query = unit_vectors(1, seed=2)[0]
    found(index, database, query)
    put(index, database, -query[np.newaxis], first=exact(vectors, query)[0])
    put(index, database, query[np.newaxis], first=5)
    hits = found(index, database, query)
    assert hits.numbers[0] == 5
    assert exact(vectors, query)[0] not in hits.numbers
    assert len(set(hits.numbers.tolist())) == 10


@pytest.mark.parametrize("count", [50, EXACT_LIMIT + 300])
def test_vectors_are_the_same_before_and_after_a_search_of_the_transaction(database: Database, count: int) -> None:
    index = StoredVectors(BitCache())
    vectors = unit_vectors(count)
    put(index, database, vectors)
    wanted = [*range(1, count + 1, 7), count + 1]
    with database.reading() as tx:
        before = index.get(tx, 1, wanted, MODEL)
        index.search(tx, 1, vectors[6], 10, MODEL)
        after = index.get(tx, 1, wanted, MODEL)
    assert before.keys() == after.keys() == set(wanted[:-1])
    for number in before:
        assert np.array_equal(before[number], vectors[number - 1])
        assert np.array_equal(after[number], vectors[number - 1])


def test_removed_vectors_are_let_go_of(database: Database) -> None:
    cache = BitCache()
    index = StoredVectors(cache)
    vectors = unit_vectors(EXACT_LIMIT + 1_000)
    put(index, database, vectors)
    query = vectors[0]
    found(index, database, query)
    with database.writing() as tx:
        index.remove(tx, 1, range(1, 901))
    assert min(found(index, database, query).numbers) > 900
    bits = cache.get(1, MODEL)
    assert bits is not None
    assert len(bits.numbers) == EXACT_LIMIT + 100


def test_vectors_from_before_their_signs_were_kept_are_found(empty_database_url: str) -> None:
    database = Database(empty_database_url)
    vectors = unit_vectors(EXACT_LIMIT + 100)
    with database.engine.begin() as connection:
        schema._migrate(connection, "0005")
        scope = "INSERT INTO index_scope VALUES (1, '', '', 1, 0, 0, 0)"
        connection.execute(text(scope))
        rows = [{"n": at, "v": vector.tobytes()} for at, vector in enumerate(vectors, start=1)]
        connection.execute(text(f"INSERT INTO index_vector VALUES (:n, 1, '{MODEL}', 1, :v)"), rows)  # noqa: S608 - ours
    with database.engine.begin() as connection:
        schema._migrate(connection)
    assert recall(StoredVectors(BitCache()), database, vectors, unit_vectors(5, seed=2)) >= 0.97
    database.close()


@pytest.fixture
def with_graph(postgres_url: str, tmp_path: Path) -> Iterator[Database]:
    """A database whose extension is there, with 2,000 vectors from before its graph and 1,000 put since."""
    vectors, index = unit_vectors(3_000), StoredVectors(BitCache())
    with fresh_database(postgres_url) as url:
        database = Database(url)
        schema.upgrade(database, tmp_path, datetime.now(UTC))
        put(index, database, vectors[:2_000])
        index.prepare(database)
        put(index, database, vectors[2_000:], first=2_001)
        yield database
        database.close()


def test_graph_finds_nearly_all_and_no_process_holds_anything(with_graph: Database) -> None:
    cache = BitCache()
    index = StoredVectors(cache, large=0)
    assert recall(index, with_graph, unit_vectors(3_000), unit_vectors(20, seed=2)) >= 0.97
    assert cache.get(1, MODEL) is None


def test_graph_follows_what_is_put_again_and_removed(with_graph: Database) -> None:
    index = StoredVectors(BitCache(), large=0)
    query = unit_vectors(1, seed=2)[0]
    best = exact(unit_vectors(3_000), query)
    with with_graph.writing() as tx:
        index.remove(tx, 1, best[:1])
    put(index, with_graph, -query[np.newaxis], first=best[1])
    put(index, with_graph, query[np.newaxis], first=9_001)
    assert found(index, with_graph, query).numbers.tolist()[:2] == [9_001, best[2]]
    assert not set(best[:2]) & set(found(index, with_graph, query, limit=100).numbers.tolist())


def test_scope_that_is_lost_among_others_is_searched_by_its_bits(with_graph: Database) -> None:
    cache = BitCache()
    index = StoredVectors(cache, large=0)
    few = unit_vectors(EXACT_LIMIT + 200, seed=3)[:, :64]  # of a length that the graph does not hold
    put(index, with_graph, few, first=5_001, scope_id=2)
    assert found(index, with_graph, few[7], scope_id=2).numbers[0] == 5_008
    assert cache.get(2, MODEL) is not None


def test_a_graph_that_cannot_be_made_holds_nothing_up(postgres: Database) -> None:
    cache = BitCache()
    index = StoredVectors(cache, large=0)
    vectors = unit_vectors(EXACT_LIMIT + 100)
    put(index, postgres, vectors)
    with postgres.writing() as tx:
        tx.execute(text("CREATE TABLE index_near_384 (something_else bigint)"))
    index.prepare(postgres)
    assert recall(index, postgres, vectors, unit_vectors(5, seed=2)) >= 0.97
    assert cache.get(1, MODEL) is not None


def test_several_processes_make_one_graph(postgres: Database) -> None:
    def prepare(_process: int) -> None:
        StoredVectors(BitCache()).prepare(postgres)

    with ThreadPoolExecutor() as processes:
        list(processes.map(prepare, range(4)))
    index = StoredVectors(BitCache(), large=0)
    put(index, postgres, unit_vectors(1_500))
    assert recall(index, postgres, unit_vectors(1_500), unit_vectors(5, seed=2)) >= 0.97


def test_several_threads_search_while_one_writes(database: Database) -> None:
    index = StoredVectors(BitCache())
    vectors = unit_vectors(EXACT_LIMIT + 400)
    put(index, database, vectors[:-200])

    def search(_searcher: int) -> None:
        for query in vectors[:30]:
            assert found(index, database, query).scores[0] > 0.999

    with ThreadPoolExecutor() as threads:
        searches = threads.map(search, range(4))
        for start in range(len(vectors) - 200, len(vectors), 20):
            put(index, database, vectors[start : start + 20], first=start + 1)
        list(searches)
    assert recall(index, database, vectors, unit_vectors(5, seed=2)) >= 0.97


def test_cache_stays_under_its_cap_and_drops_the_scope_searched_longest_ago() -> None:
    def bits(generation: int) -> Bits:
        return Bits(np.arange(100), as_words(signs(unit_vectors(100, 64))), generation, 0)

    cache = BitCache(capacity=3 * bits(1).size)
    for scope_id in (1, 2, 3):
        cache.put(scope_id, MODEL, bits(1))
    cache.get(1, MODEL)
    cache.put(4, MODEL, bits(1))
    assert [cache.get(scope_id, MODEL) is None for scope_id in (1, 2, 3, 4)] == [False, True, False, False]
    cache.put(4, MODEL, bits(3))
    cache.put(4, MODEL, bits(2))
    held = cache.get(4, MODEL)
    assert held is not None
    assert held.generation == 3


@pytest.mark.parametrize("dimensions", [1, 63, 64, 65, 384])
def test_bits_differ_where_signs_do(dimensions: int) -> None:
    vectors = unit_vectors(50, dimensions)
    differing = np.bitwise_count(as_words(signs(vectors)) ^ as_words(signs(vectors[:1]))).sum(axis=0)
    assert differing.tolist() == ((vectors > 0) != (vectors[0] > 0)).sum(axis=1).tolist()


@given(held=st.integers(0, 700), count=st.integers(1, 40))
def test_bits_name_as_many_candidates_as_are_wanted_where_there_are_so_many(held: int, count: int) -> None:
    made = np.random.default_rng(held).standard_normal((held, 70)).astype(np.float32)
    near = Bits(np.arange(held), as_words(signs(made)), 0, 0).nearest(np.ones(70, np.float32), count)
    assert len(set(near.tolist())) == len(near) == min(held, count)
