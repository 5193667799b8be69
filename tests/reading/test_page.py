"""Web pages: the main text with its structure, what the page says of itself, and its encoding."""

import pytest

from lorewright.core.errors import Unreadable
from lorewright.reading import head, read
from lorewright.reading.base import Reading
from lorewright.reading.cage import Limits, Readers

MAIN = """
<h1>The gates of Berg</h1>
<p>The gates of Berg are made of <b>steel</b> and <i>oak</i>, and each of them weighs 40 kilograms.<sup>[1]</sup></p>
<h2>Kinds</h2>
<ul><li>A <a href="/field">field gate</a> keeps cattle in.</li>
<li>A garden gate:<ul><li>small ones of oak</li><li>large ones of steel</li></ul></li></ul>
<h3>Prices</h3>
<table><tr><th>Gate</th><th>Price</th></tr><tr><td>Field</td><td>$400</td></tr><tr><td>Garden</td><td>$250</td></tr></table>
<p>A gate is opened by this code, which has been in use since the spring of 2019:</p>
<pre><code>def open(gate):
    gate.angle = 90

    return gate
</code></pre>
<p>Use <code>open(gate)</code> with care: it bears 10<sup>3</sup> newtons and no more than that.</p>
<blockquote><p>A gate is a promise, said the founder of the company to all of his men.</p></blockquote>
"""


def _page(main: str = MAIN, head: str = "", lang: str = "en") -> str:
    return f"""<!DOCTYPE html><html lang="{lang}"><head><title>The gates of Berg</title>{head}</head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/about">About us</a></li></ul></nav>
<main><article>{main}</article></main>
<aside><h3>Read next</h3><a href="/fences">Fences of the valley</a></aside>
<footer><p>Copyright 2021 Berg. We use cookies. <a href="/privacy">Privacy policy</a></p></footer></body></html>"""


def _blocks(reading: Reading) -> list[tuple[str, int, str]]:
    return [(block.kind.value, block.level, reading.content[block.start : block.end]) for block in reading.blocks]


def test_the_main_text_keeps_its_structure() -> None:
    assert _blocks(read(_page().encode(), "page")) == [
        ("heading", 1, "The gates of Berg"),
        ("paragraph", 0, "The gates of Berg are made of steel and oak, and each of them weighs 40 kilograms."),
        ("heading", 2, "Kinds"),
        ("list_item", 1, "A field gate keeps cattle in."),
        ("list_item", 1, "A garden gate:"),
        ("list_item", 2, "small ones of oak"),
        ("list_item", 2, "large ones of steel"),
        ("heading", 3, "Prices"),
        ("table", 0, "Gate | Price\nField | $400\nGarden | $250"),
        ("paragraph", 0, "A gate is opened by this code, which has been in use since the spring of 2019:"),
        ("code", 0, "def open(gate):\n    gate.angle = 90\n\n    return gate"),
        ("paragraph", 0, "Use open(gate) with care: it bears 10^3 newtons and no more than that."),
        ("quote", 0, "A gate is a promise, said the founder of the company to all of his men."),
    ]


def test_numbers_mean_on_a_page_what_its_marks_say() -> None:
    """Exponents stay, marks of notes go, what is struck out is not said, and a date stays in its sentence."""
    main = """<p>The field has 50 km<sup>2</sup>, the pond 3 m<sup>3</sup> of H<sub>2</sub>O and some CO<sub>2</sub>.</p>
<p>There were 3,500<sup><a href="#n2">2</a></sup> gates in 2019<sup class="reference">[3]</sup>, and 9<a href="#n4"><sup>4</sup></a> now.</p>
<p>The motion <del>passed</del><ins>rejected</ins> the gate of <s>$50</s> $40 on <time>5 March 2020</time> in the town hall.</p>
<blockquote><p>It is <strike>oak</strike> ash.</p></blockquote>"""
    reading = read(_page(f"{MAIN}{main}").encode(), "page")
    assert [text for _, _, text in _blocks(reading)][-4:] == [
        "The field has 50 km², the pond 3 m³ of H2O and some CO2.",
        "There were 3,500 gates in 2019, and 9 now.",
        "The motion rejected the gate of $40 on 5 March 2020 in the town hall.",
        "It is ash.",
    ]
    assert "3 struck-out texts" in [gap.what for gap in reading.coverage.skipped]


