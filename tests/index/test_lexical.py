"""What the lexical index promises, on both databases."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from lorewright.db.engine import Database
from lorewright.index import scopes
from lorewright.index.base import Entry, Hits, LexicalIndex
from lorewright.index.lexical import CHUNK, PackedPostings
from lorewright.index.rules import Bm25
from lorewright.index.tables import index_scope, posting
from lorewright.index.terms import BY_SCRIPT, Analyser

WORDS = ["river", "mountain", "copper", "lantern", "harvest", "violin", "glacier", "market", "signal", "orchard"]


def entries_of(texts: Sequence[str], first: int = 1) -> list[Entry]:
    return [Entry(first + place, content) for place, content in enumerate(texts)]


def random_texts(count: int, seed: int = 1) -> list[str]:
    chance = random.Random(seed)  # noqa: S311 - texts, no secrets
    return [" ".join(chance.choices(WORDS, weights=range(1, 11), k=chance.randint(3, 30))) for _ in range(count)]


def found(index: LexicalIndex, database: Database, query: str, scope_id: int = 1, limit: int = 10) -> Hits:
    with database.reading() as tx:
        return index.search(tx, scope_id, query, limit)


def rows_of(database: Database) -> int:
    with database.reading() as tx:
        return int(tx.execute(select(func.count()).select_from(posting)).scalar_one())


def expected(texts: dict[int, str], query: str, limit: int, parameters: Bm25) -> list[tuple[int, float]]:
    """BM25 as a book has it, over whole words."""
    documents = {number: content.split() for number, content in texts.items()}
    mean = sum(map(len, documents.values())) / max(1, len(documents))
    scores: dict[int, float] = {}
    for word, weight in Counter(query.split()).items():
        holding = [number for number, words in documents.items() if word in words]
        idf = math.log(1 + (len(documents) - len(holding) + 0.5) / (len(holding) + 0.5))
        for number in holding:
            count = documents[number].count(word)
            norm = parameters.k1 * (1 - parameters.b + parameters.b * len(documents[number]) / mean)
            scores[number] = scores.get(number, 0.0) + weight * idf * count * (parameters.k1 + 1) / (count + norm)
    return sorted(scores.items(), key=lambda item: (-float(np.float32(item[1])), item[0]))[:limit]


def test_best_passage_comes_first_and_ties_by_number(database: Database) -> None:
    index = PackedPostings()
    with database.writing() as tx:
        index.add(tx, 1, entries_of(["a river", "copper lantern", "river river copper", "copper lantern"]))
    hits = found(index, database, "copper lantern")
    assert hits.numbers.tolist() == [2, 4, 3]
    assert hits.scores[0] == hits.scores[1] > hits.scores[2]
    assert hits.scores.dtype == np.float32
    assert found(index, database, "copper", limit=1).numbers.tolist() == [2]


@pytest.mark.parametrize("query", ["violin", "", "?!", "the"])
def test_nothing_found_is_no_hits(database: Database, query: str) -> None:
    index = PackedPostings()
    assert found(index, database, query).numbers.tolist() == []
    with database.writing() as tx:
        index.add(tx, 1, entries_of(["a river", ""]))
    assert found(index, database, query).numbers.tolist() == []


def test_each_of_several_queries_finds_what_it_finds_alone(database: Database) -> None:
    index = PackedPostings()
    with database.writing() as tx:
        index.add(tx, 1, entries_of(random_texts(200)))
    queries = ["river mountain", "copper", "nothing", "river"]
    with database.reading() as tx:
        together = index.search_each(tx, 1, queries, 10)
    for query, hits in zip(queries, together, strict=True):
        alone = found(index, database, query)
        assert hits.numbers.tolist() == alone.numbers.tolist()
        assert hits.scores.tolist() == alone.scores.tolist()


def test_many_chunks_of_a_term_rank_as_bm25_does(database: Database) -> None:
    index = PackedPostings()
    texts = dict(enumerate(random_texts(3 * CHUNK + 5), start=1))
    with database.writing() as tx:
        index.add(tx, 1, [Entry(number, content) for number, content in texts.items()])
    assert rows_of(database) > len(WORDS)
    for query in ("river", "orchard signal", "violin river river glacier"):
        hits = found(index, database, query, limit=20)
        wanted = expected(texts, query, 20, Bm25())
        assert hits.scores.tolist() == pytest.approx([score for _, score in wanted], rel=1e-5)
        assert set(hits.numbers.tolist()[:15]) <= {number for number, _ in expected(texts, query, 25, Bm25())}


def test_both_databases_rank_alike(sqlite: Database, postgres: Database) -> None:
    index = PackedPostings()
    texts = random_texts(300, seed=5)
    for database in (sqlite, postgres):
        for start in range(0, 300, 40):
            with database.writing() as tx:
                index.add(tx, 1, entries_of(texts[start : start + 40], first=1 + start))
        with database.writing() as tx:
            index.remove(tx, 1, entries_of(texts[50:60], first=51))
    for query in (*WORDS, "river copper", "violin market orchard"):
        one, other = found(index, sqlite, query, limit=50), found(index, postgres, query, limit=50)
        assert one.numbers.tolist() == other.numbers.tolist()
        assert one.scores.tolist() == other.scores.tolist()


def test_texts_of_other_scopes_never_change_a_rank(database: Database) -> None:
    index = PackedPostings()
    with database.writing() as tx:
        index.add(tx, 1, entries_of(random_texts(30)))
    before = found(index, database, "river copper", limit=30)
    with database.writing() as tx:
        index.add(tx, 2, entries_of(["river"] * 200, first=1_000))
    after = found(index, database, "river copper", limit=30)
    assert after.numbers.tolist() == before.numbers.tolist()
    assert after.scores.tolist() == before.scores.tolist()


def test_removal_leaves_no_row_and_the_statistics_of_before(database: Database) -> None:
    index = PackedPostings()
    texts = random_texts(2 * CHUNK + 20)
    with database.writing() as tx:
        index.add(tx, 1, entries_of(texts))
        index.add(tx, 1, entries_of(["zebra", "of the"], first=900))
    with database.writing() as tx:
        index.remove(tx, 1, entries_of(["zebra", "of the"], first=900))
        index.remove(tx, 1, entries_of(["zebra", "of the"], first=900))
    with database.reading() as tx:
        scope = scopes.read(tx, 1)
        terms = set(tx.execute(select(posting.c.term)).scalars())
    assert scope is not None
    assert scope.shelf is not None
    assert scope.shelf.statistics.passages == len(texts)
    assert scope.shelf.statistics.words == sum(len(content.split()) for content in texts)
    assert terms == set(found_terms(texts))
    with database.writing() as tx:
        index.remove(tx, 1, entries_of(texts))
    with database.reading() as tx:
        scope = scopes.read(tx, 1)
    assert rows_of(database) == 0
    assert scope is not None
    assert scope.shelf is not None
    assert (scope.shelf.statistics.passages, scope.shelf.statistics.words) == (0, 0)
    assert found(index, database, "river").numbers.tolist() == []


def found_terms(texts: Sequence[str]) -> set[str]:
    return {term for content in texts for term in Analyser([BY_SCRIPT]).every(content)}


def test_a_removed_word_is_in_no_file_of_sqlite(sqlite: Database, tmp_path: Path) -> None:
    index = PackedPostings()
    texts = random_texts(200)
    texts[77] += " quetzalcoatlus"
    with sqlite.writing() as tx:
        index.add(tx, 1, entries_of(texts))
    _checkpoint(sqlite)
    assert b"quetzalcoatlus" in _files(tmp_path)
    with sqlite.writing() as tx:
        index.remove(tx, 1, [Entry(78, texts[77])])
    _checkpoint(sqlite)
    assert b"quetzal" not in _files(tmp_path)


def _checkpoint(database: Database) -> None:
    with database.engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def _files(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_a_passage_that_is_there_is_refused(database: Database) -> None:
    index = PackedPostings()
    with database.writing() as tx:
        index.add(tx, 1, entries_of(["copper river", "river"]))
    with pytest.raises(ValueError, match="already"), database.writing() as tx:
        index.add(tx, 1, [Entry(1, "river lantern")])


def test_every_write_raises_the_generation_of_its_scope_alone(database: Database) -> None:
    index = PackedPostings()
    seen = []
    for write in (index.add, index.remove):
        with database.writing() as tx:
            write(tx, 1, entries_of(["river"]))
            seen.append(tx.execute(select(index_scope.c.generation)).scalar_one())
    assert seen == sorted(set(seen))
    with database.writing() as tx:
        index.add(tx, 2, entries_of(["river"], first=9))
        assert tx.execute(select(index_scope.c.generation).where(index_scope.c.scope_id == 1)).scalar_one() == seen[-1]


def test_texts_in_two_languages_are_found_by_words_in_either(database: Database) -> None:
    index = PackedPostings()
    texts = {
        "en": "Harvesting machines were running",
        "de": "Die Häuser standen in Flammen",
        "ja": "東京の天気は晴れ、𠮷野家",
    }
    for number, (language, content) in enumerate(texts.items(), start=1):
        with database.writing() as tx:
            index.add(tx, 1, [Entry(number, content)], language)
    for query, number in (
        ("harvested machine", 1),
        ("Haus Flamme", 2),
        ("HAUSER", 2),
        ("東京", 3),
        ("天", 3),
        ("𠮷野", 3),
    ):
        assert found(index, database, query).numbers.tolist() == [number], query
    with database.writing() as tx:
        index.remove(tx, 1, [Entry(number, content) for number, content in enumerate(texts.values(), start=1)])
    assert rows_of(database) == 0


def test_writers_of_one_scope_lose_nothing(database: Database) -> None:
    index = PackedPostings()

    def write(first: int) -> None:
        for number in range(first, first + 200, 10):
            with database.writing() as tx:
                index.add(tx, 1, entries_of(["river copper"] * 2, first=number))

    with ThreadPoolExecutor() as threads:
        list(threads.map(write, (1, 4, 7)))
    numbers = found(index, database, "copper", limit=1_000).numbers.tolist()
    assert numbers == sorted(
        first + step + place for first in (1, 4, 7) for step in range(0, 200, 10) for place in (0, 1)
    )


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_order_of_writes_ranks_as_bm25_does(sqlite: Database, data: st.DataObject) -> None:
    """Passages come and go in any order of their numbers, in batches; ranks and scores are those of what is there."""
    index = PackedPostings(Bm25(k1=1.2, b=0.75))
    contents = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
    texts: dict[int, str] = {}
    with sqlite.writing() as tx:
        scope_id = 1 + tx.execute(select(func.count()).select_from(index_scope)).scalar_one()  # one for each example
        for _ in range(data.draw(st.integers(1, 4))):
            drawn = data.draw(st.dictionaries(st.integers(1, 400), contents, max_size=150))
            new = {number: content for number, content in drawn.items() if number not in texts}
            index.add(tx, scope_id, [Entry(*item) for item in new.items()])
            texts |= new
            remainder = data.draw(st.integers(0, 6))
            gone = [number for number in texts if number % 7 == remainder]
            index.remove(tx, scope_id, [Entry(number, texts.pop(number)) for number in gone])
        query = data.draw(contents)
        hits = index.search(tx, scope_id, query, 500)
    wanted = expected(texts, query, 500, Bm25(k1=1.2, b=0.75))
    assert sorted(hits.numbers.tolist()) == sorted(number for number, _ in wanted)
    assert hits.scores.tolist() == pytest.approx([score for _, score in wanted], rel=1e-5)
