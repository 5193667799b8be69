"""Where in a folder that all share each user's files lie."""

from pathlib import Path

from lorewright.platform.accounts.rules import LOCAL_USER_ID

USER_FOLDER = "-".join("[0-9a-f]" * digits for digits in (8, 4, 4, 4, 12))
"""A person may keep folders of her own beside those of users."""


def folder_of(shared: Path, owner: str) -> Path:
    """Without login the shared folder itself."""
    return shared if owner == LOCAL_USER_ID else shared / owner


def folders(shared: Path) -> list[Path]:
    """The shared folder and those of users in it."""
    return [shared, *(one for one in shared.glob(USER_FOLDER) if one.is_dir())]
