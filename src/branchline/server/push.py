"""Pushes on their way: to addresses on the open internet, each looked up once, checked, and then called itself."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlsplit

from httptools import HttpParserError, HttpParserUpgrade, HttpResponseParser

from branchline.server import webpush
from branchline.server.settings import Settings

AT_ONCE = 8
SECONDS = 10.0  # for one push, from the look-up to the answer
LONGEST_ANSWER = 16 * 1024  # of which only the status counts
KEPT_SECONDS = 24 * 3600  # so long a push service keeps a message for a browser that is off
MOST_ADDRESSES = 3  # of a name, tried in turn
HTTPS = 443
FIRST_HIGH_PORT = 1024  # below stand the doors of other services, which nobody may make us knock at
LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
NAME = re.compile(rf"(?:{LABEL}\.)*{LABEL}\.?")
AT_HOME = (".local", ".localhost", ".internal")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LookUp = Callable[[str, int], Awaitable[list[str]]]


class BadEndpoint(Exception):
    """An address that is not pushed to."""


class PushFailed(Exception):
    """A push service that does not answer as one."""


@dataclass(frozen=True)
class Endpoint:
    """Where a browser's push service takes its messages."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Host and port as they are written in addresses."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if (self.scheme, self.port) == ("https", HTTPS) else f"{host}:{self.port}"

    @classmethod
    def read(cls, text: str) -> Endpoint:
        """The endpoint in a text; BadEndpoint if it cannot be one."""
        try:
            parts = urlsplit(text)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise BadEndpoint("unreadable") from None
        if not re.fullmatch(r"[!-~]+", text) or parts.scheme not in ("https", "http") or "@" in parts.netloc:
            raise BadEndpoint("unreadable")
        if _address(host) is None and (len(host) > 253 or not NAME.fullmatch(host)):
            raise BadEndpoint("no such host")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return cls(parts.scheme, host, port or (HTTPS if parts.scheme == "https" else 80), path)


def _address(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_public(address: Address) -> bool:
    """Whether an address is somewhere on the open internet, not around the server nor wrapped around such a one."""
    if isinstance(address, ipaddress.IPv6Address):
        if address in NAT64:
            return is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        if address.ipv4_mapped or address.sixtofour or address.teredo:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


class Gate:
    """Which endpoints are pushed to: those on the open internet, and the host's own networks."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(network) for network in networks]

    def check_words(self, endpoint: Endpoint) -> None:
        """Refuse at once what can be seen without a look-up."""
        address = _address(endpoint.host)
        if address is not None:
            self.check_address(endpoint, address)
        elif not self._networks:
            self._check_public(endpoint)
            name = endpoint.host.rstrip(".")
            if "." not in name or name.endswith(AT_HOME):
                raise BadEndpoint("a name of the services")

    def check_address(self, endpoint: Endpoint, address: Address) -> None:
        """Refuse an address that the endpoint leads to."""
        if any(address in network for network in self._networks):
            return
        self._check_public(endpoint)
        if not is_public(address):
            raise BadEndpoint("not on the open internet")

    def _check_public(self, endpoint: Endpoint) -> None:
        if endpoint.scheme != "https" or not (endpoint.port == HTTPS or endpoint.port >= FIRST_HIGH_PORT):
            raise BadEndpoint("not over https")


class Pusher:
    """Sends pushes, a few at a time, in no thread that anybody else waits for."""

    def __init__(self, settings: Settings, look_up: LookUp | None = None) -> None:
        self.gate = Gate(settings.push_networks)
        self._key = webpush.private_key(settings.push_private_key) if settings.push_private_key else None
        self._contact = settings.push_contact
        self._places = asyncio.Semaphore(AT_ONCE)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="names")  # a slow name server holds up no hashes
        self._look_up = look_up or self._resolve
        self._trust = ssl.create_default_context()

    @property
    def ready(self) -> bool:
        """Whether the host has given the key to sign with."""
        return self._key is not None

    async def push(self, text: str, keys: dict[str, str], message: bytes) -> int:
        """Send a message to a browser; the push service's status. BadEndpoint, PushFailed or ValueError if not sent."""
        assert self._key is not None
        endpoint = Endpoint.read(text)
        origin = f"{endpoint.scheme}://{endpoint.authority}"
        sealed = webpush.encrypt(message, keys)
        signed = webpush.authorization(self._key, origin, self._contact, int(time.time()))
        async with self._places:
            try:
                async with asyncio.timeout(SECONDS):
                    return await self._post(endpoint, _request(endpoint, signed, sealed))
            except (OSError, HttpParserError, HttpParserUpgrade) as problem:
                raise PushFailed(type(problem).__name__) from None

    async def _post(self, endpoint: Endpoint, request: bytes) -> int:
        """Look the name up once, check every address, and call one of these: no later look-up can change it."""
        found = [ipaddress.ip_address(each) for each in await self._look_up(endpoint.host, endpoint.port)]
        for address in found:
            self.gate.check_address(endpoint, address)
        problem = OSError()
        for address in found[:MOST_ADDRESSES]:
            try:
                return await self._call(str(address), endpoint, request)
            except OSError as trouble:
                problem = trouble
        raise problem

    async def _call(self, address: str, endpoint: Endpoint, request: bytes) -> int:
        secure = endpoint.scheme == "https"
        reader, writer = await asyncio.open_connection(
            address,
            endpoint.port,
            ssl=self._trust if secure else None,
            server_hostname=endpoint.host.rstrip(".") if secure else None,
        )
        try:
            writer.write(request)
            return await _status(reader)
        finally:
            writer.transport.abort()

    async def _resolve(self, host: str, port: int) -> list[str]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._threads, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        )
        return [str(each[4][0]) for each in found]


def _request(endpoint: Endpoint, signed: str, sealed: bytes) -> bytes:
    head = (
        f"POST {endpoint.path} HTTP/1.1",
        f"Host: {endpoint.authority}",
        f"Authorization: {signed}",
        "Content-Encoding: aes128gcm",
        "Content-Type: application/octet-stream",
        f"Content-Length: {len(sealed)}",
        f"TTL: {KEPT_SECONDS}",
        "Connection: close",
    )
    return "\r\n".join((*head, "", "")).encode("ascii") + sealed


class _Answer:
    """Waits for the status of an answer; llhttp, which also reads for our server, does the reading."""

    def __init__(self) -> None:
        self.status = 0
        self._parser = HttpResponseParser(self)

    def feed(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_headers_complete(self) -> None:
        """Note the status; those below 200 only announce another."""
        self.status = status if (status := self._parser.get_status_code()) >= 200 else 0


async def _status(reader: asyncio.StreamReader) -> int:
    """The status of an answer. Nothing else in it is of use, a new address least of all."""
    answer, size = _Answer(), 0
    while not answer.status:
        data = await reader.read(4096)
        size += len(data)
        if not data or size > LONGEST_ANSWER:
            raise PushFailed("no answer")
        answer.feed(data)
    return answer.status
