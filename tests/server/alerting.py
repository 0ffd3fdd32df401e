"""What alerts go to: a mail server and browsers' push services, real ones on loopback."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import re
import socket
import threading
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from server.kit import Person, Server, Tab, free_port
from waiting import wait_until

DAYS = {"kind": "days", "turn": 86400, "bank": 0}
SITE = "https://games.example.org"
PASSWORD = "long enough"


def text_of(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    wait_until(true, lambda: "it did not come", pause=0.05)


async def soon(true: Callable[[], object]) -> None:
    """Wait until something is true, while others go on."""
    await asyncio.to_thread(until, true)


# --- mail


class Postman:
    """A mail server that keeps the mails that come."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], EmailMessage]] = []
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self.controller.start()

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append((envelope.rcpt_tos, mail))
        return "250 OK"

    @property
    def settings(self) -> dict[str, str]:
        """What a server needs to send mails here."""
        address = f"smtp://127.0.0.1:{self.controller.port}"
        return {"SMTP": address, "MAIL_FROM": "games@example.org", "PUBLIC_URL": f"{SITE}/"}

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to an address."""
        return [mail for receivers, mail in self.mails if address in receivers]

    def turns(self, address: str) -> list[EmailMessage]:
        """The turn mails to an address."""
        return [mail for mail in self.to(address) if "your turn" in mail["Subject"]]

    def tokens(self, address: str) -> list[str]:
        """What the links in the questions at an address hold."""
        found = [re.search(rf"{SITE}/confirm#(\S+)", mail.get_content()) for mail in self.to(address)]
        return [link[1] for link in found if link]

    def stop(self) -> None:
        self.controller.stop()


async def with_address(person: Person, name: str, address: str, postman: Postman) -> None:
    """Sign up, and confirm the address by the mail that comes."""
    made = await person.post("/api/signup", {"name": name, "password": PASSWORD, "email": address})
    assert made.status_code == 200, made.text
    await soon(lambda: postman.tokens(address))
    assert (await person.post("/api/confirm", {"token": postman.tokens(address)[-1]})).status_code == 204
    assert (await person.get("/api/me")).json()["email_confirmed"] is True


# --- push


class PushService:
    """A browser's push service: keeps what comes, and answers as it is told."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.came: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        self.headers: dict[str, str] = {}
        self.may_answer = threading.Event()
        self.may_answer.set()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0")))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.came.append(({**headers, ":path": self.path}, body))
                service.may_answer.wait()
                self.send_response(service.status)
                for name, value in service.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            do_GET = do_POST  # noqa: N815  # what some clients make of a redirect

            def handle(self) -> None:
                with contextlib.suppress(OSError):  # whoever pushed may have hung up
                    super().handle()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/browser"

    @property
    def keys(self) -> dict[str, str]:
        return keys_of(self.key, self.auth)

    def subscription(self, endpoint: str | None = None) -> dict[str, object]:
        """What a browser sends when somebody switches alerts on."""
        return {"endpoint": endpoint or self.endpoint, "keys": self.keys}

    def opened(self, n: int) -> Any:
        """A message as the browser reads it."""
        return json.loads(decrypted(self.came[n][1], self.key, self.auth))

    def stop(self) -> None:
        self.may_answer.set()
        self.server.shutdown()
        self.server.server_close()


def keys_of(key: ec.EllipticCurvePrivateKey, auth: bytes) -> dict[str, str]:
    """A browser's keys, as it gives them to the page."""
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {"p256dh": text_of(public), "auth": text_of(auth)}


def some_keys() -> dict[str, str]:
    """Keys of some browser."""
    return keys_of(ec.generate_private_key(ec.SECP256R1()), os.urandom(16))


def decrypted(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """A message as a browser reads it (RFC 8188 and 8291)."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(sealed) <= size
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(SHA256(), length, salt, info).derive(secret)

    secret = derived(shared, auth, b"WebPush: info\0" + public + sender, 32)
    content_key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    plain = AESGCM(content_key).decrypt(nonce, sealed, None).rstrip(b"\0")
    assert plain.endswith(b"\x02")
    return plain[:-1]


class Doorbell:
    """A port of the house: notes who comes to it."""

    def __init__(self) -> None:
        self.rung = 0
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                visitor, _ = self.listening.accept()
            except OSError:
                return
            self.rung += 1
            visitor.close()

    def stop(self) -> None:
        self.listening.close()


def push_settings(*networks: str) -> dict[str, str]:
    """What a server needs to push, into the house only where the host allows it."""
    vapid = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
    own = {"PUSH_PRIVATE_KEY": text_of(vapid), "PUSH_CONTACT": "mailto:host@example.org"}
    return {**own, "PUSH_NETWORKS": ",".join(networks)} if networks else own


# --- at the table


async def choose(tab: Tab, what: str) -> None:
    """Wait for the own choice, and take the first of a kind."""
    while not tab.legal:
        await tab.hear(90)
    action = next(action for action in tab.legal if action["do"] == what)
    assert (await tab.act(action))["type"] == "done"


async def correspondence(ann: Person, ben: Person, start: bool = True) -> str:
    """A game of days between two, in which both are due at once."""
    table = await ann.table("usa", ["me", "open"], clock=DAYS, first_seat=0)
    assert (await ben.post(f"/api/tables/{table}/join")).status_code == 200
    if start:
        assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
    return table


def failed_pushes(server: Server) -> list[dict[str, Any]]:
    """What the log says of pushes that were not taken."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if line["event"] == "push failed"]
