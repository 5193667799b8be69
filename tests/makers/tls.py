"""Certificates: an authority of the test's own, and what it vouches for."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

Key = ec.EllipticCurvePrivateKey


class Authority:
    """Who vouches for servers. `file` is its certificate, for those who are to believe it."""

    def __init__(self, folder: Path, name: str = "Authority of a test") -> None:
        self._folder = folder
        self._name = _named(name)
        self._key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(self._name, self._name, self._key).add_extension(
            x509.BasicConstraints(ca=True, path_length=0), critical=True
        )
        self.file = folder / f"{name}.pem"
        self.file.write_bytes(builder.sign(self._key, hashes.SHA256()).public_bytes(Encoding.PEM))

    def vouch(self, host: str) -> Path:
        """A file with the key and the certificate of a server of that name or address."""
        key = ec.generate_private_key(ec.SECP256R1())
        return _written(self._folder, key, _server(host, self._name, key).sign(self._key, hashes.SHA256()))


def self_signed(folder: Path, host: str) -> Path:
    """As `Authority.vouch`, but nobody vouches for it."""
    key = ec.generate_private_key(ec.SECP256R1())
    return _written(folder, key, _server(host, _named(host), key).sign(key, hashes.SHA256()))


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _builder(subject: x509.Name, issuer: x509.Name, key: Key) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    number = x509.random_serial_number()
    return x509.CertificateBuilder(
        issuer, subject, key.public_key(), number, now - timedelta(hours=1), now + timedelta(1)
    )


def _server(host: str, issuer: x509.Name, key: Key) -> x509.CertificateBuilder:
    is_address = host.replace(".", "").isdecimal()
    name = x509.IPAddress(ip_address(host)) if is_address else x509.DNSName(host)
    return _builder(_named(host), issuer, key).add_extension(x509.SubjectAlternativeName([name]), critical=False)


def _written(folder: Path, key: Key, certificate: x509.Certificate) -> Path:
    path = folder / f"{certificate.serial_number}.pem"
    held = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(held + certificate.public_bytes(Encoding.PEM))
    return path
