"""Rows of an export as a DataFrame."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any, Dict, Iterator


def rows_of(archive: Path) -> Iterator[Dict[str, Any]]:
    """One row a record, from an archive of the format jsonl."""
    with zipfile.ZipFile(archive) as zipped, zipped.open("records.jsonl") as lines:
        for line in lines:
            yield json.loads(line)


def dataframe_of(archive: Path) -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_dataframe needs pandas: pip install 'fiducial[pandas]'") from error
    return pandas.DataFrame.from_records(list(rows_of(archive)))
