"""Progress bars, where tqdm is installed."""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

Progress = Union[bool, Callable[[int], Any]]


class Bar:
    """Told how many more are done. ``True``: a bar of tqdm, nothing where it is missing; a function: called with the sum."""

    def __init__(self, progress: Progress, total: Optional[int], unit: str) -> None:
        self._done = 0
        self._call = progress if callable(progress) else None
        self._bar: Any = None
        if progress is True:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self._bar = tqdm(total=total, unit=unit)

    def add(self, count: int) -> None:
        self._done += count
        if self._call:
            self._call(self._done)
        if self._bar is not None:
            self._bar.update(count)

    def to(self, done: int, total: Optional[int] = None) -> None:
        if self._bar is not None and total:
            self._bar.total = total
        if done > self._done:
            self.add(done - self._done)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
