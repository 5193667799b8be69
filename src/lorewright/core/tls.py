"""Whom we believe to be who they say they are."""

import ssl


def trusting() -> ssl.SSLContext:
    """Whom the system trusts, and on systems that keep no list of their own whom Mozilla does."""
    import certifi

    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context
