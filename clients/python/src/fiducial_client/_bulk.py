"""Many jobs in few calls: how they are split, and what became of each. Knows no network."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Union, cast

from . import _types as t
from ._call import existing_job, json_bytes
from ._errors import Failure, FiducialError

CHUNK_JOBS = 500
#: The service takes 64 MiB a call, and less where it has little memory.
CHUNK_BYTES = 8 * 1024 * 1024


def chunks(bodies: Iterable[Mapping[str, Any]]) -> Iterator[List[Dict[str, Any]]]:
    """As many as a call takes: of large bodies few, of one that is larger than all that, that one."""
    chunk: List[Dict[str, Any]] = []
    size = 0
    for body in bodies:
        length = len(json_bytes(dict(body)))
        if chunk and (len(chunk) == CHUNK_JOBS or size + length > CHUNK_BYTES):
            yield chunk
            chunk, size = [], 0
        chunk.append(dict(body))
        size += length
    if chunk:
        yield chunk


def is_for_now(made: Optional[Union[t.JobCreated, FiducialError]]) -> bool:
    """Not answered yet, or the service could not take it at that moment."""
    if made is None:
        return True
    return isinstance(made, FiducialError) and (made.status == 429 or made.status >= 502)


def created_of(row: Mapping[str, Any], body: Mapping[str, Any]) -> Union[t.JobCreated, FiducialError]:
    """The job of a row of the answer, or why there is none."""
    if row["success"]:
        return cast(t.JobCreated, row["data"])
    raw = row["error"]
    meta = raw.get("meta_data") or {}
    error = FiducialError(
        raw.get("message", ""),
        status=row["status"],
        code=raw.get("code", ""),
        request_id=raw.get("request_id"),
        failures=[Failure.of(one) for one in meta.get("failures") or []],
        meta_data=meta,
    )
    return cast(t.JobCreated, existing_job(error, body) or error)
