"""The outside world, built once at the entry and handed in: nothing reaches for it."""

from dataclasses import dataclass
from math import ceil
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from lorewright.blobs.base import Blobs
from lorewright.blobs.folder import FolderBlobs
from lorewright.blobs.s3 import Place, S3Blobs
from lorewright.core.clock import Clock, SystemClock
from lorewright.core.settings import Settings
from lorewright.db.engine import Database
from lorewright.embeddings.base import Embedders
from lorewright.embeddings.catalogue import open_embedders
from lorewright.fetch.base import Fetcher
from lorewright.fetch.http import Bounds, HttpFetcher
from lorewright.fetch.rules import allowed_pairs
from lorewright.identity import Identity, identity_of
from lorewright.index.base import LexicalIndex, VectorIndex
from lorewright.index.bits import BitCache
from lorewright.index.lexical import PackedPostings
from lorewright.index.vectors import StoredVectors
from lorewright.llm.keys import Keys, StoredKeys
from lorewright.llm.models import Models
from lorewright.rates.base import Windows
from lorewright.rates.memory import MemoryWindows
from lorewright.rates.redis import RedisWindows
from lorewright.reading.cage import Limits, Readers
from lorewright.speech.base import PresetSpeech
from lorewright.speech.catalogue import open_speech
from lorewright.speech.elevenlabs import ElevenLabs

BUSY = 4
"""Reading may take so many times longer by the clock than it works: on a busy machine it has the processor now and then only."""


@dataclass(frozen=True, slots=True)
class World:
    settings: Settings
    db: Database
    blobs: Blobs
    """Of the gateway's sources."""
    documents: Blobs
    """Of the retrieval service."""
    podcasts: Blobs
    """Episodes."""
    lines: Blobs
    """What is spoken of an episode that is under way, a recording for each line."""
    voices: Blobs
    """Samples of people's voices."""
    words: LexicalIndex
    vectors: VectorIndex
    embedders: Embedders
    readers: Readers
    fetcher: Fetcher
    keys: Keys
    models: Models
    speech: PresetSpeech
    elevenlabs: ElevenLabs
    identity: Identity
    windows: Windows
    clock: Clock

    def close(self) -> None:
        self.readers.close()
        self.speech.close()
        self.windows.close()
        self.db.close()


def open_world(settings: Settings) -> World:
    """Opens, but creates nothing: the tables are made by `db.migrations`."""
    keys = StoredKeys(settings.llm.providers)
    clock = SystemClock()
    return World(
        settings=settings,
        db=Database(settings.database_url),
        blobs=blobs_at(settings, settings.blobs_dir),
        documents=blobs_at(settings, settings.documents_dir),
        voices=blobs_at(settings, settings.voices_dir),
        podcasts=blobs_at(settings, settings.podcasts_dir),
        lines=blobs_at(settings, settings.lines_dir),
        words=PackedPostings(),
        vectors=StoredVectors(BitCache()),
        embedders=open_embedders(settings.embeddings),
        readers=Readers(reader_limits(settings)),
        fetcher=_fetcher(settings),
        keys=keys,
        models=Models(settings.llm, keys),
        speech=open_speech(settings.speech, settings.llm.openai, keys),
        elevenlabs=ElevenLabs(settings.speech.elevenlabs, by_proxy=settings.speech.use_proxy),
        identity=identity_of(settings, clock),
        windows=_windows(settings),
        clock=clock,
    )


def blobs_at(settings: Settings, folder: Path) -> Blobs:
    """In this folder of the data folder; in an object store, where one is set, under the folder's name."""
    if settings.blobs.url is None:
        return FolderBlobs(folder)
    parts = urlsplit(settings.blobs.url)
    asked = parse_qs(parts.query)
    prefix = "/".join(filter(None, [*unquote(parts.path).split("/"), folder.name]))
    return S3Blobs(
        Place(parts.netloc, prefix, asked.get("endpoint", [None])[0], asked.get("region", [None])[0]),
    )


def _windows(settings: Settings) -> Windows:
    url = settings.rate.redis_url
    return MemoryWindows() if url is None else RedisWindows(url.get_secret_value())


def _fetcher(settings: Settings) -> Fetcher:
    bounds = Bounds(settings.fetch.timeout_s, settings.fetch.page_bytes, settings.limits.upload_bytes)
    allowed = allowed_pairs(settings.fetch.allow_hosts)
    return HttpFetcher(bounds, allowed=allowed, by_proxy=settings.fetch.use_proxy)


def reader_limits(settings: Settings) -> Limits:
    seconds = settings.reading.timeout_s
    return Limits(cpu_s=ceil(seconds), wall_s=BUSY * seconds, memory_bytes=settings.reading.memory_mb << 20)
