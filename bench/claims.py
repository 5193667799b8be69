"""Whether what every claim of every article quotes stands where it says, in the service's eyes and in ours."""

import argparse
import unicodedata
from typing import Any

from bench import report
from bench.corpora import NAMES, collections_there
from bench.retrieval import feed_and_settle
from bench.service import Service, serving, sha256


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--collection", action="append", choices=NAMES, help="only this one; may be repeated")
    parser.add_argument("--fresh", action="store_true", help="feed and compile again, which takes long")


def run(options: argparse.Namespace) -> None:
    figures: dict[str, Any] = {}
    for collection in collections_there(options.collection or list(NAMES)):
        fed = {sha256(one.content): one.content for one in collection.documents}
        with serving(feed_and_settle(collection, fresh=options.fresh)) as service:
            by_source = {str(one["id"]): fed[one["content_hash"]] for one in service.sources()}
            figures[collection.name] = _count(service, by_source)
    if not figures:
        return
    headings = ["collection", "articles", "without a claim", "claims", "quotes", "stand (service)", "stand (fed text)"]
    rows = [[name, *one.values()] for name, one in figures.items()]
    print(report.table(headings, rows))
    report.save("claims", {"collections": figures})


def _count(service: Service, fed: dict[str, str]) -> dict[str, Any]:
    articles = empty = claims = quotes = standing = found = 0
    for summary in service.articles():
        article = service.http.get(f"/wiki/articles/{summary['slug']}").raise_for_status().json()
        articles += 1
        empty += not article["claims"]
        for claim in article["claims"]:
            claims += 1
            for evidence in claim["evidence"]:
                quotes += 1
                standing += evidence["stands"]
                found += _stands(evidence["quote"], fed.get(evidence["source_id"], ""))
    return {
        "articles": articles,
        "without_claim": empty,
        "claims": claims,
        "quotes": quotes,
        "standing": _share(standing, quotes),
        "found_in_fed_text": _share(found, quotes),
    }


def _stands(quote: str, fed: str) -> bool:
    """Whether the fed text holds the quote, aside from what reading changes: it joins lines, drops control characters, takes
    ligatures apart, and makes a hyphen of U+FFFE, which stands for one at the end of a line."""
    return _visible(quote) in _visible(fed)


def _visible(text: str) -> str:
    text = unicodedata.normalize("NFKC", text.replace("\ufffe", "-"))
    return "".join(one for one in text if not one.isspace() and unicodedata.category(one)[0] != "C")


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else "-"
