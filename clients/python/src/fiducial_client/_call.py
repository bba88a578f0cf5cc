"""What a call is, when it may be sent again, and what its answer means. Knows no network."""

from __future__ import annotations

import json
import os
import random
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from keyword import iskeyword
from pathlib import Path
from time import time
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Union
from urllib.parse import quote

import httpx

from ._errors import Failure, FiducialError
from ._types import JOB_FILTERS

ATTEMPTS = 6
FIRST_DELAY_S = 0.5
MAX_DELAY_S = 30.0
MAYBE_DONE = frozenset((502, 503, 504))


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    #: May be sent again although it is not known whether it was done.
    repeatable: bool = False
    json: Any = None
    #: A file is opened again for each attempt and sent in pieces.
    content: Union[bytes, Path, None] = None
    headers: Dict[str, str] = field(default_factory=dict)
    params: Mapping[str, Any] = field(default_factory=dict)
    #: What of the answer is given on.
    reads: Callable[[httpx.Response], Any] = field(default=lambda response: data_of(response))

    @property
    def body(self) -> Union[bytes, Path, None]:
        return self.content if self.json is None else json_bytes(self.json)

    @property
    def body_headers(self) -> Dict[str, str]:
        """Type and length of the body, as far as they do not follow from it."""
        if self.json is not None:
            return {"content-type": "application/json"}
        return {"content-length": str(self.content.stat().st_size)} if isinstance(self.content, Path) else {}


def json_bytes(value: Any) -> bytes:
    """JSON of plain values, and of what can be made plain: arrays and numbers of numpy, tensors, times."""
    return json.dumps(value, default=_plain, allow_nan=False, separators=(",", ":")).encode()


def _plain(value: Any) -> Any:
    for method in ("tolist", "isoformat"):
        if hasattr(value, method):
            return getattr(value, method)()
    raise TypeError(f"a {type(value).__name__} cannot be sent as JSON: {value!r:.100}")


def settings(url: Optional[str], key: Optional[str]) -> Tuple[str, str]:
    """The service and the key: as given, else from FIDUCIAL_URL and FIDUCIAL_KEY."""
    address = url or os.environ.get("FIDUCIAL_URL") or "http://127.0.0.1:8080"
    secret = key or os.environ.get("FIDUCIAL_KEY")
    if not secret:
        raise ValueError("give a key, or set FIDUCIAL_KEY")
    return address.rstrip("/"), secret


def segment(text: str) -> str:
    """A part of a path."""
    return quote(text, safe="")


def present(**values: Any) -> Dict[str, Any]:
    """Those that are not None."""
    return {name: value for name, value in values.items() if value is not None}


def refuse_unknown_filters(filter: Mapping[str, Any]) -> None:
    """The service passes over names that it does not know: a misspelt filter would find every job."""
    known = (*JOB_FILTERS, "metadata")
    unknown = [name for name in filter if name not in known and not name.startswith("metadata.")]
    if unknown:
        raise TypeError(f"jobs have no filter {', '.join(unknown)}; there are {', '.join(known)}")


def query(filter: Mapping[str, Any]) -> Dict[str, Any]:
    """A filter as a query: ``metadata={"drive": "7"}`` is ``metadata.drive=7``."""
    flat: Dict[str, Any] = {}
    for name, value in filter.items():
        if isinstance(value, Mapping):
            flat.update({f"{name}.{key}": _text(one) for key, one in value.items()})
        elif value is not None:
            flat[name] = _text(value)
    return flat


def _text(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, set)):
        return ",".join(str(one) for one in value)
    return value.isoformat() if hasattr(value, "isoformat") else value


def data_of(response: httpx.Response) -> Any:
    """``data`` of a good answer. Raises FiducialError for any other."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if response.is_success and isinstance(body, dict) and body.get("success") is True:
        return body.get("data")
    raise error_of(response.status_code, body)


def document_of(response: httpx.Response) -> Any:
    """The answer itself, where it is a document. Raises FiducialError for a refusal."""
    return response.json() if response.is_success else data_of(response)


def headers_of(response: httpx.Response) -> Any:
    """The headers of the answer. Raises FiducialError for a refusal."""
    return response.headers if response.is_success else data_of(response)


def content_of(response: httpx.Response) -> Any:
    """The bytes of the answer. Raises FiducialError for a refusal."""
    return response.content if response.is_success else data_of(response)


def location_of(response: httpx.Response) -> Any:
    """The address that the answer leads on to. Raises FiducialError for any other."""
    return response.headers["location"] if response.is_redirect else data_of(response)


def named(members: Mapping[str, Any]) -> Dict[str, Any]:
    """Members by their names on the wire: ``from_`` is ``from``, a word of the language."""
    return {name[:-1] if name.endswith("_") and iskeyword(name[:-1]) else name: one for name, one in members.items()}


def error_of(status: int, body: Any) -> FiducialError:
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return FiducialError(
            "the answer is not one of this service: is the address right?", status=status, code="unreadable_answer"
        )
    meta = error.get("meta_data") or {}
    failures: List[Failure] = [Failure.of(one) for one in meta.get("failures") or []]
    return FiducialError(
        str(error.get("message") or ""),
        status=status,
        code=str(error.get("code") or ""),
        request_id=error.get("request_id"),
        failures=failures,
        meta_data=meta,
    )


def unreachable(address: str, cause: Exception) -> FiducialError:
    return FiducialError(f"cannot reach {address}: {cause or type(cause).__name__}", code="network_error")


def may_repeat(status: int, repeatable: bool) -> bool:
    """429 did nothing; a lost answer or a gateway's may have."""
    return status == 429 or (repeatable and (status == 0 or status in MAYBE_DONE))


def delay_s(attempt: int, retry_after: Optional[str]) -> float:
    """Grows with each attempt, with chance in it, so that many clients do not come back at once."""
    grown = min(MAX_DELAY_S, FIRST_DELAY_S * 2.0 ** (attempt - 1)) * (0.5 + random.random() / 2)
    return min(MAX_DELAY_S, max(grown, _seconds(retry_after)))


def _seconds(retry_after: Optional[str]) -> float:
    if not retry_after:
        return 0.0
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time())
    except (TypeError, ValueError):
        return 0.0


def existing_job(error: FiducialError, body: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
    """The job that a 409 names when it was made with this very body: sending it again changed nothing."""
    job_id = error.meta_data.get("job_id")
    if error.code != "FS_0001" or error.meta_data.get("same_payload") is not True or not isinstance(job_id, str):
        return None
    return {"job_id": job_id, "reference_id": body.get("reference_id"), "tag": body.get("tag"), "warnings": []}
