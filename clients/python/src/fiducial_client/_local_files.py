"""The files of a folder that are sent. Knows no network."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, List, Tuple, Union

MAX_NAME_BYTES = 1024
#: Control characters, backslashes, and bytes of names that are not UTF-8.
NOT_TAKEN = re.compile("[\x00-\x1f\x7f-\x9f\\\\\ud800-\udfff]")


@dataclass(frozen=True)
class LocalFile:
    """A file of a folder that a person named."""

    #: Relative to the folder, with ``/`` between parts.
    name: str
    path: Path
    size: int


@dataclass(frozen=True)
class LeftOut:
    """A file of the folder that is not sent, and why."""

    name: str
    reason: str


def local_files(root: Path) -> Tuple[List[LocalFile], List[LeftOut]]:
    """The files of a folder, or the file itself, and what is not sent of them. Hidden files are left out of both."""
    found = root.stat()
    if not stat.S_ISDIR(found.st_mode):
        return [LocalFile(root.absolute().name, root, found.st_size)], []
    files: List[LocalFile] = []
    left_out: List[LeftOut] = []
    for one in _below(root.resolve(), root, ""):
        if isinstance(one, LocalFile):
            files.append(one)
        else:
            left_out.append(one)
    return files, left_out


def _below(root: Path, folder: Path, prefix: str) -> Iterator[Union[LocalFile, LeftOut]]:
    for entry in sorted(os.listdir(folder)):
        if entry.startswith("."):
            continue
        path, name = folder / entry, prefix + entry
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode):
            yield from _below(root, path, f"{name}/")
        elif stat.S_ISREG(mode) or stat.S_ISLNK(mode):
            yield from _file(root, path, name)


def _file(root: Path, path: Path, name: str) -> Iterator[Union[LocalFile, LeftOut]]:
    """The file, or why it is left out; nothing for a folder that is linked within the folder: it is met at its place."""
    if path.is_symlink():
        try:
            target = path.resolve(strict=True)
        except (OSError, RuntimeError):
            yield LeftOut(name, "it is a link to nothing")
            return
        if root not in target.parents:
            yield LeftOut(name, "it is a link that leaves the folder")
            return
        if not target.is_file():
            return
    if NOT_TAKEN.search(name) or len(name.encode()) > MAX_NAME_BYTES:
        yield LeftOut(name, "its name has control characters or a backslash, or is over 1,024 bytes")
    else:
        yield LocalFile(name, path, path.stat().st_size)
