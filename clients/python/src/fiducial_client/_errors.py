"""What calls raise."""

from __future__ import annotations

from typing import Any, List, Mapping, NamedTuple, Optional


class Failure(NamedTuple):
    """One value that is wrong, by its place in the request or the file."""

    field: str
    type: str
    file: Optional[str] = None
    line: Optional[int] = None

    def __str__(self) -> str:
        place = ", ".join(
            part
            for part in (self.file or "", "" if self.line is None else f"line {self.line}", self.field)
            if part
        )
        return f"{place}: {self.type}" if place else self.type

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> "Failure":
        return cls(str(raw.get("field") or ""), str(raw.get("type") or ""), raw.get("file"), raw.get("line"))


class FiducialError(Exception):
    """A call that was refused. ``status`` 0: no answer came."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str = "",
        request_id: Optional[str] = None,
        failures: Optional[List[Failure]] = None,
        meta_data: Optional[Mapping[str, Any]] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.failures = failures or []
        self.meta_data = dict(meta_data or {})

    def __str__(self) -> str:
        lines = [f"{self.code or 'error'} ({self.status}): {self.message}"]
        lines += [f"  {failure}" for failure in self.failures[:20]]
        if len(self.failures) > 20:
            lines.append(f"  and {len(self.failures) - 20} more")
        if self.request_id:
            lines.append(f"  request_id {self.request_id}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"FiducialError(status={self.status}, code={self.code!r}, message={self.message!r})"


class CallbackVerificationError(Exception):
    """A callback that does not come from the service: answer it with 400 and do nothing else with it."""
