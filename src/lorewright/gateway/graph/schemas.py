"""The graph as it leaves the building: what its description says, and the rows that are encoded."""

import msgspec
from pydantic import BaseModel

from lorewright.gateway.articles.tables import RelationType
from lorewright.knowledge.tables import Confidence


class GraphNode(BaseModel):
    """An article. `concept_cluster`: the most telling of its concepts that others have too; `connection_count`: how many articles
    it is linked with."""

    id: str
    label: str
    concept_cluster: str | None
    connection_count: int
    confidence: Confidence | None


class GraphEdge(BaseModel):
    """`context`: the sentence that links, or in which one names the other. What leads both ways is told once."""

    source: str
    target: str
    context: str | None
    relation_type: RelationType = RelationType.REFERENCES
    resolution: str | None = None


class GraphResponse(BaseModel):
    nodes: list[GraphNode]
    edges: list[GraphEdge]


class Node(msgspec.Struct, frozen=True):
    """A `GraphNode`."""

    id: str
    label: str
    concept_cluster: str | None
    connection_count: int
    confidence: str | None


class Edge(msgspec.Struct, frozen=True):
    """A `GraphEdge`."""

    source: str
    target: str
    context: str | None
    relation_type: str
    resolution: str | None


class Graph(msgspec.Struct, frozen=True):
    nodes: list[Node]
    edges: list[Edge]
