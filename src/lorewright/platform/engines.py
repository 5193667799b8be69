"""Which engine compiles and answers: the built-in one, or language models through the ledger."""

from lorewright.knowledge.engine import Engine
from lorewright.knowledge.extractive.engine import Extractive
from lorewright.knowledge.prompted.engine import Prompted
from lorewright.llm.fallback import Fallback
from lorewright.platform.costs.actions import Holds
from lorewright.platform.preferences.models import models_of
from lorewright.world import World


def engine_of(world: World, owner: str, holds: Holds) -> Engine:
    """As the owner's settings say now. Raises `Unavailable` where no provider that may be asked is set up.

    `holds` says which of the sources that a call is about are still there, and keeps them until its transaction ends.
    Opens transactions and may look into the keychain: call it with no transaction open, and not on an event loop's thread.
    """
    models = models_of(world, owner, holds=holds)
    return Prompted(Fallback(models)) if models else Extractive()
