"""Each provider on loopback."""

from collections.abc import Iterator

import pytest

from lorewright.llm.base import Provider
from tests.makers.models import Stub, model_stub


@pytest.fixture(params=list(Provider))
def stub(request: pytest.FixtureRequest) -> Iterator[Stub]:
    with model_stub(request.param) as stub:
        yield stub
