import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import metrics

JUDGED = {"a": 2, "b": 1, "c": 0}

IDS = st.sampled_from("abcdefghijklmnop")
RANKINGS = st.lists(IDS, unique=True, max_size=16)
JUDGMENTS = st.dictionaries(IDS, st.integers(0, 3), min_size=1).filter(lambda judged: any(judged.values()))


@pytest.mark.parametrize(
    ("name", "ranking", "expected"),
    [
        ("nDCG@10", "ab", 1.0),
        ("nDCG@10", "ba", (1 + 2 / 1.584963) / (2 + 1 / 1.584963)),
        ("nDCG@10", "xc", 0.0),
        ("nDCG@10", "xxxxxxxxxxa", 0.0),
        ("Recall@10", "xa", 0.5),
        ("Recall@100", "ba", 1.0),
        ("MRR@10", "xcb", 1 / 3),
        ("MRR@10", "xxxxxxxxxxa", 0.0),
        ("Hits@4", "xxxb", 1.0),
        ("Hits@4", "xxxxb", 0.0),
        ("Hits@10", "", 0.0),
    ],
)
def test_measures(name: str, ranking: str, expected: float) -> None:
    assert metrics.MEASURES[name](list(ranking), JUDGED) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("name", metrics.MEASURES)
def test_a_query_without_relevant_documents_counts_nothing(name: str) -> None:
    assert metrics.MEASURES[name](["a"], {"a": 0}) == 0.0


@given(RANKINGS, JUDGMENTS)
def test_measures_agree_with_ir_measures(ranking: list[str], judged: dict[str, int]) -> None:
    ir_measures = pytest.importorskip("ir_measures")
    scores = {one: float(-rank) for rank, one in enumerate(ranking)}
    theirs = ir_measures.calc_aggregate(
        [ir_measures.parse_measure(one) for one in ("nDCG@10", "R@10", "RR@10", "Success@4")],
        {"q": judged},
        {"q": scores or {"nothing": 0.0}},
    )
    ours = {
        "nDCG@10": metrics.ndcg(ranking, judged),
        "R@10": metrics.recall(ranking, judged, 10),
        "RR@10": metrics.reciprocal_rank(ranking, judged),
        "Success@4": metrics.hit(ranking, judged, 4),
    }
    assert ours == pytest.approx({str(measure): value for measure, value in theirs.items()}, abs=1e-6)


@pytest.mark.parametrize(
    ("share", "expected"), [(0.0, 1.0), (0.25, 1.0), (0.5, 2.0), (0.51, 3.0), (0.75, 3.0), (0.99, 4.0), (1.0, 4.0)]
)
def test_percentile(share: float, expected: float) -> None:
    assert metrics.percentile([4.0, 2.0, 3.0, 1.0], share) == expected


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=20))
def test_the_interval_lies_among_the_differences(differences: list[float]) -> None:
    low, high = metrics.bootstrap_interval(differences, resamples=50)
    assert min(differences) - 1e-9 <= low <= high <= max(differences) + 1e-9


def test_the_interval_of_equal_differences_is_that_difference() -> None:
    assert metrics.bootstrap_interval([0.25] * 5, resamples=50) == (0.25, 0.25)


@given(st.floats(-100, 100), st.floats(-100, 100), st.lists(st.integers(0, 1000), min_size=3, max_size=20, unique=True))
def test_the_slope_of_a_line_is_its_own(steep: float, start: float, times: list[int]) -> None:
    found = metrics.slope(times, [start + steep * at for at in times])
    assert found.per_unit == pytest.approx(steep, abs=1e-6)
    assert found.low <= found.per_unit <= found.high


def test_the_interval_of_a_slope_is_that_of_least_squares_where_values_do_not_follow_each_other() -> None:
    times, values = [0, 1, 2, 3, 4, 5], [1.0, 0.0, 3.0, 2.0, 5.0, 4.0]
    found = metrics.slope(times, values)
    error = ((17.5 - 14.5**2 / 17.5) / (6 - 2) / 17.5) ** 0.5
    assert found.per_unit == pytest.approx(14.5 / 17.5)
    assert found.high - found.per_unit == pytest.approx(1.96 * error)
    assert found.per_unit - found.low == pytest.approx(1.96 * error)


def test_values_that_follow_each_other_say_less() -> None:
    times = list(range(80))
    apart = metrics.slope(times, [(-1.0) ** at for at in times])
    drifting = metrics.slope(times, [(-1.0) ** (at // 20) for at in times])
    assert drifting.high - drifting.low > 2 * (apart.high - apart.low)
