"""Callbacks, signed after Standard Webhooks: HMAC-SHA256 over ``id.timestamp.body``."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional, Sequence, Union

from ._errors import CallbackVerificationError


def verify_callback(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """Checks the signature of a callback and answers its body.

    ``secret`` is the project's ``signing_secret``, or several while one is changed for another.
    Raises CallbackVerificationError.
    """
    given = {name.lower(): value for name, value in headers.items()}
    webhook_id, timestamp, signatures = (
        _required(given, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise CallbackVerificationError("webhook-timestamp is not a time in whole seconds")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise CallbackVerificationError(f"webhook-timestamp is more than {tolerance:g} s from now")
    raw = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    content = f"{webhook_id}.{timestamp}.".encode("utf-8") + raw
    secrets = [secret] if isinstance(secret, str) else list(secret)
    wanted = [hmac.new(_key(one), content, hashlib.sha256).digest() for one in secrets]
    for word in signatures.split(" "):
        signature = _decoded(word[3:]) if word.startswith("v1,") else None
        if signature is not None and any(hmac.compare_digest(signature, one) for one in wanted):
            return _read(raw)
    raise CallbackVerificationError("no signature was made with the signing secret")


def _required(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise CallbackVerificationError(f"the header {name} is missing")
    return value


def _key(secret: str) -> bytes:
    key = _decoded(secret[len("whsec_") :]) if secret.startswith("whsec_") else None
    if not key:
        raise ValueError("the signing secret has to be whsec_ followed by base64")
    return key


def _decoded(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _read(raw: bytes) -> Dict[str, Any]:
    try:
        parsed = json.loads(raw)
    except ValueError as error:
        raise CallbackVerificationError("the body is not JSON") from error
    if not isinstance(parsed, dict):
        raise CallbackVerificationError("the body is not an object")
    return parsed
