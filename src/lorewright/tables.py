"""Every table of every room. A table is known once its module is loaded, so whoever makes a schema imports this first."""

from lorewright.gateway.articles import tables as articles
from lorewright.gateway.concepts import tables as concepts
from lorewright.gateway.contradictions import tables as contradictions
from lorewright.gateway.conversations import tables as conversations
from lorewright.gateway.lint import tables as lint
from lorewright.gateway.sources import tables as sources
from lorewright.index import tables as index
from lorewright.knowledge import tables as knowledge
from lorewright.platform.accounts import tables as accounts
from lorewright.platform.costs import tables as costs
from lorewright.platform.events import tables as events
from lorewright.platform.jobs import tables as jobs
from lorewright.platform.preferences import tables as preferences
from lorewright.platform.remains import tables as remains
from lorewright.retrieval.collections import tables as collections
from lorewright.retrieval.documents import tables as documents
from lorewright.retrieval.pipelines import tables as pipelines
from lorewright.retrieval.podcasts import tables as podcasts
from lorewright.retrieval.sessions import tables as sessions
from lorewright.retrieval.voices import tables as voices

__all__ = [
    "accounts",
    "articles",
    "collections",
    "concepts",
    "contradictions",
    "conversations",
    "costs",
    "documents",
    "events",
    "index",
    "jobs",
    "knowledge",
    "lint",
    "pipelines",
    "podcasts",
    "preferences",
    "remains",
    "sessions",
    "sources",
    "voices",
]
