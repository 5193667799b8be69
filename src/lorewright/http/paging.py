"""Lists in pages: which one is wanted, and what the headers of an answer tell of the others."""

from typing import Annotated, NamedTuple

from fastapi import Depends, Query, Request, Response

MOST = 2**31 - 1
"""No list has so many pages."""


class Page(NamedTuple):
    """`number` counts from 1."""

    number: int = 1
    size: int = 20

    @property
    def offset(self) -> int:
        return (self.number - 1) * self.size


async def _wanted(
    page: Annotated[int, Query(ge=1, le=MOST, description="Which page, from 1")] = 1,
    page_size: Annotated[int, Query(ge=1, le=100, description="How many on each")] = 20,
) -> Page:
    return Page(page, page_size)


Paging = Annotated[Page, Depends(_wanted)]


def tell(request: Request, response: Response, page: Page, total: int) -> None:
    """How many there are in all, and the addresses of the first, previous, next and last page (RFC 8288)."""
    last = max(1, -(-total // page.size))
    others = {"first": 1, "prev": min(page.number - 1, last), "next": page.number + 1, "last": last}
    links = [
        f'<{request.url.path}?{request.url.include_query_params(page=number, page_size=page.size).query}>; rel="{name}"'
        for name, number in others.items()
        if 1 <= number <= last
    ]
    response.headers["X-Total-Count"] = str(total)
    response.headers["X-Page"] = str(page.number)
    response.headers["X-Page-Size"] = str(page.size)
    response.headers["Link"] = ", ".join(links)
