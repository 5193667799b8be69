"""Lorewright turns sources into knowledge that can be checked."""

__version__ = "0.1.0"
