"""Documents, workbooks and presentations made by the tests, from XML written by hand."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from tests.makers.archives import zipped

_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_SLIDE = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)
_R = f'xmlns:r="{_RELATION}"'
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000)
ENCRYPTED = OLD_OFFICE + "EncryptedPackage".encode("utf-16-le") + bytes(1000)

Parts = Mapping[str, str | bytes]


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """By their ids: the kind and the target of each."""
    rows = "".join(
        f'<Relationship Id="{one}" Type="{_RELATION}/{kind}" Target={quoteattr(target)}/>'
        for one, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'


def package(main: str, parts: Parts, *, title: str = "", author: str = "", created: str = "", pages: int = 0) -> bytes:
    core = (
        f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        f'xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>{escape(title)}</dc:title>'
        f"<dc:creator>{escape(author)}</dc:creator><dcterms:created>{created}</dcterms:created></cp:coreProperties>"
    )
    top = relations(
        {
            "m": ("officeDocument", main),
            "c": ("metadata/core-properties", "docProps/core.xml"),
            "a": ("extended-properties", "docProps/app.xml"),
        }
    )
    return zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": top,
            "docProps/core.xml": core,
            "docProps/app.xml": f"<Properties><Pages>{pages}</Pages></Properties>",
            **parts,
        }
    )


# Documents


def docx(
    body: str,
    *,
    styles: str = "",
    footnotes: str = "",
    comments: str = "",
    header: str = "",
    prologue: str = "",
    title: str = "",
    author: str = "",
    created: str = "",
    pages: int = 0,
) -> bytes:
    """`body`, `styles`, ... are what stands inside their parts' root elements."""
    main = f"{prologue}<w:document {_WORD} {_R}><w:body>{body}<w:sectPr/></w:body></w:document>"
    parts = {
        "word/document.xml": main,
        "word/_rels/document.xml.rels": relations(
            {name: (name, f"{name}.xml") for name in ("styles", "footnotes", "comments", "header")}
        ),
        "word/styles.xml": f"<w:styles {_WORD}>{styles}</w:styles>",
        "word/footnotes.xml": f"<w:footnotes {_WORD}>{footnotes}</w:footnotes>",
        "word/comments.xml": f"<w:comments {_WORD}>{comments}</w:comments>",
        "word/header.xml": f"<w:hdr {_WORD}>{header}</w:hdr>",
    }
    return package("word/document.xml", parts, title=title, author=author, created=created, pages=pages)


def style(name: str, *, based_on: str = "", properties: str = "") -> str:
    """Its id is its name without spaces."""
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return f'<w:style w:styleId="{name.replace(" ", "")}"><w:name w:val="{name}"/>{base}<w:pPr>{properties}</w:pPr></w:style>'


def paragraph(text: str, *, style: str = "", properties: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{run(text)}</w:p>"


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def listed(text: str, level: int) -> str:
    return paragraph(text, properties=f'<w:numPr><w:ilvl w:val="{level - 1}"/><w:numId w:val="1"/></w:numPr>')


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"


def grid(rows: Sequence[Sequence[str]], *, header: int = 0) -> str:
    """A table whose cells are texts, or XML made by `cell`."""
    lines = ""
    for number, row in enumerate(rows):
        head = "<w:tblHeader/>" if number < header else ""
        cells = "".join(one if one.startswith("<w:tc>") else cell(one) for one in row)
        lines += f"<w:tr><w:trPr>{head}</w:trPr>{cells}</w:tr>"
    return f"<w:tbl><w:tblPr/>{lines}</w:tbl>"


# Workbooks


def xlsx(
    sheets: Mapping[str, str],
    *,
    hidden: Sequence[str] = (),
    shared: Sequence[str] = (),
    styles: str = "",
    comments: str = "",
    title: str = "",
) -> bytes:
    """Each sheet is what stands inside its `worksheet`; `comments` hang on the first."""
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{i}" r:id="s{i}" state="{"hidden" if name in hidden else "visible"}"/>'
        for i, name in enumerate(sheets, 1)
    )
    parts = {
        "xl/workbook.xml": f"<workbook {_SHEET} {_R}><sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(
            {f"s{i}": ("worksheet", f"worksheets/sheet{i}.xml") for i in range(1, len(sheets) + 1)}
            | {"t": ("sharedStrings", "sharedStrings.xml"), "y": ("styles", "styles.xml")}
        ),
        "xl/sharedStrings.xml": f"<sst {_SHEET}>{''.join(f'<si><t>{escape(one)}</t></si>' for one in shared)}</sst>",
        "xl/styles.xml": f"<styleSheet {_SHEET}>{styles}</styleSheet>",
        "xl/worksheets/_rels/sheet1.xml.rels": relations({"c": ("comments", "../comments1.xml")}),
        "xl/comments1.xml": f"<comments {_SHEET}><commentList>{comments}</commentList></comments>",
        **{
            f"xl/worksheets/sheet{i}.xml": f"<worksheet {_SHEET}>{inside}</worksheet>"
            for i, inside in enumerate(sheets.values(), 1)
        },
    }
    return package("xl/workbook.xml", parts, title=title)


