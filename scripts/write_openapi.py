"""Writes docs/openapi.json: what the service says of itself. A test keeps it equal to what is served."""

import json
import tempfile
from pathlib import Path

from lorewright.app import create_app
from lorewright.core.settings import Settings
from lorewright.world import open_world

TARGET = Path(__file__).parents[1] / "docs" / "openapi.json"


def description() -> str:
    """The OpenAPI document as it stands in the file."""
    with tempfile.TemporaryDirectory() as folder:
        world = open_world(Settings(data_dir=Path(folder)))
        document = create_app(world).openapi()
        world.close()
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TARGET.write_text(description())
    print(f"wrote {TARGET}")
