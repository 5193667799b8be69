"""A server on loopback that speaks the protocol of S3. What it keeps lies in the memory of this process, whichever server kept it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

BUCKET = "lorewright"
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "tests", "AWS_SECRET_ACCESS_KEY": "tests", "AWS_REGION": "us-east-1"}


@contextmanager
def s3_server() -> Iterator[str]:
    """Its address. There is one bucket; a test takes a prefix of its own."""
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        address = f"http://{host}:{port}"
        httpx.put(f"{address}/{BUCKET}", trust_env=False).raise_for_status()
        yield address
    finally:
        server.stop()
