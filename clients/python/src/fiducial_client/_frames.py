"""Rows of an export as a DataFrame or an Arrow table."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any, Dict, Iterator


#: Of every row of the format jsonl, in its order.
COLUMNS = (
    "frame_id", "sensor_id", "track_id", "record_id", "label", "attributes", "x", "y", "z", "length", "width",
    "height", "qw", "qx", "qy", "qz", "x1", "y1", "x2", "y2", "image_width", "image_height", "geometry",
    "hidden", "key_frame", "source", "point_count", "agreement", "job_id", "reference_id", "tag",
    "result_version", "review", "metadata", "type",
)


def rows_of(archive: Path) -> Iterator[Dict[str, Any]]:
    """One row a record, from an archive of the format jsonl."""
    with zipfile.ZipFile(archive) as zipped, zipped.open("records.jsonl") as lines:
        for line in lines:
            yield json.loads(line)


def dataframe_of(archive: Path) -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_dataframe needs pandas: pip install 'fiducial-client[pandas]'") from error
    rows = list(rows_of(archive))
    # Of no rows no columns are known; code that names one should find it there too.
    return pandas.DataFrame.from_records(rows) if rows else pandas.DataFrame(columns=list(COLUMNS))


def arrow_of(archive: Path) -> Any:
    """A pyarrow Table, from an archive of the format parquet."""
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("to_arrow needs pyarrow: pip install 'fiducial-client[arrow]'") from error
    with zipfile.ZipFile(archive) as zipped, zipped.open("records.parquet") as file:
        return pyarrow.parquet.read_table(file)
