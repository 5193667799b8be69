"""Which engine compiles, answers and writes scripts: the built-in one, or language models through the ledger."""

from lorewright.knowledge.engine import Engine
from lorewright.knowledge.extractive.engine import Extractive
from lorewright.knowledge.prompted.engine import Prompted
from lorewright.knowledge.prompted.scripting import PromptedWriter
from lorewright.knowledge.script.base import Writer
from lorewright.knowledge.script.extracted import ExtractiveWriter
from lorewright.llm.fallback import Fallback
from lorewright.platform.costs.actions import Holds
from lorewright.platform.costs.ledgered import Kept, nobody
from lorewright.platform.preferences.models import models_of
from lorewright.world import World


def engine_of(world: World, owner: str, holds: Holds, kept: Kept = nobody) -> Engine:
    """As the owner's settings say now. Raises `Unavailable` where no provider that may be asked is set up.

    `holds` says which of the sources that a call is about are still there, and keeps them until its transaction ends.
    `kept` is told of each answer that need not be asked for again.
    Opens transactions and may look into the keychain: call it with no transaction open, and not on an event loop's thread.
    """
    models = models_of(world, owner, holds=holds, kept=kept)
    return Prompted(Fallback(models)) if models else Extractive(world.embedders)


def writer_of(world: World, owner: str, holds: Holds, kept: Kept = nobody, *, seconds: float) -> Writer:
    """Who says what texts have to say aloud, for so long an episode; as `engine_of`."""
    models = models_of(world, owner, holds=holds, kept=kept)
    return PromptedWriter(Fallback(models), seconds) if models else ExtractiveWriter()
