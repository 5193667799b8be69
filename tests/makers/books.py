"""Books made by the tests (EPUB)."""

from collections.abc import Mapping

from tests.makers.archives import zipped

_XHTML = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'


def epub(
    chapters: Mapping[str, str],
    *,
    aside: str = "",
    encryption: str = "",
    parts: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """`chapters` by the names of their files, what stands in the body of each; `aside`: one that stands beside the text."""
    items = "".join(f'<item id="{name}" href="{name}"/>' for name in chapters)
    spine = "".join(
        f'<itemref idref="{name}"{" linear=" + chr(34) + "no" + chr(34) if name == aside else ""}/>'
        for name in chapters
    )
    book = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        "<dc:title>The gates of Berg</dc:title><dc:creator>Ida Berg</dc:creator><dc:date>1911-04</dc:date>"
        f'<dc:language>en-GB</dc:language></metadata><manifest>{items}<item id="nav" href="nav.xhtml" properties="nav"/>'
        f'</manifest><spine><itemref idref="nav"/>{spine}</spine></package>'
    )
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
            "OEBPS/book.opf": book,
            "OEBPS/nav.xhtml": f"<html {_XHTML}><body><nav>One, two</nav></body></html>",
            **({"META-INF/encryption.xml": encryption} if encryption else {}),
            **{
                f"OEBPS/{name}": f'<?xml version="1.0"?><!DOCTYPE html><html {_XHTML}><head><title/></head><body>{body}</body></html>'
                for name, body in chapters.items()
            },
            **(parts or {}),
        },
        stored="mimetype",
    )
