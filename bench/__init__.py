"""What is measured, and how: `python -m bench --help`."""

import lorewright  # before numpy, which it tells how many threads a product takes: measured is what the service does

__all__ = ["lorewright"]
