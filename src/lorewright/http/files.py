"""Files that somebody sent in, on their way out again."""

from starlette.responses import StreamingResponse

from lorewright.blobs.base import Opened


def as_it_came(file: Opened, media_type: str, disposition: str) -> StreamingResponse:
    """Nobody vouches for what is in it: a browser that shows it runs nothing of it. Never held in memory whole."""
    headers = {
        "Content-Length": str(file.size),
        "Content-Disposition": disposition,
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
    }
    return StreamingResponse(file.chunks, media_type=media_type, headers=headers)
