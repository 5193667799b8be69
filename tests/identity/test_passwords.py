"""Passwords as they are kept."""

from lorewright.identity.passwords import MEMORY_KIB, ROUNDS, Passwords


def test_only_the_password_itself_verifies() -> None:
    passwords = Passwords()
    kept = passwords.hash("correct horse")
    assert kept.startswith(f"$argon2id$v=19$m={MEMORY_KIB},t={ROUNDS},p=1$")
    assert kept != passwords.hash("correct horse")
    assert passwords.verify("correct horse", kept)
    assert not passwords.verify("Correct horse", kept)
    assert not passwords.verify("", kept)


def test_for_who_is_not_known_a_hash_as_dear_is_verified_for_nothing() -> None:
    passwords = Passwords()
    kept = passwords.hash("correct horse")
    assert not passwords.verify("correct horse", None)
    assert passwords._nobodys.split("$")[:4] == kept.split("$")[:4]
    assert passwords.verify("", passwords._nobodys) is False
