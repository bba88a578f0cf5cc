"""Answers of the service. Made of its OpenAPI document by scripts/make_types.py: do not edit."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

JOB_FILTERS = (
    'reference_id',
    'status',
    'stage',
    'tag',
    'batch_id',
    'q',
    'priority_weight',
    'assignee',
    'person',
    'has_findings',
    'created_from',
    'created_to',
    'order',
    'limit',
)

_JobRecordWarningsItem = TypedDict(
    '_JobRecordWarningsItem',
    {
        'field': str,
        'type': str,
    },
)

class JobRecordWarningsItem(_JobRecordWarningsItem, total=False):
    expected: str
    found: str

_JobRecordErrorMetaDataFailuresItem = TypedDict(
    '_JobRecordErrorMetaDataFailuresItem',
    {
        'field': str,
        'type': str,
    },
)

class JobRecordErrorMetaDataFailuresItem(_JobRecordErrorMetaDataFailuresItem, total=False):
    expected: str
    found: str

JobRecordErrorMetaData = TypedDict(
    'JobRecordErrorMetaData',
    {
        'failures': List[JobRecordErrorMetaDataFailuresItem],
    },
)

JobRecordError = TypedDict(
    'JobRecordError',
    {
        'code': str,
        'message': str,
        'meta_data': JobRecordErrorMetaData,
    },
)

JobRecordFindings = TypedDict(
    'JobRecordFindings',
    {
        'errors': int,
        'warnings': int,
        'by_code': Dict[str, int],
    },
)

JobRecord = TypedDict(
    'JobRecord',
    {
        'project_id': str,
        'reference_id': str,
        'job_id': str,
        'batch_id': str,
        'status': Literal['pending', 'in_progress', 'completed', 'failed', 'cancelled'],
        'tag': str,
        'priority_weight': int,
        'result': Optional[str],
        'stage': Literal['created', 'validating', 'queued', 'in_progress', 'in_review', 'assembling', 'completed', 'failed', 'cancelled'],
        'frames': int,
        'annotations': int,
        'created_at': str,
        'completed_at': Optional[str],
        'result_version': Optional[int],
        'viewer_url': str,
        'point_cloud_frame': Optional[Literal['sensor', 'common']],
        'point_cloud_frame_reason': Optional[str],
        'warnings': List[JobRecordWarningsItem],
        'error': Optional[JobRecordError],
        'metadata': Dict[str, Union[str, float, bool]],
        'findings': Optional[JobRecordFindings],
    },
)

_ListedJobWarningsItem = TypedDict(
    '_ListedJobWarningsItem',
    {
        'field': str,
        'type': str,
    },
)

class ListedJobWarningsItem(_ListedJobWarningsItem, total=False):
    expected: str
    found: str

_ListedJobErrorMetaDataFailuresItem = TypedDict(
    '_ListedJobErrorMetaDataFailuresItem',
    {
        'field': str,
        'type': str,
    },
)

class ListedJobErrorMetaDataFailuresItem(_ListedJobErrorMetaDataFailuresItem, total=False):
    expected: str
    found: str

ListedJobErrorMetaData = TypedDict(
    'ListedJobErrorMetaData',
    {
        'failures': List[ListedJobErrorMetaDataFailuresItem],
    },
)

ListedJobError = TypedDict(
    'ListedJobError',
    {
        'code': str,
        'message': str,
        'meta_data': ListedJobErrorMetaData,
    },
)

ListedJobFindings = TypedDict(
    'ListedJobFindings',
    {
        'errors': int,
        'warnings': int,
        'by_code': Dict[str, int],
    },
)

_ListedJob = TypedDict(
    '_ListedJob',
    {
        'project_id': str,
        'reference_id': str,
        'job_id': str,
        'batch_id': str,
        'status': Literal['pending', 'in_progress', 'completed', 'failed', 'cancelled'],
        'tag': str,
        'priority_weight': int,
        'stage': Literal['created', 'validating', 'queued', 'in_progress', 'in_review', 'assembling', 'completed', 'failed', 'cancelled'],
        'frames': int,
        'annotations': int,
        'created_at': str,
        'completed_at': Optional[str],
        'result_version': Optional[int],
        'viewer_url': str,
        'point_cloud_frame': Optional[Literal['sensor', 'common']],
        'point_cloud_frame_reason': Optional[str],
        'warnings': List[ListedJobWarningsItem],
        'error': Optional[ListedJobError],
        'metadata': Dict[str, Union[str, float, bool]],
        'findings': Optional[ListedJobFindings],
        'stage_at': str,
        'assignee': Optional[str],
        'deadline': Optional[str],
    },
)

class ListedJob(_ListedJob, total=False):
    consensus_annotators: Optional[int]

_JobCreatedWarningsItem = TypedDict(
    '_JobCreatedWarningsItem',
    {
        'field': str,
        'type': str,
    },
)

class JobCreatedWarningsItem(_JobCreatedWarningsItem, total=False):
    expected: str
    found: str

JobCreated = TypedDict(
    'JobCreated',
    {
        'job_id': str,
        'reference_id': str,
        'tag': str,
        'warnings': List[JobCreatedWarningsItem],
    },
)

_JobChecksFindingsItem = TypedDict(
    '_JobChecksFindingsItem',
    {
        'code': Literal['NO_POINTS', 'FEW_POINTS', 'FLOATS', 'SINKS', 'HELD', 'SIZE_CHANGES', 'SPEED', 'TURN_RATE', 'OVERLAP', 'CAMERA_BOX_STALE', 'LINE_JUMPS', 'MISSING_ATTRIBUTE', 'EMPTY_JOB', 'UNDECIDED_SUGGESTIONS', 'SIZE', 'DUPLICATE', 'UNLABELLED_POINTS', 'EMPTY_INSTANCE', 'EMPTY_CLASS', 'ARCHIVED_CLASS', 'RELATION_TARGET', 'RELATION_CLASSES', 'RELATION_MAX', 'GEOMETRY', 'SHAPE', 'ATTRIBUTE', 'SENSOR', 'LEGEND'],
        'severity': Literal['error', 'warning', 'note'],
        'message': str,
    },
)

class JobChecksFindingsItem(_JobChecksFindingsItem, total=False):
    track_id: str
    other_track_id: str
    record_id: str
    legend_entry_id: str
    sensor_id: str
    attribute: str
    frame_ids: List[str]
    count: int
    values: Dict[str, Union[str, float]]

JobChecksLookedAt = TypedDict(
    'JobChecksLookedAt',
    {
        'frames': int,
        'objects': int,
    },
)

JobChecks = TypedDict(
    'JobChecks',
    {
        'version': int,
        'complete': bool,
        'findings': List[JobChecksFindingsItem],
        'looked_at': JobChecksLookedAt,
    },
)

Prediction = TypedDict(
    'Prediction',
    {
        'data': Dict[str, Any],
        'created_at': str,
    },
)

ExportShownProgress = TypedDict(
    'ExportShownProgress',
    {
        'jobs_done': int,
        'jobs_total': int,
        'bytes': int,
    },
)

ExportShownLossesItem = TypedDict(
    'ExportShownLossesItem',
    {
        'kind': str,
        'count': int,
        'example': Dict[str, Any],
    },
)

ExportShownError = TypedDict(
    'ExportShownError',
    {
        'code': str,
        'message': str,
    },
)

ExportShown = TypedDict(
    'ExportShown',
    {
        'export_id': str,
        'format': str,
        'filter': Dict[str, Any],
        'splits': Optional[Dict[str, float]],
        'files': Literal['none', 'include'],
        'destination': Optional[str],
        'options': Dict[str, Any],
        'status': Literal['queued', 'running', 'completed', 'failed', 'cancelled'],
        'progress': ExportShownProgress,
        'url': Optional[str],
        'size': Optional[int],
        'sha256': Optional[str],
        'content_sha256': Optional[str],
        'losses': List[ExportShownLossesItem],
        'losses_total': int,
        'created_at': str,
        'completed_at': Optional[str],
        'expires_at': Optional[str],
        'error': Optional[ExportShownError],
    },
)

ImportShownProgress = TypedDict(
    'ImportShownProgress',
    {
        'parts_done': int,
        'parts_total': int,
        'bytes': int,
    },
)

ImportShownClassesItem = TypedDict(
    'ImportShownClassesItem',
    {
        'name': str,
        'parts': int,
        'class': Optional[str],
        'dropped': int,
    },
)

ImportShownUnmatchedItem = TypedDict(
    'ImportShownUnmatchedItem',
    {
        'file': str,
        'reason': Literal['NOT_FOUND', 'AMBIGUOUS', 'HAS_PREDICTION', 'IN_WORK'],
    },
)

_ImportShownFailuresItem = TypedDict(
    '_ImportShownFailuresItem',
    {
        'file': str,
        'type': str,
    },
)

class ImportShownFailuresItem(_ImportShownFailuresItem, total=False):
    line: int
    field: str
    lost: str

ImportShownFailureKindsItem = TypedDict(
    'ImportShownFailureKindsItem',
    {
        'type': str,
        'lost': Optional[str],
        'count': int,
    },
)

ImportShownError = TypedDict(
    'ImportShownError',
    {
        'code': str,
        'message': str,
    },
)

ImportShown = TypedDict(
    'ImportShown',
    {
        'import_id': str,
        'format': str,
        'tag': str,
        'into': Literal['predictions', 'jobs'],
        'options': Dict[str, Any],
        'status': Literal['queued', 'running', 'completed', 'failed', 'cancelled'],
        'progress': ImportShownProgress,
        'matched': int,
        'created': int,
        'classes': List[ImportShownClassesItem],
        'unmatched': List[ImportShownUnmatchedItem],
        'unmatched_total': int,
        'failures': List[ImportShownFailuresItem],
        'failures_total': int,
        'failure_kinds': List[ImportShownFailureKindsItem],
        'created_at': str,
        'completed_at': Optional[str],
        'error': Optional[ImportShownError],
    },
)

Format = TypedDict(
    'Format',
    {
        'format': str,
        'title': str,
        'description': str,
        'operations': List[str],
        'reads': bool,
        'writes': bool,
        'options': Dict[str, Any],
        'losses': List[str],
        'files': Literal['optional', 'required'],
        'tree': List[str],
        'spec_url': str,
    },
)

ProjectCreated = TypedDict(
    'ProjectCreated',
    {
        'project_id': str,
        'api_key': str,
        'signing_secret': str,
    },
)

KeyCreated = TypedDict(
    'KeyCreated',
    {
        'key_id': str,
        'key': str,
        'scopes': List[Literal['submit', 'read', 'annotate', 'assist']],
    },
)
