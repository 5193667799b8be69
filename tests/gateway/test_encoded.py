"""Long lists are encoded as they are: each row has to be what is described."""

import pytest
from pydantic import BaseModel

from lorewright.gateway.graph.schemas import GraphEdge, GraphNode
from lorewright.gateway.taxonomy.schemas import ConceptResponse, EligibleConcept
from tests.conftest import Gateway

BRIDGE = (
    "# Harlow Bridge\n\nHarlow Bridge is 503 metres long. Harlow Bridge was opened in 1932. It stands on two piers."
)
TOLL = "# The toll\n\nHarlow Bridge takes no toll since 1950. Before that Harlow Bridge took a shilling, see [[Harlow Bridge]]."
PAINT = "# The paint\n\nHarlow Bridge is painted red every nine years. The paint of Harlow Bridge is made of iron."


@pytest.mark.parametrize(
    ("address", "of", "described"),
    [
        ("/wiki/concepts", None, ConceptResponse),
        ("/admin/concepts/eligible", None, EligibleConcept),
        ("/wiki/graph", "nodes", GraphNode),
        ("/wiki/graph", "edges", GraphEdge),
    ],
)
def test_a_row_is_what_is_described(gateway: Gateway, address: str, of: str | None, described: type[BaseModel]) -> None:
    for text in (BRIDGE, TOLL, PAINT):
        gateway.feed(text)
    gateway.settle()
    answer = gateway.http.get(address).json()
    rows = answer if of is None else answer[of]
    assert rows
    for row in rows:
        assert row.keys() == described.model_fields.keys()
        assert described.model_validate(row).model_dump(mode="json") == row
