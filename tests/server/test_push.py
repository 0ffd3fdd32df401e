"""Pushes on their way: what is checked is what is called, over real TLS on loopback."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import ssl
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from server.alerting import PushService, push_settings, some_keys

from branchline.server.push import BadEndpoint, Pusher, PushFailed, is_public
from branchline.server.settings import Settings

NAME = "push.example.org"


class Names:
    """A name server that says what it is told, one answer after the other."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, _: int) -> list[str]:
        self.asked.append(host)
        return self.answers.pop(0)


def pusher(names: Names, *networks: str) -> Pusher:
    key = push_settings()["PUSH_PRIVATE_KEY"]
    return Pusher(Settings(push_private_key=key, push_networks=networks), names)


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate that speaks for a name and for itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    today = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    shown, kept = folder / "shown.pem", folder / "kept.pem"
    shown.write_bytes(made.public_bytes(Encoding.PEM))
    kept.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return shown, kept


@pytest.fixture
def secure(tmp_path: Path, push: PushService, monkeypatch: pytest.MonkeyPatch) -> PushService:
    """A push service with a certificate for its name, which the server trusts."""
    shown, kept = certificate(tmp_path, NAME)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(shown, kept)
    push.server.socket = context.wrap_socket(push.server.socket, server_side=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(shown))
    return push


def test_a_name_is_looked_up_once_and_the_address_that_was_checked_is_called_for_that_name(secure: PushService) -> None:
    names = Names(["127.0.0.1"])
    endpoint = f"https://{NAME}:{secure.server.server_port}/browser?a=b"

    async def story() -> int:
        return await pusher(names, "127.0.0.0/8").push(endpoint, secure.keys, b'{"x": 1}')

    assert asyncio.run(story()) == 201
    assert names.asked == [NAME]
    assert secure.opened(0) == {"x": 1}
    assert secure.came[0][0][":path"] == "/browser?a=b"
    assert secure.came[0][0]["host"] == f"{NAME}:{secure.server.server_port}"


def test_a_certificate_of_another_name_is_not_taken(secure: PushService) -> None:
    async def story() -> None:
        endpoint = f"https://other.example.org:{secure.server.server_port}/browser"
        with pytest.raises(PushFailed, match="SSLCertVerificationError"):
            await pusher(Names(["127.0.0.1"]), "127.0.0.0/8").push(endpoint, secure.keys, b"{}")

    asyncio.run(story())
    assert secure.came == []


@pytest.mark.parametrize(
    "addresses", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["2606:4700::1111", "::1"], ["10.1.2.3"]]
)
def test_one_address_around_the_server_is_enough_to_call_none(addresses: list[str]) -> None:
    async def story() -> None:
        with pytest.raises(BadEndpoint):
            await pusher(Names(addresses)).push(f"https://{NAME}/x", some_keys(), b"{}")

    asyncio.run(story())


def test_without_tls_only_the_hosts_own_networks_are_called(push: PushService) -> None:
    async def story() -> None:
        assert await pusher(Names(["127.0.0.1"]), "127.0.0.1/32").push(push.endpoint, push.keys, b"{}") == 201
        with pytest.raises(BadEndpoint):
            await pusher(Names(["8.8.8.8"]), "127.0.0.1/32").push("http://push.example.org/x", push.keys, b"{}")

    asyncio.run(story())


def test_an_answer_that_is_none_is_a_failed_push() -> None:
    async def story() -> None:
        async def babble(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"220 mail.example.org ESMTP\r\n")
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(babble, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(PushFailed):
                await pusher(Names(["127.0.0.1"]), "127.0.0.0/8").push(f"http://x.y:{port}/", some_keys(), b"{}")

    asyncio.run(story())


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        ("64:ff9b::808:808", True),  # 8.8.8.8 behind NAT64
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),  # 6to4
        ("2001:0:808:808::1", False),  # Teredo
        ("::ffff:127.0.0.1", False),
        ("::ffff:8.8.8.8", False),
        ("::127.0.0.1", False),
        ("::1", False),
        ("::", False),
        ("127.0.0.1", False),
        ("0.0.0.0", False),
        ("10.0.0.1", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("fe80::1%eth0", False),
        ("fc00::1", False),
        ("ff0e::1", False),
    ],
)
def test_what_is_on_the_open_internet(address: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is public