def test_a_table_of_a_page_keeps_its_columns_and_what_spans_its_rows() -> None:
    rows = """<table><caption>Gates in use</caption><tr><th>Year<th>Gates<th>Woods</tr><tr><td rowspan="2">2020<td>51<td>oak</tr>
<tr><td>52 km<sup>2</sup><td><ul><li>ash<li>elm</ul></tr><tr><td colspan="2">all<td>9</tr><tr><td>2022<td><td>oak</tr></table>"""
    blocks = _blocks(read(_page(f"{MAIN}{rows}<p>So it says of them.</p>").encode(), "page"))
    assert blocks[-3:-1] == [
        ("caption", 0, "Gates in use"),
        ("table", 0, "Year | Gates | Woods\n2020 | 51 | oak\n2020 | 52 km² | ash elm\nall |  | 9\n2022 |  | oak"),
    ]


def test_a_table_of_a_page_says_what_its_columns_are_called() -> None:
    reading = read(_page().encode(), "page")
    assert [block.header for block in reading.blocks if block.kind.value == "table"] == [1]


def test_headings_that_head_nothing_and_notices_at_the_end_are_left_out() -> None:
    tail = (
        "<h3>Fences of the valley</h3><h3>Hinges: ten ways</h3><p>Follow us on Facebook</p><p>All rights reserved.</p>"
    )
    assert _blocks(read(_page(MAIN + tail).encode(), "page")) == _blocks(read(_page().encode(), "page"))


def test_a_page_says_who_wrote_it_and_when() -> None:
    about = (
        '<meta name="author" content="A. Berg"><meta property="article:published_time" content="2021-03-04T10:00:00Z">'
    )
    page = _page(head=about).encode()
    for said in (head(page, "page"), read(page, "page")):
        assert (said.title, said.author, said.published) == ("The gates of Berg", "A Berg", "2021-03-04")
    assert read(page, "page").language == "en"
    nothing = head(b"<html><body><p>Hello</p></body></html>", "page")
    assert (nothing.author, nothing.published) == (None, None)


@pytest.mark.parametrize(
    ("title", "site", "own"),
    [
        ("The gates of Berg | Berg &amp; Sons", "Berg &amp; Sons", "The gates of Berg"),
        ("The gates of Berg - BERG &amp; SONS", "Berg &amp; Sons", "The gates of Berg"),
        ("The gates of Berg", "Berg", "The gates of Berg"),
        ("Berg &amp; Sons", "Berg &amp; Sons", "Berg & Sons"),
    ],
)
def test_a_title_loses_the_name_of_its_site(title: str, site: str, own: str) -> None:
    page = (
        f'<html><head><title>{title}</title><meta property="og:site_name" content="{site}"></head><body>x</body></html>'
    )
    assert head(page.encode(), "page").title == own


def test_the_heading_of_the_site_is_not_what_its_pages_are_called() -> None:
    site = '<h1><a href="/">Berg Times</a></h1>'
    text = MAIN.replace("<h1>The gates of Berg</h1>", "")
    page = _page(text, '<meta property="og:site_name" content="Berg Times">').replace("<nav>", f"{site}<nav>").encode()
    assert head(page, "page").title == read(page, "page").title == "The gates of Berg"
    linked = _page(MAIN.replace("<h1>The gates of Berg</h1>", '<h1><a href="/gates">The gates of Berg</a></h1>'))
    assert read(linked.encode(), "page").title == "The gates of Berg"


@pytest.mark.parametrize(
    ("said", "author"),
    [("Ida Berg Monday, November 18, 2019", "Ida Berg"), ("Tom Sundayson", "Tom Sundayson"), ("Ida May", "Ida May")],
)
def test_an_author_s_name_does_not_hold_the_day(said: str, author: str) -> None:
    assert head(_page(head=f'<meta name="author" content="{said}">').encode(), "page").author == author


