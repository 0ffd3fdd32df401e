"""What Web Push writes: a message only one browser can read (RFC 8291), and the server's signature (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes, of which our one short record needs a few
SALT, AUTH, POINT, NUMBER = 16, 16, 65, 32  # bytes
LAST_RECORD = b"\x02"
SIGNED_SECONDS = 12 * 3600  # push services take up to 24 hours


def to_text(raw: bytes) -> str:
    """Bytes in base64url, as Web Push writes them."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """The bytes of a text in base64url, with or without its padding; ValueError if it is none."""
    plain = text.rstrip("=")
    return base64.b64decode(plain + "=" * (-len(plain) % 4), altchars=b"-_", validate=True)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """The server's key, 32 bytes in base64url; ValueError if it is none."""
    raw = from_text(text)
    if len(raw) != NUMBER:
        raise ValueError("a VAPID key has 32 bytes")
    return ec.derive_private_key(int.from_bytes(raw, "big"), CURVE)


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """The public half of a key, as browsers want it when they subscribe."""
    return to_text(_public(key))


def browser_keys(keys: dict[str, str]) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """What a browser gave to encrypt its messages with; ValueError if that cannot be."""
    point, auth = from_text(keys["p256dh"]), from_text(keys["auth"])
    if len(point) != POINT or len(auth) != AUTH:
        raise ValueError("the keys have the wrong length")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point), auth


def encrypt(
    message: bytes,
    keys: dict[str, str],
    salt: bytes | None = None,
    ours: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message as one aes128gcm record. Salt and key are new for every message; only tests bring their own."""
    theirs, auth = browser_keys(keys)
    salt = os.urandom(SALT) if salt is None else salt
    ours = ec.generate_private_key(CURVE) if ours is None else ours
    theirs_raw = theirs.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    secret = _derived(ours.exchange(ec.ECDH(), theirs), auth, b"WebPush: info\0" + theirs_raw + _public(ours), 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack(">IB", RECORD, POINT) + _public(ours)
    return head + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def authorization(key: ec.EllipticCurvePrivateKey, origin: str, contact: str, now: int) -> str:
    """The header that says who sends: a token for one push service, for some hours. ``now`` is in seconds."""
    claims: dict[str, object] = {"aud": origin, "exp": now + SIGNED_SECONDS}
    if contact:
        claims["sub"] = contact
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    said = ".".join(to_text(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(SHA256())))
    signature = to_text(r.to_bytes(NUMBER, "big") + s.to_bytes(NUMBER, "big"))
    return f"vapid t={said}.{signature}, k={public_text(key)}"
