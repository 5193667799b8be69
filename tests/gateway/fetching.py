"""The service that may fetch the pages of a site on loopback."""

from collections.abc import Iterator
from contextlib import contextmanager

from lorewright.core.settings import FetchSettings, Settings
from tests.conftest import Gateway, open_gateway, serving, working
from tests.makers.site import Site


def letting(settings: Settings, pages: Site) -> Settings:
    return settings.model_copy(update={"fetch": FetchSettings(allow_hosts=pages.host, timeout_s=60)})


@contextmanager
def fetching(settings: Settings, pages: Site) -> Iterator[Gateway]:
    chosen = letting(settings, pages)
    with serving(chosen) as client, working(chosen), open_gateway(chosen, client) as gateway:
        yield gateway