def test_a_table_that_only_lays_out_a_page_is_read_as_the_paragraphs_in_it() -> None:
    years = "".join(
        f"<p>In {year} the gates of Berg were painted by the men of the village.</p>" for year in range(1990, 2020)
    )
    quoted = "<table><tr><td>“A gate is a promise,” he said.</td></tr></table>"
    laid_out = f"<table><tr><td>{MAIN}{quoted}{years}</td><td><a href='/'>Home</a></td></tr></table>"
    page = f"<html><head><title>The gates of Berg</title></head><body>{laid_out}</body></html>"
    kinds = [(kind, text) for kind, _, text in _blocks(read(page.encode(), "page"))]
    assert ("paragraph", "In 1990 the gates of Berg were painted by the men of the village.") in kinds
    assert ("paragraph", "“A gate is a promise,” he said.") in kinds
    assert [text for kind, text in kinds if kind == "table"] == ["Gate | Price\nField | $400\nGarden | $250"]


GERMAN = """<h1>Die Tore von Ämtli</h1><p>Die Tore von Ämtli bestehen aus Stahl und Eiche, und jedes von ihnen wiegt größer
gebaut über vierzig Kilogramm.</p><p>Im Frühjahr wurden zweiundvierzig Tore für die Höfe der Umgebung ausgeführt.</p>"""
CZECH = "<p>Brány města Příbor jsou ze železa a dubu a každá z nich váží čtyřicet kilogramů, jak řekl její tvůrce.</p>"


@pytest.mark.parametrize(
    ("main", "encoding", "named", "declared"),
    [
        (GERMAN, "utf-8", None, None),
        (GERMAN, "utf-8", "iso-8859-1", "windows-1252"),
        (GERMAN, "utf-8-sig", "windows-1251", None),
        (GERMAN, "cp1252", None, None),
        (GERMAN, "cp1252", "utf-8", None),
        (GERMAN, "cp1252", "utf-8", "utf-8"),
        (GERMAN, "cp1252", "no-such-charset", None),
        (GERMAN, "cp1252", "ISO-8859-1", None),
        (GERMAN, "utf-16", None, None),
        (CZECH, "cp1250", "windows-1250", None),
        (CZECH, "iso8859-2", None, "iso-8859-2"),
    ],
)
def test_an_encoding_is_believed_only_where_it_fits(
    main: str, encoding: str, named: str | None, declared: str | None
) -> None:
    meta = f'<meta charset="{declared}">' if declared else ""
    told = _blocks(read(_page(main, meta).encode(encoding), "page", None, named))
    assert told == _blocks(read(_page(main).encode(), "page"))


@pytest.mark.parametrize(
    "charset", ["idna", "unicode_escape", "rot13", "zip", "undefined", "utf-7", "\x00", "a" * 10_000]
)
def test_an_encoding_that_pages_do_not_have_is_not_tried(charset: str) -> None:
    page = _page(GERMAN).encode("cp1252")
    assert "Ämtli" in read(page, "page", None, charset).content


@pytest.mark.parametrize(
    "page", [b"", b"<html></html>", b"<html><body><script>load()</script></body></html>", b"\x00\x01"]
)
def test_a_page_without_text_is_refused_with_the_reason(page: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        read(page, "page")
    assert refused.value.detail.endswith(".")


def test_a_page_may_be_as_wild_as_it_likes() -> None:
    """In the child: it comes through, or is refused, and the next page is read."""
    wild = [
        "<div>" * 100_000 + MAIN,
        "<b>" * 100_000,
        "<ul><li>" * 20_000 + "deep",
        "<table><tr><td>" * 5_000 + "deep",
        "<p>" + "a &amp; b " * 400_000,
        "<p>short</p>" * 10_000,
        "<!--" * 200_000,
        '<a href="' + "x" * 3_000_000,
        "&#x0;&#55296;&#1114112;" * 10_000 + MAIN,
        '<svg><![CDATA[<script>alert(1)</script>]]></svg><math><mi xlink:href="x">' + MAIN,
    ]
    with Readers(Limits(wall_s=20, cpu_s=15)) as readers:
        for page in wild:
            try:
                readers.read(_page(page).encode(), "page")
            except Unreadable as error:
                assert error.detail.endswith(".")  # noqa: PT017 - either is well
        assert readers.read(_page().encode(), "page").title == "The gates of Berg"