def sheet(rows: Sequence[Sequence[str]], *, first: int = 1, after: str = "") -> str:
    """Rows of texts from row `first` on; `after` stands behind them in the sheet."""
    lines = ""
    for number, row in enumerate(rows, first):
        cells = "".join(
            text_cell(f"{letter}{number}", text) for letter, text in zip("ABCDEFGH", row, strict=False) if text
        )
        lines += f'<row r="{number}">{cells}</row>'
    return f"<sheetData>{lines}</sheetData>{after}"


def text_cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'


# Presentations


def pptx(
    slides: Sequence[str], *, notes: Mapping[int, str] | None = None, hidden: Sequence[int] = (), title: str = ""
) -> bytes:
    """Each slide is what stands in its tree of shapes; `notes` by the slide's number, from 1."""
    notes = notes or {}
    numbers = range(1, len(slides) + 1)
    parts = {
        "ppt/presentation.xml": f"<p:presentation {_SLIDE} {_R}><p:sldIdLst>"
        + "".join(f'<p:sldId id="{255 + i}" r:id="s{i}"/>' for i in numbers)
        + "</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations({f"s{i}": ("slide", f"slides/slide{i}.xml") for i in numbers}),
    }
    for number, shapes in zip(numbers, slides, strict=True):
        shown = ' show="0"' if number in hidden else ""
        parts[f"ppt/slides/slide{number}.xml"] = _tree("sld", shapes, shown)
        if number in notes:
            parts[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(
                {"n": ("notesSlide", f"../notesSlides/notesSlide{number}.xml")}
            )
            parts[f"ppt/notesSlides/notesSlide{number}.xml"] = _tree("notes", shape(notes[number], "body"))
    return package("ppt/presentation.xml", parts, title=title)


def _tree(name: str, shapes: str, attributes: str = "") -> str:
    return f"<p:{name} {_SLIDE} {_R}{attributes}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:{name}>"


def shape(text: str, role: str = "", *, bullets: bool = False) -> str:
    """Each line of the text a paragraph; two spaces before it are a level."""
    placeholder = f'<p:nvPr><p:ph type="{role}"/></p:nvPr>' if role else "<p:nvPr/>"
    paragraphs = "".join(_slide_paragraph(line, bullets=bullets) for line in text.split("\n"))
    return f"<p:sp><p:nvSpPr><p:cNvPr/>{placeholder}</p:nvSpPr><p:txBody>{paragraphs}</p:txBody></p:sp>"


def _slide_paragraph(line: str, *, bullets: bool = False) -> str:
    level = (len(line) - len(line.lstrip())) // 2
    mark = '<a:buChar char="•"/>' if bullets else ""
    return f'<a:p><a:pPr lvl="{level}">{mark}</a:pPr><a:r><a:t>{escape(line.strip())}</a:t></a:r></a:p>'


def slide_table(rows: Sequence[Sequence[str]]) -> str:
    lines = "".join(
        f"<a:tr>{''.join(one if one.startswith('<a:tc') else slide_cell(one) for one in row)}</a:tr>" for row in rows
    )
    return f'<p:graphicFrame><a:graphic><a:graphicData uri="table"><a:tbl><a:tblPr firstRow="1"/>{lines}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>'


def slide_cell(text: str, attributes: str = "") -> str:
    return f"<a:tc {attributes}><a:txBody>{_slide_paragraph(text)}</a:txBody></a:tc>"
