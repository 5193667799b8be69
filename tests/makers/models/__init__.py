"""Providers of language models on loopback: each speaks its protocol over real HTTP and says what a test wants.

    with model_stub(Provider.ANTHROPIC) as stub:
        settings = LlmSettings(anthropic=stub.settings)        # or stub.environment, for a process
        stub.answer_with(Fails(429), Says("Otters eat trout [1]."))
        ...
        assert stub.requests[-1].prompt == ...

`answer_with` gives one answer a request, in this order, and the last of them ever after. `answer_by` takes a function
from the request to its answer. A plain string is what the model says. Nothing here sleeps: a test that looks at what
comes piece by piece lets each through itself (`Says.gate`), and one whose provider falls silent sets a short time-out.
"""

from tests.makers.models.answers import Breaks, Fails, Garbled, Hangs, Raw, Received, Says, Stumbles
from tests.makers.models.server import Stub, model_stub

__all__ = ["Breaks", "Fails", "Garbled", "Hangs", "Raw", "Received", "Says", "Stub", "Stumbles", "model_stub"]
