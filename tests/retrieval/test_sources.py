"""What a source of an answer says of itself: its page, its words as they stand in the document, what it stands under."""

import pytest

from lorewright.reading.recognition.engine import is_installed
from tests.makers import images, office, pdf
from tests.makers.office import listed, paragraph, run, shape, style
from tests.retrieval.conftest import ME, Api

HARBOUR = "The harbour of Skarholm was dredged in 1931."
TOWER = "The lighthouse of Skarholm was built by Ada Brenner."
GATES = "The gates of Berg were cast in 1911."
SLIDES = {"Harbour": HARBOUR, "Lighthouse": TOWER, "Gates": GATES}
PAGED = {
    "skarholm.pdf": lambda: pdf.pages_of(list(SLIDES.values())),
    "skarholm.pptx": lambda: office.pptx(
        [shape(title, "title") + shape(text, "body") for title, text in SLIDES.items()]
    ),
}


@pytest.mark.parametrize("name", PAGED)
def test_a_source_has_the_page_or_slide_that_the_answer_stands_on(api: Api, name: str) -> None:
    """Short pages share a passage, which begins on the first of them."""
    collection = api.feed(api.collection(), PAGED[name](), name)["collection_id"]
    for page, (question, answer) in enumerate(
        (
            ("When was the harbour of Skarholm dredged?", HARBOUR),
            ("Who built the lighthouse of Skarholm?", TOWER),
            ("When were the gates of Berg cast?", GATES),
        ),
        start=1,
    ):
        found = api.search(collection, question)
        assert found["answer"] == f"{answer} [1]"
        assert found["sources"][0]["page"] == page
    body = {"name": "Found", "user_id": ME, "stages": ["retrieval"]}
    found_alone = api.http.post("/api/pipelines", json=body).json()["id"]
    assert api.search(collection, "gates of Berg", pipeline_id=found_alone)["sources"][0]["page"] == 1


def test_a_source_stands_in_its_document_letter_by_letter(api: Api) -> None:
    text = "\n\n".join(
        f"Gate {number} of Berg – “the {word}” one – was cast in {1900 + number}; its naïve keeper's toll: 3½ crowns…"
        for number, word in enumerate(["blue", "green", "grey", "red", "white"] * 12)
    )
    collection = api.feed(api.collection(), text, "gates.txt")["collection_id"]
    sources = api.search(collection, "When was gate 31 of Berg cast?", max_results=50)["sources"]
    assert len(sources) > 3
    assert "Gate 31 of Berg" in sources[0]["content"]
    assert [one["content"] for one in sources if one["content"] not in text] == []


def test_headings_lists_and_footnotes_of_a_document_are_in_its_passages(api: Api) -> None:
    noted = f'<w:p>{run("The gates of Berg were taxed.")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    data = office.docx(
        paragraph("Gates", style="heading1")
        + noted
        + listed("Oak of the northern wood", 1)
        + listed("Iron of Thal", 2),
        styles=style("heading 1", properties='<w:outlineLvl w:val="0"/>'),
        footnotes=f'<w:footnote w:id="2">{paragraph("The ledger of 1911 says three crowns.")}</w:footnote>',
    )
    collection = api.feed(api.collection(), data, "gates.docx")["collection_id"]
    for question in ("What does the ledger of 1911 say?", "Which oak?", "gates of Berg"):
        [source] = api.search(collection, question)["sources"]
        assert "Gates" in source["headings"]
        for words in ("The gates of Berg were taxed.", "Oak of the northern wood", "Iron of Thal", "three crowns"):
            assert words in source["content"]


@pytest.mark.skipif(not is_installed(), reason="the extra ocr is not installed")
def test_a_scanned_page_is_found_by_its_words_and_counted(api: Api) -> None:
    scan = images.page(["The gates of Berg", "were cast in 1911."])
    document = api.feed(api.collection(), images.scanned_pdf([HARBOUR, scan]), "gates.pdf")
    assert (document["status"], document["kind"]) == ("indexed", "pdf"), document
    coverage = document["coverage"]
    assert (coverage["pages_read"], coverage["pages_total"], coverage["pages_recognised"]) == (2, 2, 1)
    assert coverage["uncertain"] == []
    found = api.search(document["collection_id"], "When were the gates of Berg cast?")
    assert GATES in found["answer"]
    assert found["sources"][0]["page"] == 2


def test_an_answer_tells_how_long_it_took_and_each_of_its_stages(api: Api) -> None:
    """Plausible ones: the stages are parts of the whole, which is told in whole milliseconds."""
    collection = api.feed(api.collection(), f"{HARBOUR} {TOWER}")["collection_id"]
    for question, config in (
        ("When was the harbour of Skarholm dredged?", {}),
        ("When was the harbour dredged, and who built the lighthouse?", {"cot_enabled": True}),
    ):
        metadata = api.search(collection, question, **config)["metadata"]
        spent = [one["ms"] for one in metadata["stages"]]
        assert len(spent) >= 4
        assert min(spent) >= 0
        assert sum(spent) <= metadata["response_time_ms"] + 1


def test_a_comparison_and_a_list_of_names_are_answered_one_by_one(api: Api) -> None:
    text = "Oslo has 717,710 inhabitants.\n\nBergen has 291,940 inhabitants.\n\nTromsø has 78,745 inhabitants."
    collection = api.feed(api.collection(), text, "towns.txt")["collection_id"]
    for question, steps in (
        (
            "Which has more inhabitants, Oslo or Bergen?",
            {"How many inhabitants has Oslo?": "717,710", "How many inhabitants has Bergen?": "291,940"},
        ),
        (
            "How many inhabitants have Oslo, Bergen and Tromsø?",
            {
                "How many inhabitants have Oslo?": "717,710",
                "How many inhabitants have Bergen?": "291,940",
                "How many inhabitants have Tromsø?": "78,745",
            },
        ),
    ):
        found = api.search(collection, question, cot_enabled=True)
        assert found["metadata"]["cot_used"] is True
        assert [one["sub_question"] for one in found["reasoning_steps"]] == list(steps)
        for step, figure in zip(found["reasoning_steps"], steps.values(), strict=True):
            assert figure in step["answer"]
            assert figure in step["sources"][0]["content"]
            assert figure in found["answer"]
