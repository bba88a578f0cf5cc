"""Bodies and answers of the service. Made of src/contract by `npm run clients`: do not edit."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

JOB_FILTERS = (
    "reference_id",
    "status",
    "stage",
    "tag",
    "batch_id",
    "ingest_id",
    "q",
    "priority_weight",
    "assignee",
    "person",
    "has_findings",
    "created_from",
    "created_to",
    "order",
    "limit",
)

AccessRuleHeaders = TypedDict(
    "AccessRuleHeaders",
    {
        "set": Literal[True],
    },
)

AccessRuleSecretAccessKey = TypedDict(
    "AccessRuleSecretAccessKey",
    {
        "set": Literal[True],
    },
)

_AccessRuleNeeded = TypedDict(
    "_AccessRuleNeeded",
    {
        "match": str,
    },
)

_AccessRuleOptional = TypedDict(
    "_AccessRuleOptional",
    {
        "headers": Dict[str, Union[str, AccessRuleHeaders]],
        "endpoint": str,
        "region": str,
        "access_key_id": str,
        "secret_access_key": Union[str, AccessRuleSecretAccessKey],
        "write": bool,
    },
    total=False,
)

class AccessRule(_AccessRuleNeeded, _AccessRuleOptional):
    pass

_ShownAccessRuleHeadersNeeded = TypedDict(
    "_ShownAccessRuleHeadersNeeded",
    {
        "set": Literal[True],
    },
)

_ShownAccessRuleHeadersOptional = TypedDict(
    "_ShownAccessRuleHeadersOptional",
    {
        "last4": str,
    },
    total=False,
)

class ShownAccessRuleHeaders(_ShownAccessRuleHeadersNeeded, _ShownAccessRuleHeadersOptional):
    pass

_ShownAccessRuleSecretAccessKeyNeeded = TypedDict(
    "_ShownAccessRuleSecretAccessKeyNeeded",
    {
        "set": Literal[True],
    },
)

_ShownAccessRuleSecretAccessKeyOptional = TypedDict(
    "_ShownAccessRuleSecretAccessKeyOptional",
    {
        "last4": str,
    },
    total=False,
)

class ShownAccessRuleSecretAccessKey(_ShownAccessRuleSecretAccessKeyNeeded, _ShownAccessRuleSecretAccessKeyOptional):
    pass

_ShownAccessRuleNeeded = TypedDict(
    "_ShownAccessRuleNeeded",
    {
        "match": str,
    },
)

_ShownAccessRuleOptional = TypedDict(
    "_ShownAccessRuleOptional",
    {
        "headers": Dict[str, ShownAccessRuleHeaders],
        "endpoint": str,
        "region": str,
        "access_key_id": str,
        "secret_access_key": ShownAccessRuleSecretAccessKey,
        "write": bool,
    },
    total=False,
)

class ShownAccessRule(_ShownAccessRuleNeeded, _ShownAccessRuleOptional):
    pass

_IntrinsicsNeeded = TypedDict(
    "_IntrinsicsNeeded",
    {
    },
)

_IntrinsicsOptional = TypedDict(
    "_IntrinsicsOptional",
    {
        "cx": Optional[float],
        "cy": Optional[float],
        "cX": Optional[float],
        "cY": Optional[float],
        "fx": Optional[float],
        "fy": Optional[float],
        "k1": Optional[float],
        "k2": Optional[float],
        "k3": Optional[float],
        "k4": Optional[float],
        "p1": Optional[float],
        "p2": Optional[float],
        "skew": Optional[float],
        "scale_factor": Optional[float],
        "camera_model": Optional[Literal["brown_conrady", "fisheye"]],
    },
    total=False,
)

class Intrinsics(_IntrinsicsNeeded, _IntrinsicsOptional):
    pass

_KeptSensorNeeded = TypedDict(
    "_KeptSensorNeeded",
    {
        "sensor_id": str,
    },
)

_KeptSensorOptional = TypedDict(
    "_KeptSensorOptional",
    {
        "name": Optional[str],
        "modality": Optional[Literal["lidar", "camera"]],
        "state": Optional[Literal["editable", "non_editable"]],
        "intrinsics": Optional[Intrinsics],
        "camera_model": Optional[Literal["brown_conrady", "fisheye"]],
    },
    total=False,
)

class KeptSensor(_KeptSensorNeeded, _KeptSensorOptional):
    pass

_SensorConfigurationNeeded = TypedDict(
    "_SensorConfigurationNeeded",
    {
    },
)

_SensorConfigurationOptional = TypedDict(
    "_SensorConfigurationOptional",
    {
        "name": Optional[str],
        "modality": Optional[Literal["lidar", "camera"]],
        "state": Optional[Literal["editable", "non_editable"]],
        "intrinsics": Optional[Intrinsics],
        "camera_model": Optional[Literal["brown_conrady", "fisheye"]],
    },
    total=False,
)

class SensorConfiguration(_SensorConfigurationNeeded, _SensorConfigurationOptional):
    pass

_AssistAskNeeded = TypedDict(
    "_AssistAskNeeded",
    {
        "assistant": str,
        "verb": Literal["predict", "segment", "fit", "track", "label_points", "review"],
    },
)

_AssistAskOptional = TypedDict(
    "_AssistAskOptional",
    {
        "input": Dict[str, Any],
        "preview": bool,
    },
    total=False,
)

class AssistAsk(_AssistAskNeeded, _AssistAskOptional):
    pass

_SuggestionNeeded = TypedDict(
    "_SuggestionNeeded",
    {
        "suggestion_id": str,
        "assistant": str,
        "verb": Literal["predict", "segment", "fit", "track", "label_points", "review"],
        "record": Dict[str, Any],
        "score": Optional[float],
        "state": Literal["open", "accepted", "dropped", "replaced", "preview"],
        "created_at": str,
    },
)

_SuggestionOptional = TypedDict(
    "_SuggestionOptional",
    {
        "track": Dict[str, Any],
        "linked": List[Dict[str, Any]],
    },
    total=False,
)

class Suggestion(_SuggestionNeeded, _SuggestionOptional):
    pass

AssistRunDroppedItem = TypedDict(
    "AssistRunDroppedItem",
    {
        "label": str,
        "count": int,
    },
)

AssistRunError = TypedDict(
    "AssistRunError",
    {
        "code": Literal["TIMEOUT", "UNREACHABLE", "HTTP_ERROR", "REDIRECT", "INVALID_ANSWER", "TOO_LARGE", "TOO_MANY", "CANCELLED", "SUPERSEDED", "BUSY", "DAILY_LIMIT"],
        "message": str,
    },
)

AssistRun = TypedDict(
    "AssistRun",
    {
        "run_id": str,
        "assistant": str,
        "verb": Literal["predict", "segment", "fit", "track", "label_points", "review"],
        "status": Literal["queued", "running", "completed", "failed", "cancelled"],
        "progress": Optional[float],
        "suggestions": List[Suggestion],
        "stopped_at": List[Dict[str, Any]],
        "findings": List[Dict[str, Any]],
        "dropped": List[AssistRunDroppedItem],
        "error": Optional[AssistRunError],
    },
)

AssistantBodyHeaders = TypedDict(
    "AssistantBodyHeaders",
    {
        "set": Literal[True],
    },
)

AssistantBodySecret = TypedDict(
    "AssistantBodySecret",
    {
        "set": Literal[True],
    },
)

AssistantBodyAuto = TypedDict(
    "AssistantBodyAuto",
    {
        "verb": Literal["predict", "review"],
        "on": Literal["queued"],
    },
)

_AssistantBodyNeeded = TypedDict(
    "_AssistantBodyNeeded",
    {
        "carrier": Literal["http", "queue", "label_studio", "cvat"],
    },
)

_AssistantBodyOptional = TypedDict(
    "_AssistantBodyOptional",
    {
        "url": Optional[str],
        "headers": Dict[str, Union[str, AssistantBodyHeaders]],
        "secret": Optional[Union[str, AssistantBodySecret]],
        "verbs": List[Literal["predict", "segment", "fit", "track", "label_points", "review"]],
        "tags": Optional[List[str]],
        "auto": Optional[AssistantBodyAuto],
        "timeout_seconds": int,
        "max_in_flight": int,
        "calls_per_day": Optional[int],
        "kind": Optional[Literal["detector", "interactor", "tracker", "reid"]],
        "version": Optional[str],
        "map": Dict[str, str],
    },
    total=False,
)

class AssistantBody(_AssistantBodyNeeded, _AssistantBodyOptional):
    pass

ShownAssistantHeaders = TypedDict(
    "ShownAssistantHeaders",
    {
        "set": Literal[True],
    },
)

ShownAssistantSecret = TypedDict(
    "ShownAssistantSecret",
    {
        "set": Literal[True],
        "last4": str,
    },
)

ShownAssistantAuto = TypedDict(
    "ShownAssistantAuto",
    {
        "verb": Literal["predict", "review"],
        "on": Literal["queued"],
    },
)

ShownAssistantLatencyMs = TypedDict(
    "ShownAssistantLatencyMs",
    {
        "p50": Optional[float],
        "p95": Optional[float],
    },
)

ShownAssistantVersionsItemLatencyMs = TypedDict(
    "ShownAssistantVersionsItemLatencyMs",
    {
        "p50": Optional[float],
        "p95": Optional[float],
    },
)

ShownAssistantVersionsItem = TypedDict(
    "ShownAssistantVersionsItem",
    {
        "version": str,
        "calls": int,
        "errors": int,
        "latency_ms": ShownAssistantVersionsItemLatencyMs,
        "suggested": int,
        "kept": int,
        "changed": int,
        "dropped": int,
        "untouched": int,
        "kept_share": Optional[float],
        "seconds_saved_per_object": Optional[float],
    },
)

ShownAssistant = TypedDict(
    "ShownAssistant",
    {
        "name": str,
        "carrier": Literal["http", "queue", "label_studio", "cvat"],
        "url": Optional[str],
        "headers": Dict[str, ShownAssistantHeaders],
        "secret": ShownAssistantSecret,
        "verbs": List[Literal["predict", "segment", "fit", "track", "label_points", "review"]],
        "tags": Optional[List[str]],
        "auto": Optional[ShownAssistantAuto],
        "timeout_seconds": int,
        "max_in_flight": int,
        "calls_per_day": Optional[int],
        "calls_today": int,
        "kind": Optional[Literal["detector", "interactor", "tracker", "reid"]],
        "map": Dict[str, str],
        "version": Optional[str],
        "description": Optional[Dict[str, Any]],
        "state": Literal["ok", "failing", "down", "unknown"],
        "problem": Optional[str],
        "created_at": str,
        "calls": int,
        "errors": int,
        "latency_ms": ShownAssistantLatencyMs,
        "suggested": int,
        "kept": int,
        "changed": int,
        "dropped": int,
        "untouched": int,
        "kept_share": Optional[float],
        "seconds_saved_per_object": Optional[float],
        "versions": List[ShownAssistantVersionsItem],
    },
)

IgnoreOptionRegionsItemPointsItem = TypedDict(
    "IgnoreOptionRegionsItemPointsItem",
    {
        "x": float,
        "y": float,
    },
)

_IgnoreOptionRegionsItemNeeded = TypedDict(
    "_IgnoreOptionRegionsItemNeeded",
    {
        "points": List[IgnoreOptionRegionsItemPointsItem],
    },
)

_IgnoreOptionRegionsItemOptional = TypedDict(
    "_IgnoreOptionRegionsItemOptional",
    {
        "frame_id": str,
        "sensor_id": str,
    },
    total=False,
)

class IgnoreOptionRegionsItem(_IgnoreOptionRegionsItemNeeded, _IgnoreOptionRegionsItemOptional):
    pass

_IgnoreOptionNeeded = TypedDict(
    "_IgnoreOptionNeeded",
    {
    },
)

_IgnoreOptionOptional = TypedDict(
    "_IgnoreOptionOptional",
    {
        "labels": List[str],
        "hidden": bool,
        "distance_m": List[Optional[float]],
        "area_px": List[Optional[float]],
        "regions": List[IgnoreOptionRegionsItem],
    },
    total=False,
)

class IgnoreOption(_IgnoreOptionNeeded, _IgnoreOptionOptional):
    pass

_EvaluationRequestNeeded = TypedDict(
    "_EvaluationRequestNeeded",
    {
    },
)

_EvaluationRequestOptional = TypedDict(
    "_EvaluationRequestOptional",
    {
        "version": str,
        "tag": str,
        "jobs": int,
        "ignore": IgnoreOption,
    },
    total=False,
)

class EvaluationRequest(_EvaluationRequestNeeded, _EvaluationRequestOptional):
    pass

AssistantEvaluationImagesInterval = TypedDict(
    "AssistantEvaluationImagesInterval",
    {
        "low": float,
        "high": float,
    },
)

AssistantEvaluationImagesByClassCurveItem = TypedDict(
    "AssistantEvaluationImagesByClassCurveItem",
    {
        "recall": float,
        "precision": float,
        "score": float,
    },
)

AssistantEvaluationImagesByClass = TypedDict(
    "AssistantEvaluationImagesByClass",
    {
        "truth": int,
        "found": int,
        "ap": Optional[float],
        "ap50": Optional[float],
        "ap75": Optional[float],
        "ap_small": Optional[float],
        "ap_medium": Optional[float],
        "ap_large": Optional[float],
        "ar1": Optional[float],
        "ar10": Optional[float],
        "ar100": Optional[float],
        "curve": List[AssistantEvaluationImagesByClassCurveItem],
    },
)

AssistantEvaluationImages = TypedDict(
    "AssistantEvaluationImages",
    {
        "map": Optional[float],
        "interval": Optional[AssistantEvaluationImagesInterval],
        "by_class": Dict[str, AssistantEvaluationImagesByClass],
    },
)

AssistantEvaluationSpaceInterval = TypedDict(
    "AssistantEvaluationSpaceInterval",
    {
        "low": float,
        "high": float,
    },
)

AssistantEvaluationSpaceByClassCurveItem = TypedDict(
    "AssistantEvaluationSpaceByClassCurveItem",
    {
        "recall": float,
        "precision": float,
        "score": float,
    },
)

AssistantEvaluationSpaceByClass = TypedDict(
    "AssistantEvaluationSpaceByClass",
    {
        "truth": int,
        "found": int,
        "ap": Optional[float],
        "ap_by_distance_m": Optional[Dict[str, float]],
        "ate": Optional[float],
        "ase": Optional[float],
        "aoe": Optional[float],
        "curve": List[AssistantEvaluationSpaceByClassCurveItem],
    },
)

AssistantEvaluationSpace = TypedDict(
    "AssistantEvaluationSpace",
    {
        "nds": Optional[float],
        "map": Optional[float],
        "interval": Optional[AssistantEvaluationSpaceInterval],
        "by_class": Dict[str, AssistantEvaluationSpaceByClass],
    },
)

AssistantEvaluation = TypedDict(
    "AssistantEvaluation",
    {
        "assistant": str,
        "version": Optional[str],
        "jobs": int,
        "jobs_total": int,
        "images": Optional[AssistantEvaluationImages],
        "space": Optional[AssistantEvaluationSpace],
        "left_out": int,
    },
)

_NewBatchNeeded = TypedDict(
    "_NewBatchNeeded",
    {
    },
)

_NewBatchOptional = TypedDict(
    "_NewBatchOptional",
    {
        "project_id": Optional[str],
        "name": Optional[str],
        "label": Optional[str],
        "description": Optional[str],
        "callback_url": Optional[str],
    },
    total=False,
)

class NewBatch(_NewBatchNeeded, _NewBatchOptional):
    pass

JobSummary = TypedDict(
    "JobSummary",
    {
        "id": str,
        "reference_id": str,
        "status": Literal["pending", "in_progress", "completed", "failed", "cancelled"],
        "frames": int,
        "annotations": int,
        "priority_weight": int,
        "tag": str,
        "viewer_url": str,
    },
)

BatchPage = TypedDict(
    "BatchPage",
    {
        "id": str,
        "project_id": str,
        "name": str,
        "jobs": List[JobSummary],
        "next_page_token": Optional[str],
    },
)

_BatchSummaryNeeded = TypedDict(
    "_BatchSummaryNeeded",
    {
        "id": str,
        "name": str,
        "description": str,
        "is_default": bool,
        "total_jobs": int,
        "completed_jobs": int,
        "total_frames": int,
        "completed_frames": int,
        "annotations": int,
        "failed_jobs": int,
        "cancelled_jobs": int,
        "created_at": str,
        "status": Literal["Complete", "In Progress", "Empty"],
    },
)

_BatchSummaryOptional = TypedDict(
    "_BatchSummaryOptional",
    {
        "state": Literal["open", "paused", "closed"],
    },
    total=False,
)

class BatchSummary(_BatchSummaryNeeded, _BatchSummaryOptional):
    pass

ProjectDetails = TypedDict(
    "ProjectDetails",
    {
        "name": str,
        "base": Literal["IMAGE", "VIDEO", "SENSOR_FUSION", "POINT_CLOUD_SEGMENTATION"],
        "batches": List[BatchSummary],
    },
)

ProjectStats = TypedDict(
    "ProjectStats",
    {
        "name": str,
        "base": Literal["IMAGE", "VIDEO", "SENSOR_FUSION", "POINT_CLOUD_SEGMENTATION"],
        "total_batches": int,
        "completed_batches": int,
        "total_jobs": int,
        "completed_jobs": int,
        "total_frames": int,
        "completed_frames": int,
        "annotations": int,
    },
)

_CallbackChangeNeeded = TypedDict(
    "_CallbackChangeNeeded",
    {
    },
)

_CallbackChangeOptional = TypedDict(
    "_CallbackChangeOptional",
    {
        "url": Optional[str],
        "service_key": Optional[str],
        "signing_secret": Optional[str],
        "events": List[Literal["PENDING", "COMPLETED", "FAILED", "job.queued", "job.in_review", "batch.completed", "export.completed", "import.completed"]],
        "allowed_origins": List[str],
        "enabled": bool,
    },
    total=False,
)

class CallbackChange(_CallbackChangeNeeded, _CallbackChangeOptional):
    pass

ShownSecret = TypedDict(
    "ShownSecret",
    {
        "set": bool,
        "last4": Optional[str],
    },
)

CallbackSettings = TypedDict(
    "CallbackSettings",
    {
        "url": Optional[str],
        "service_key": ShownSecret,
        "signing_secret": ShownSecret,
        "events": List[Literal["PENDING", "COMPLETED", "FAILED", "job.queued", "job.in_review", "batch.completed", "export.completed", "import.completed"]],
        "allowed_origins": List[str],
        "enabled": bool,
        "disabled_reason": Optional[str],
    },
)

CallbackTest = TypedDict(
    "CallbackTest",
    {
        "http_status": Optional[int],
        "duration_ms": float,
        "response": Optional[str],
        "error": Optional[str],
    },
)

_FindingNeeded = TypedDict(
    "_FindingNeeded",
    {
        "code": Literal["NO_POINTS", "FEW_POINTS", "FLOATS", "SINKS", "HELD", "SIZE_CHANGES", "SPEED", "TURN_RATE", "OVERLAP", "CAMERA_BOX_STALE", "LINE_JUMPS", "MISSING_ATTRIBUTE", "EMPTY_JOB", "UNDECIDED_SUGGESTIONS", "SIZE", "DUPLICATE", "UNLABELLED_POINTS", "EMPTY_INSTANCE", "EMPTY_CLASS", "ARCHIVED_CLASS", "RELATION_TARGET", "RELATION_CLASSES", "RELATION_MAX", "GEOMETRY", "SHAPE", "ATTRIBUTE", "SENSOR", "LEGEND"],
        "severity": Literal["error", "warning", "note"],
        "message": str,
    },
)

_FindingOptional = TypedDict(
    "_FindingOptional",
    {
        "track_id": str,
        "other_track_id": str,
        "record_id": str,
        "legend_entry_id": str,
        "sensor_id": str,
        "attribute": str,
        "frame_ids": List[str],
        "count": int,
        "values": Dict[str, Union[str, float]],
    },
    total=False,
)

class Finding(_FindingNeeded, _FindingOptional):
    pass

JobChecksLookedAt = TypedDict(
    "JobChecksLookedAt",
    {
        "frames": int,
        "objects": int,
    },
)

JobChecks = TypedDict(
    "JobChecks",
    {
        "version": int,
        "complete": bool,
        "findings": List[Finding],
        "looked_at": JobChecksLookedAt,
    },
)

_ContestRowNeeded = TypedDict(
    "_ContestRowNeeded",
    {
        "contest_id": str,
        "job_id": str,
        "reference_id": str,
        "tag": str,
        "comment": str,
        "opened_at": str,
        "state": Literal["open", "upheld", "dismissed"],
        "answer": Optional[str],
        "decided_at": Optional[str],
        "user_id": str,
        "kind": Literal["gold", "review"],
        "source_job_id": Optional[str],
        "score_before": Optional[float],
        "score": Optional[float],
    },
)

_ContestRowOptional = TypedDict(
    "_ContestRowOptional",
    {
        "name": Optional[str],
    },
    total=False,
)

class ContestRow(_ContestRowNeeded, _ContestRowOptional):
    pass

DeliveryAttempt = TypedDict(
    "DeliveryAttempt",
    {
        "at": str,
        "duration_ms": float,
        "http_status": Optional[int],
        "error": Optional[str],
        "response": Optional[str],
    },
)

Delivery = TypedDict(
    "Delivery",
    {
        "webhook_id": str,
        "status": Literal["pending", "delivered", "exhausted", "disabled"],
        "url": str,
        "next_attempt_at": Optional[str],
        "attempts": List[DeliveryAttempt],
    },
)

_ProjectEventDataNeeded = TypedDict(
    "_ProjectEventDataNeeded",
    {
        "project_id": str,
    },
)

_ProjectEventDataOptional = TypedDict(
    "_ProjectEventDataOptional",
    {
        "batch_id": str,
        "job_id": str,
        "reference_id": str,
        "export_id": str,
        "import_id": str,
    },
    total=False,
)

class ProjectEventData(_ProjectEventDataNeeded, _ProjectEventDataOptional):
    pass

ProjectEvent = TypedDict(
    "ProjectEvent",
    {
        "type": Literal["job.queued", "job.in_review", "batch.completed", "export.completed", "import.completed"],
        "timestamp": str,
        "data": ProjectEventData,
    },
)

_PendingAnnotationNeeded = TypedDict(
    "_PendingAnnotationNeeded",
    {
        "reference_id": str,
        "job_id": str,
        "tag": str,
        "status": Literal["PENDING"],
    },
)

_PendingAnnotationOptional = TypedDict(
    "_PendingAnnotationOptional",
    {
        "metadata": Dict[str, Union[str, float, bool]],
    },
    total=False,
)

class PendingAnnotation(_PendingAnnotationNeeded, _PendingAnnotationOptional):
    pass

FailedAnnotationErrorMetaDataFailuresItem = TypedDict(
    "FailedAnnotationErrorMetaDataFailuresItem",
    {
        "field": str,
        "type": str,
    },
)

FailedAnnotationErrorMetaData = TypedDict(
    "FailedAnnotationErrorMetaData",
    {
        "failures": List[FailedAnnotationErrorMetaDataFailuresItem],
    },
)

FailedAnnotationError = TypedDict(
    "FailedAnnotationError",
    {
        "code": str,
        "message": str,
        "meta_data": FailedAnnotationErrorMetaData,
    },
)

_FailedAnnotationNeeded = TypedDict(
    "_FailedAnnotationNeeded",
    {
        "reference_id": str,
        "job_id": str,
        "tag": str,
        "status": Literal["FAILED"],
        "error": FailedAnnotationError,
    },
)

_FailedAnnotationOptional = TypedDict(
    "_FailedAnnotationOptional",
    {
        "metadata": Dict[str, Union[str, float, bool]],
        "flu_id": str,
    },
    total=False,
)

class FailedAnnotation(_FailedAnnotationNeeded, _FailedAnnotationOptional):
    pass

_CompletedAnnotationResultNeeded = TypedDict(
    "_CompletedAnnotationResultNeeded",
    {
        "type": Literal["image2d", "video2d", "cuboid3d", "cuboid3d_linked2d", "segmentation3d"],
        "url": str,
        "result_version": int,
    },
)

_CompletedAnnotationResultOptional = TypedDict(
    "_CompletedAnnotationResultOptional",
    {
        "data": Any,
    },
    total=False,
)

class CompletedAnnotationResult(_CompletedAnnotationResultNeeded, _CompletedAnnotationResultOptional):
    pass

_CompletedAnnotationNeeded = TypedDict(
    "_CompletedAnnotationNeeded",
    {
        "reference_id": str,
        "job_id": str,
        "tag": str,
        "status": Literal["COMPLETED"],
        "result": CompletedAnnotationResult,
    },
)

_CompletedAnnotationOptional = TypedDict(
    "_CompletedAnnotationOptional",
    {
        "metadata": Dict[str, Union[str, float, bool]],
    },
    total=False,
)

class CompletedAnnotation(_CompletedAnnotationNeeded, _CompletedAnnotationOptional):
    pass

Annotation = Union[CompletedAnnotation, FailedAnnotation, PendingAnnotation]

CallbackBody = TypedDict(
    "CallbackBody",
    {
        "annotations": List[Annotation],
    },
)

FeedEvent = TypedDict(
    "FeedEvent",
    {
        "cursor": str,
        "body": Union[CallbackBody, ProjectEvent],
    },
)

UsageRow = TypedDict(
    "UsageRow",
    {
        "job_id": str,
        "reference_id": str,
        "tag": str,
        "frames": int,
        "annotations": int,
        "completed_at": str,
    },
)

Format = TypedDict(
    "Format",
    {
        "format": str,
        "title": str,
        "description": str,
        "operations": List[str],
        "reads": bool,
        "writes": bool,
        "options": Dict[str, Any],
        "losses": List[str],
        "files": Literal["optional", "required"],
        "tree": List[str],
        "spec_url": str,
    },
)

_NewExportFilterNeeded = TypedDict(
    "_NewExportFilterNeeded",
    {
    },
)

_NewExportFilterOptional = TypedDict(
    "_NewExportFilterOptional",
    {
        "batch_id": str,
        "tag": Union[str, List[str]],
        "status": Literal["completed"],
        "reference_ids": List[str],
        "completed_from": str,
        "completed_to": str,
        "metadata": Dict[str, Union[str, float, bool]],
    },
    total=False,
)

class NewExportFilter(_NewExportFilterNeeded, _NewExportFilterOptional):
    pass

_NewExportNeeded = TypedDict(
    "_NewExportNeeded",
    {
        "format": str,
    },
)

_NewExportOptional = TypedDict(
    "_NewExportOptional",
    {
        "filter": NewExportFilter,
        "splits": Dict[str, Any],
        "files": Union[Literal["none"], Literal["include"]],
        "destination": str,
        "options": Dict[str, Any],
    },
    total=False,
)

class NewExport(_NewExportNeeded, _NewExportOptional):
    pass

ExportLoss = TypedDict(
    "ExportLoss",
    {
        "kind": str,
        "count": int,
        "example": Dict[str, Any],
    },
)

ExportShownProgress = TypedDict(
    "ExportShownProgress",
    {
        "jobs_done": int,
        "jobs_total": int,
        "bytes": int,
    },
)

ExportShownError = TypedDict(
    "ExportShownError",
    {
        "code": str,
        "message": str,
    },
)

ExportShown = TypedDict(
    "ExportShown",
    {
        "export_id": str,
        "format": str,
        "filter": Dict[str, Any],
        "splits": Optional[Dict[str, float]],
        "files": Literal["none", "include"],
        "destination": Optional[str],
        "options": Dict[str, Any],
        "status": Literal["queued", "running", "completed", "failed", "cancelled"],
        "progress": ExportShownProgress,
        "url": Optional[str],
        "size": Optional[int],
        "sha256": Optional[str],
        "content_sha256": Optional[str],
        "losses": List[ExportLoss],
        "losses_total": int,
        "created_at": str,
        "completed_at": Optional[str],
        "expires_at": Optional[str],
        "error": Optional[ExportShownError],
    },
)

UploadedFile = TypedDict(
    "UploadedFile",
    {
        "file_id": str,
        "url": str,
        "name": str,
        "size": int,
        "sha256": str,
        "kind": Literal["image", "video", "cloud", "archive", "log", "other"],
        "media_type": str,
        "in_use": bool,
        "created_at": str,
        "expires_at": Optional[str],
    },
)

Upload = TypedDict(
    "Upload",
    {
        "upload_id": str,
        "name": str,
        "size": int,
        "offset": int,
        "expires_at": Optional[str],
        "file_id": Optional[str],
    },
)

_TruthNeeded = TypedDict(
    "_TruthNeeded",
    {
    },
)

_TruthOptional = TypedDict(
    "_TruthOptional",
    {
        "from": Literal["result", "submission"],
        "job_id": str,
        "data": Dict[str, Any],
    },
    total=False,
)

class Truth(_TruthNeeded, _TruthOptional):
    pass

GoldJobRowGoodPeople = TypedDict(
    "GoldJobRowGoodPeople",
    {
        "had": int,
        "failed": int,
    },
)

GoldJobRow = TypedDict(
    "GoldJobRow",
    {
        "job_id": str,
        "reference_id": str,
        "tag": str,
        "created_at": str,
        "given": int,
        "mean_score": Optional[float],
        "questioned": bool,
        "good_people": GoldJobRowGoodPeople,
        "older_tag_version": bool,
    },
)

PeopleGroup = TypedDict(
    "PeopleGroup",
    {
        "name": str,
        "user_ids": List[str],
    },
)

_NewImportOptionsNeeded = TypedDict(
    "_NewImportOptionsNeeded",
    {
    },
)

_NewImportOptionsOptional = TypedDict(
    "_NewImportOptionsOptional",
    {
        "map": Dict[str, str],
        "drop_unknown": bool,
        "replace": bool,
    },
    total=False,
)

class NewImportOptions(_NewImportOptionsNeeded, _NewImportOptionsOptional):
    pass

_NewImportNeeded = TypedDict(
    "_NewImportNeeded",
    {
        "format": str,
        "tag": str,
        "url": str,
    },
)

_NewImportOptional = TypedDict(
    "_NewImportOptional",
    {
        "into": Literal["predictions", "jobs"],
        "data_base": str,
        "options": NewImportOptions,
    },
    total=False,
)

class NewImport(_NewImportNeeded, _NewImportOptional):
    pass

_ImportFailureNeeded = TypedDict(
    "_ImportFailureNeeded",
    {
        "file": str,
        "type": str,
    },
)

_ImportFailureOptional = TypedDict(
    "_ImportFailureOptional",
    {
        "line": int,
        "field": str,
        "lost": str,
    },
    total=False,
)

class ImportFailure(_ImportFailureNeeded, _ImportFailureOptional):
    pass

ImportUnmatched = TypedDict(
    "ImportUnmatched",
    {
        "file": str,
        "reason": Literal["NOT_FOUND", "AMBIGUOUS", "HAS_PREDICTION", "IN_WORK"],
    },
)

ImportedClass = TypedDict(
    "ImportedClass",
    {
        "name": str,
        "parts": int,
        "class": Optional[str],
        "dropped": int,
    },
)

ImportShownProgress = TypedDict(
    "ImportShownProgress",
    {
        "parts_done": int,
        "parts_total": int,
        "bytes": int,
    },
)

ImportShownFailureKindsItem = TypedDict(
    "ImportShownFailureKindsItem",
    {
        "type": str,
        "lost": Optional[str],
        "count": int,
    },
)

ImportShownError = TypedDict(
    "ImportShownError",
    {
        "code": str,
        "message": str,
    },
)

ImportShown = TypedDict(
    "ImportShown",
    {
        "import_id": str,
        "format": str,
        "tag": str,
        "into": Literal["predictions", "jobs"],
        "options": Dict[str, Any],
        "status": Literal["queued", "running", "completed", "failed", "cancelled"],
        "progress": ImportShownProgress,
        "matched": int,
        "created": int,
        "classes": List[ImportedClass],
        "unmatched": List[ImportUnmatched],
        "unmatched_total": int,
        "failures": List[ImportFailure],
        "failures_total": int,
        "failure_kinds": List[ImportShownFailureKindsItem],
        "created_at": str,
        "completed_at": Optional[str],
        "error": Optional[ImportShownError],
    },
)

_IngestOptionsNeeded = TypedDict(
    "_IngestOptionsNeeded",
    {
    },
)

_IngestOptionsOptional = TypedDict(
    "_IngestOptionsOptional",
    {
        "frames_per_job": int,
        "overlap_frames": int,
        "every": int,
        "max_rate_hz": float,
        "fps": float,
        "lidar": str,
        "cameras": List[str],
        "ego_frame": str,
        "world_frame": str,
        "max_offset_ms": float,
        "topics": List[str],
        "reference_prefix": str,
        "calibration": Union[str, Dict[str, Any]],
        "sequence": bool,
        "annotations": bool,
    },
    total=False,
)

class IngestOptions(_IngestOptionsNeeded, _IngestOptionsOptional):
    pass

_IngestSourceNeeded = TypedDict(
    "_IngestSourceNeeded",
    {
    },
)

_IngestSourceOptional = TypedDict(
    "_IngestSourceOptional",
    {
        "files": List[str],
        "url": str,
        "urls": List[str],
    },
    total=False,
)

class IngestSource(_IngestSourceNeeded, _IngestSourceOptional):
    pass

_NewIngestNeeded = TypedDict(
    "_NewIngestNeeded",
    {
        "source": IngestSource,
        "tag": str,
    },
)

_NewIngestOptional = TypedDict(
    "_NewIngestOptional",
    {
        "layout": str,
        "batch_id": str,
        "batch_name": str,
        "priority_weight": int,
        "metadata": Dict[str, Any],
        "options": IngestOptions,
        "dry_run": bool,
    },
    total=False,
)

class NewIngest(_NewIngestNeeded, _NewIngestOptional):
    pass

IngestCreated = TypedDict(
    "IngestCreated",
    {
        "ingest_id": str,
        "status": Literal["queued", "scanning", "planned", "creating", "completed", "failed", "cancelled"],
    },
)

_IngestFailureNeeded = TypedDict(
    "_IngestFailureNeeded",
    {
        "file": str,
        "type": str,
    },
)

_IngestFailureOptional = TypedDict(
    "_IngestFailureOptional",
    {
        "field": str,
        "expected": str,
        "found": str,
    },
    total=False,
)

class IngestFailure(_IngestFailureNeeded, _IngestFailureOptional):
    pass

IngestPlanSensorsItem = TypedDict(
    "IngestPlanSensorsItem",
    {
        "sensor_id": str,
        "modality": Literal["lidar", "camera"],
        "frames": int,
        "source": str,
        "max_offset_ms": Optional[float],
    },
)

IngestPlanSkippedItem = TypedDict(
    "IngestPlanSkippedItem",
    {
        "file": str,
        "reason": str,
    },
)

IngestPlanSampleItem = TypedDict(
    "IngestPlanSampleItem",
    {
        "reference_id": str,
        "frames": int,
        "files": int,
    },
)

_IngestPlanWarningsItemNeeded = TypedDict(
    "_IngestPlanWarningsItemNeeded",
    {
        "code": str,
        "message": str,
    },
)

_IngestPlanWarningsItemOptional = TypedDict(
    "_IngestPlanWarningsItemOptional",
    {
        "source": str,
    },
    total=False,
)

class IngestPlanWarningsItem(_IngestPlanWarningsItemNeeded, _IngestPlanWarningsItemOptional):
    pass

IngestPlan = TypedDict(
    "IngestPlan",
    {
        "jobs": int,
        "frames": int,
        "files": int,
        "bytes": int,
        "sensors": List[IngestPlanSensorsItem],
        "rate_hz": Optional[float],
        "with_poses": bool,
        "skipped": List[IngestPlanSkippedItem],
        "skipped_total": int,
        "sample": List[IngestPlanSampleItem],
        "warnings": List[IngestPlanWarningsItem],
    },
)

_IngestSourceShownNeeded = TypedDict(
    "_IngestSourceShownNeeded",
    {
    },
)

_IngestSourceShownOptional = TypedDict(
    "_IngestSourceShownOptional",
    {
        "files": List[str],
        "url": str,
        "urls": int,
    },
    total=False,
)

class IngestSourceShown(_IngestSourceShownNeeded, _IngestSourceShownOptional):
    pass

IngestShownProgress = TypedDict(
    "IngestShownProgress",
    {
        "files_done": int,
        "files_total": int,
        "bytes_done": int,
        "bytes_total": int,
    },
)

IngestShownError = TypedDict(
    "IngestShownError",
    {
        "code": str,
        "message": str,
    },
)

IngestShown = TypedDict(
    "IngestShown",
    {
        "ingest_id": str,
        "tag": str,
        "source": IngestSourceShown,
        "options": Dict[str, Any],
        "batch_id": Optional[str],
        "rerun_of": Optional[str],
        "status": Literal["queued", "scanning", "planned", "creating", "completed", "failed", "cancelled"],
        "layout": Optional[str],
        "why": Optional[str],
        "plan": Optional[IngestPlan],
        "created": int,
        "duplicates": int,
        "progress": IngestShownProgress,
        "failures": List[IngestFailure],
        "failures_total": int,
        "error": Optional[IngestShownError],
        "created_at": str,
        "completed_at": Optional[str],
    },
)

AdminKey = TypedDict(
    "AdminKey",
    {
        "key_id": str,
        "last_four": str,
        "created_at": str,
        "last_used_at": Optional[str],
    },
)

AuditEntryActor = TypedDict(
    "AuditEntryActor",
    {
        "type": Literal["user", "key", "service"],
        "id": Optional[str],
        "name": Optional[str],
    },
)

AuditEntry = TypedDict(
    "AuditEntry",
    {
        "id": str,
        "at": str,
        "actor": AuditEntryActor,
        "address": Optional[str],
        "action": Literal["project.create", "project.change", "project.rotate_links", "tag.create", "tag.change", "sensor.change", "batch.create", "batch.change", "callback.change", "access.change", "key.create", "key.revoke", "admin_key.rotate", "admin_key.revoke", "user.invite", "user.invite_again", "user.accept_invitation", "user.set_up", "user.change", "user.link_identity", "user.change_password", "person.resume", "contest.decide", "job.change", "job.cancel", "job.retry", "job.reopen", "job.take_over", "job.put_gold", "job.delete_gold", "job.resend", "job.delete_data", "retention.change", "jobs.action", "group.put", "group.delete", "batch.resend", "export.create", "export.delete", "import.create", "import.delete", "ingest.create", "ingest.start", "ingest.cancel", "file.delete", "assistant.put", "assistant.delete", "task.retry", "task.drop"],
        "project_id": Optional[str],
        "object": Optional[str],
        "before": Optional[Any],
        "after": Optional[Any],
    },
)

GivenUpTask = TypedDict(
    "GivenUpTask",
    {
        "task_id": int,
        "project_id": str,
        "kind": str,
        "subject_id": str,
        "attempts": int,
        "note": Optional[str],
        "created_at": str,
        "failed_at": str,
    },
)

_NewUserNeeded = TypedDict(
    "_NewUserNeeded",
    {
        "email": str,
        "role": Literal["admin", "manager", "reviewer", "annotator", "viewer"],
    },
)

_NewUserOptional = TypedDict(
    "_NewUserOptional",
    {
        "name": str,
        "projects": List[str],
    },
    total=False,
)

class NewUser(_NewUserNeeded, _NewUserOptional):
    pass

UserCreated = TypedDict(
    "UserCreated",
    {
        "user_id": str,
        "invite_url": str,
    },
)

User = TypedDict(
    "User",
    {
        "user_id": str,
        "email": str,
        "name": Optional[str],
        "role": Literal["admin", "manager", "reviewer", "annotator", "viewer"],
        "projects": List[str],
        "active": bool,
        "created_at": str,
    },
)

_JobActionBodyFilterNeeded = TypedDict(
    "_JobActionBodyFilterNeeded",
    {
    },
)

_JobActionBodyFilterOptional = TypedDict(
    "_JobActionBodyFilterOptional",
    {
        "reference_id": str,
        "status": Literal["pending", "in_progress", "completed", "failed", "cancelled"],
        "stage": Literal["created", "validating", "queued", "in_progress", "in_review", "assembling", "completed", "failed", "cancelled"],
        "tag": str,
        "batch_id": str,
        "ingest_id": str,
        "q": str,
        "priority_weight": int,
        "assignee": str,
        "person": str,
        "has_findings": bool,
        "created_from": str,
        "created_to": str,
    },
    total=False,
)

class JobActionBodyFilter(_JobActionBodyFilterNeeded, _JobActionBodyFilterOptional):
    pass

_JobActionBodyNeeded = TypedDict(
    "_JobActionBodyNeeded",
    {
        "action": Literal["cancel", "retry", "reopen", "priority", "assign", "unassign", "resend", "export", "assist"],
    },
)

_JobActionBodyOptional = TypedDict(
    "_JobActionBodyOptional",
    {
        "value": Any,
        "filter": JobActionBodyFilter,
        "job_ids": List[str],
        "dry_run": bool,
    },
    total=False,
)

class JobActionBody(_JobActionBodyNeeded, _JobActionBodyOptional):
    pass

ShownJobActionProgress = TypedDict(
    "ShownJobActionProgress",
    {
        "total": int,
        "done": int,
        "refused": int,
    },
)

ShownJobActionRefusalsItem = TypedDict(
    "ShownJobActionRefusalsItem",
    {
        "job_id": str,
        "code": str,
    },
)

ShownJobAction = TypedDict(
    "ShownJobAction",
    {
        "action_id": str,
        "action": Literal["cancel", "retry", "reopen", "priority", "assign", "unassign", "resend", "export", "assist"],
        "status": Literal["queued", "running", "completed", "failed", "cancelled"],
        "dry_run": bool,
        "progress": ShownJobActionProgress,
        "refusals": List[ShownJobActionRefusalsItem],
        "export_id": Optional[str],
        "created_at": str,
        "completed_at": Optional[str],
    },
)

PointLayout = TypedDict(
    "PointLayout",
    {
        "fields": List[str],
        "type": Literal["float32", "float64"],
    },
)

_SensorMetaNeeded = TypedDict(
    "_SensorMetaNeeded",
    {
        "id": str,
    },
)

_SensorMetaOptional = TypedDict(
    "_SensorMetaOptional",
    {
        "name": Optional[str],
        "modality": Optional[Literal["lidar", "camera"]],
        "primary_view": Optional[bool],
        "state": Optional[Literal["editable", "non_editable"]],
        "intrinsics": Optional[Intrinsics],
        "camera_model": Optional[Literal["brown_conrady", "fisheye"]],
        "point_layout": Optional[PointLayout],
    },
    total=False,
)

class SensorMeta(_SensorMetaNeeded, _SensorMetaOptional):
    pass

Heading = TypedDict(
    "Heading",
    {
        "w": float,
        "x": float,
        "y": float,
        "z": float,
    },
)

Position = TypedDict(
    "Position",
    {
        "x": float,
        "y": float,
        "z": float,
    },
)

PoseBody = TypedDict(
    "PoseBody",
    {
        "position": Position,
        "heading": Heading,
    },
)

FrameSensor = TypedDict(
    "FrameSensor",
    {
        "sensor_id": str,
        "data_url": str,
        "sensor_pose": PoseBody,
    },
)

_SegmentationDataSensorDataEgoPoseNeeded = TypedDict(
    "_SegmentationDataSensorDataEgoPoseNeeded",
    {
    },
)

_SegmentationDataSensorDataEgoPoseOptional = TypedDict(
    "_SegmentationDataSensorDataEgoPoseOptional",
    {
        "position": Position,
        "heading": Heading,
    },
    total=False,
)

class SegmentationDataSensorDataEgoPose(_SegmentationDataSensorDataEgoPoseNeeded, _SegmentationDataSensorDataEgoPoseOptional):
    pass

_SegmentationDataSensorDataNeeded = TypedDict(
    "_SegmentationDataSensorDataNeeded",
    {
        "sensors": List[FrameSensor],
    },
)

_SegmentationDataSensorDataOptional = TypedDict(
    "_SegmentationDataSensorDataOptional",
    {
        "timestamp": Any,
        "ego_pose": Optional[SegmentationDataSensorDataEgoPose],
        "sensor_meta": List[SensorMeta],
        "point_cloud_frame": Optional[Literal["sensor", "common", "auto"]],
    },
    total=False,
)

class SegmentationDataSensorData(_SegmentationDataSensorDataNeeded, _SegmentationDataSensorDataOptional):
    pass

_SegmentationDataNeeded = TypedDict(
    "_SegmentationDataNeeded",
    {
        "sensor_data": SegmentationDataSensorData,
    },
)

_SegmentationDataOptional = TypedDict(
    "_SegmentationDataOptional",
    {
        "metadata": Any,
    },
    total=False,
)

class SegmentationData(_SegmentationDataNeeded, _SegmentationDataOptional):
    pass

_SensorFusionDataSensorDataFramesItemEgoPoseNeeded = TypedDict(
    "_SensorFusionDataSensorDataFramesItemEgoPoseNeeded",
    {
    },
)

_SensorFusionDataSensorDataFramesItemEgoPoseOptional = TypedDict(
    "_SensorFusionDataSensorDataFramesItemEgoPoseOptional",
    {
        "position": Position,
        "heading": Heading,
    },
    total=False,
)

class SensorFusionDataSensorDataFramesItemEgoPose(_SensorFusionDataSensorDataFramesItemEgoPoseNeeded, _SensorFusionDataSensorDataFramesItemEgoPoseOptional):
    pass

_SensorFusionDataSensorDataFramesItemNeeded = TypedDict(
    "_SensorFusionDataSensorDataFramesItemNeeded",
    {
        "frame_id": str,
        "sensors": List[FrameSensor],
    },
)

_SensorFusionDataSensorDataFramesItemOptional = TypedDict(
    "_SensorFusionDataSensorDataFramesItemOptional",
    {
        "timestamp": Any,
        "ego_pose": Optional[SensorFusionDataSensorDataFramesItemEgoPose],
    },
    total=False,
)

class SensorFusionDataSensorDataFramesItem(_SensorFusionDataSensorDataFramesItemNeeded, _SensorFusionDataSensorDataFramesItemOptional):
    pass

_SensorFusionDataSensorDataNeeded = TypedDict(
    "_SensorFusionDataSensorDataNeeded",
    {
        "frames": List[SensorFusionDataSensorDataFramesItem],
    },
)

_SensorFusionDataSensorDataOptional = TypedDict(
    "_SensorFusionDataSensorDataOptional",
    {
        "sensor_meta": List[SensorMeta],
        "point_cloud_frame": Optional[Literal["sensor", "common", "auto"]],
    },
    total=False,
)

class SensorFusionDataSensorData(_SensorFusionDataSensorDataNeeded, _SensorFusionDataSensorDataOptional):
    pass

_SensorFusionDataNeeded = TypedDict(
    "_SensorFusionDataNeeded",
    {
        "sensor_data": SensorFusionDataSensorData,
    },
)

_SensorFusionDataOptional = TypedDict(
    "_SensorFusionDataOptional",
    {
        "metadata": Any,
    },
    total=False,
)

class SensorFusionData(_SensorFusionDataNeeded, _SensorFusionDataOptional):
    pass

_VideoDataVideoDataFramesItemNeeded = TypedDict(
    "_VideoDataVideoDataFramesItemNeeded",
    {
        "frame_id": str,
        "src": str,
    },
)

_VideoDataVideoDataFramesItemOptional = TypedDict(
    "_VideoDataVideoDataFramesItemOptional",
    {
        "timestamp": Any,
    },
    total=False,
)

class VideoDataVideoDataFramesItem(_VideoDataVideoDataFramesItemNeeded, _VideoDataVideoDataFramesItemOptional):
    pass

VideoDataVideoData = TypedDict(
    "VideoDataVideoData",
    {
        "frames": List[VideoDataVideoDataFramesItem],
    },
)

_VideoDataNeeded = TypedDict(
    "_VideoDataNeeded",
    {
        "video_data": VideoDataVideoData,
    },
)

_VideoDataOptional = TypedDict(
    "_VideoDataOptional",
    {
        "metadata": Any,
    },
    total=False,
)

class VideoData(_VideoDataNeeded, _VideoDataOptional):
    pass

_ImageDataNeeded = TypedDict(
    "_ImageDataNeeded",
    {
        "image_url": str,
    },
)

_ImageDataOptional = TypedDict(
    "_ImageDataOptional",
    {
        "timestamp": Any,
        "metadata": Any,
    },
    total=False,
)

class ImageData(_ImageDataNeeded, _ImageDataOptional):
    pass

_JobBodyNeeded = TypedDict(
    "_JobBodyNeeded",
    {
        "reference_id": str,
        "tag": str,
        "data": Union[ImageData, VideoData, SensorFusionData, SegmentationData],
    },
)

_JobBodyOptional = TypedDict(
    "_JobBodyOptional",
    {
        "batch_id": Optional[str],
        "priority_weight": Optional[int],
        "callback_url": Optional[str],
        "metadata": Any,
        "prediction": Optional[Dict[str, Any]],
    },
    total=False,
)

class JobBody(_JobBodyNeeded, _JobBodyOptional):
    pass

_FailureNeeded = TypedDict(
    "_FailureNeeded",
    {
        "field": str,
        "type": str,
    },
)

_FailureOptional = TypedDict(
    "_FailureOptional",
    {
        "expected": str,
        "found": str,
    },
    total=False,
)

class Failure(_FailureNeeded, _FailureOptional):
    pass

DryRun = TypedDict(
    "DryRun",
    {
        "valid": bool,
        "failures": List[Failure],
        "warnings": List[Failure],
        "unchecked": List[str],
    },
)

JobCreated = TypedDict(
    "JobCreated",
    {
        "job_id": str,
        "reference_id": str,
        "tag": str,
        "warnings": List[Failure],
    },
)

Fault = TypedDict(
    "Fault",
    {
        "field": str,
        "type": str,
        "expected": str,
        "found": str,
    },
)

RefusalMetaData = TypedDict(
    "RefusalMetaData",
    {
        "failures": List[Fault],
    },
)

Refusal = TypedDict(
    "Refusal",
    {
        "code": Literal["GE_0001", "GE_0002", "FS_0002", "FS_0005", "FS_0012", "FS_0004", "FS_0003", "invalid_request_error", "auth-failure", "unauthorized", "resource_error", "FS_0006", "method_not_allowed", "FS_0001", "BATCH_CREATION", "JOB_STATE", "IDEMPOTENCY_CONFLICT", "DOCUMENT_DIFFERS", "CONFLICT", "GONE", "RANGE_NOT_SATISFIABLE", "PRECONDITION_FAILED", "LOCKED", "CHECKSUM_MISMATCH", "FS_0013", "INSUFFICIENT_STORAGE", "rate_limited", "SUPERSEDED", "CANCELLED", "BUSY", "DAILY_LIMIT", "TIMEOUT", "UNREACHABLE", "HTTP_ERROR", "REDIRECT", "INVALID_ANSWER", "TOO_LARGE", "TOO_MANY", "api_error"],
        "message": str,
        "request_id": str,
        "meta_data": RefusalMetaData,
    },
)

_BulkRowNeeded = TypedDict(
    "_BulkRowNeeded",
    {
        "index": int,
        "status": int,
        "success": bool,
    },
)

_BulkRowOptional = TypedDict(
    "_BulkRowOptional",
    {
        "data": JobCreated,
        "error": Refusal,
    },
    total=False,
)

class BulkRow(_BulkRowNeeded, _BulkRowOptional):
    pass

FindingCounts = TypedDict(
    "FindingCounts",
    {
        "errors": int,
        "warnings": int,
        "by_code": Dict[str, int],
    },
)

ListedJobErrorMetaData = TypedDict(
    "ListedJobErrorMetaData",
    {
        "failures": List[Failure],
    },
)

ListedJobError = TypedDict(
    "ListedJobError",
    {
        "code": str,
        "message": str,
        "meta_data": ListedJobErrorMetaData,
    },
)

_ListedJobNeeded = TypedDict(
    "_ListedJobNeeded",
    {
        "project_id": str,
        "reference_id": str,
        "job_id": str,
        "batch_id": str,
        "status": Literal["pending", "in_progress", "completed", "failed", "cancelled"],
        "tag": str,
        "priority_weight": int,
        "stage": Literal["created", "validating", "queued", "in_progress", "in_review", "assembling", "completed", "failed", "cancelled"],
        "frames": int,
        "annotations": int,
        "created_at": str,
        "completed_at": Optional[str],
        "result_version": Optional[int],
        "viewer_url": str,
        "point_cloud_frame": Optional[Literal["sensor", "common"]],
        "point_cloud_frame_reason": Optional[str],
        "warnings": List[Failure],
        "error": Optional[ListedJobError],
        "metadata": Dict[str, Union[str, float, bool]],
        "findings": Optional[FindingCounts],
        "stage_at": str,
        "assignee": Optional[str],
        "deadline": Optional[str],
    },
)

_ListedJobOptional = TypedDict(
    "_ListedJobOptional",
    {
        "consensus_annotators": Optional[int],
    },
    total=False,
)

class ListedJob(_ListedJobNeeded, _ListedJobOptional):
    pass

JobRecordErrorMetaData = TypedDict(
    "JobRecordErrorMetaData",
    {
        "failures": List[Failure],
    },
)

JobRecordError = TypedDict(
    "JobRecordError",
    {
        "code": str,
        "message": str,
        "meta_data": JobRecordErrorMetaData,
    },
)

JobRecord = TypedDict(
    "JobRecord",
    {
        "project_id": str,
        "reference_id": str,
        "job_id": str,
        "batch_id": str,
        "status": Literal["pending", "in_progress", "completed", "failed", "cancelled"],
        "tag": str,
        "priority_weight": int,
        "result": Optional[str],
        "stage": Literal["created", "validating", "queued", "in_progress", "in_review", "assembling", "completed", "failed", "cancelled"],
        "frames": int,
        "annotations": int,
        "created_at": str,
        "completed_at": Optional[str],
        "result_version": Optional[int],
        "viewer_url": str,
        "point_cloud_frame": Optional[Literal["sensor", "common"]],
        "point_cloud_frame_reason": Optional[str],
        "warnings": List[Failure],
        "error": Optional[JobRecordError],
        "metadata": Dict[str, Union[str, float, bool]],
        "findings": Optional[FindingCounts],
    },
)

_JobChangeNeeded = TypedDict(
    "_JobChangeNeeded",
    {
    },
)

_JobChangeOptional = TypedDict(
    "_JobChangeOptional",
    {
        "priority_weight": int,
        "metadata": Any,
        "consensus_annotators": int,
    },
    total=False,
)

class JobChange(_JobChangeNeeded, _JobChangeOptional):
    pass

ProjectProgressBucketsItemStages = TypedDict(
    "ProjectProgressBucketsItemStages",
    {
        "entered": int,
        "left": int,
        "frames": int,
        "objects": int,
        "active_seconds": int,
    },
)

ProjectProgressBucketsItemCallbacks = TypedDict(
    "ProjectProgressBucketsItemCallbacks",
    {
        "delivered": int,
        "failed": int,
        "given_up": int,
        "delay_seconds": Optional[float],
        "delay_p50_seconds": Optional[float],
        "delay_p95_seconds": Optional[float],
    },
)

ProjectProgressBucketsItem = TypedDict(
    "ProjectProgressBucketsItem",
    {
        "from": str,
        "stages": Dict[str, ProjectProgressBucketsItemStages],
        "rework": int,
        "callbacks": ProjectProgressBucketsItemCallbacks,
    },
)

ProjectProgressOldest = TypedDict(
    "ProjectProgressOldest",
    {
        "job_id": str,
        "age_seconds": int,
    },
)

ProjectProgressEstimate = TypedDict(
    "ProjectProgressEstimate",
    {
        "at": str,
        "low": str,
        "high": Optional[str],
    },
)

ProjectProgress = TypedDict(
    "ProjectProgress",
    {
        "buckets": List[ProjectProgressBucketsItem],
        "oldest": Dict[str, ProjectProgressOldest],
        "estimate": Optional[ProjectProgressEstimate],
    },
)

_NewProjectCallbackNeeded = TypedDict(
    "_NewProjectCallbackNeeded",
    {
        "url": str,
    },
)

_NewProjectCallbackOptional = TypedDict(
    "_NewProjectCallbackOptional",
    {
        "service_key": str,
    },
    total=False,
)

class NewProjectCallback(_NewProjectCallbackNeeded, _NewProjectCallbackOptional):
    pass

_NewProjectNeeded = TypedDict(
    "_NewProjectNeeded",
    {
        "name": str,
        "base": Literal["IMAGE", "VIDEO", "SENSOR_FUSION", "POINT_CLOUD_SEGMENTATION"],
    },
)

_NewProjectOptional = TypedDict(
    "_NewProjectOptional",
    {
        "callback": NewProjectCallback,
        "review": bool,
        "self_review": bool,
        "point_cloud_frame": Literal["sensor", "common", "auto"],
        "undo_seconds": int,
    },
    total=False,
)

class NewProject(_NewProjectNeeded, _NewProjectOptional):
    pass

ProjectCreated = TypedDict(
    "ProjectCreated",
    {
        "project_id": str,
        "api_key": str,
        "signing_secret": str,
    },
)

Project = TypedDict(
    "Project",
    {
        "project_id": str,
        "name": str,
        "base": Literal["IMAGE", "VIDEO", "SENSOR_FUSION", "POINT_CLOUD_SEGMENTATION"],
        "review": bool,
        "self_review": bool,
        "point_cloud_frame": Literal["sensor", "common", "auto"],
        "undo_seconds": int,
        "created_at": str,
    },
)

_ProjectChangeNeeded = TypedDict(
    "_ProjectChangeNeeded",
    {
    },
)

_ProjectChangeOptional = TypedDict(
    "_ProjectChangeOptional",
    {
        "rotate_links": bool,
        "name": str,
        "base": Literal["IMAGE", "VIDEO", "SENSOR_FUSION", "POINT_CLOUD_SEGMENTATION"],
        "review": bool,
        "self_review": bool,
        "point_cloud_frame": Literal["sensor", "common", "auto"],
        "undo_seconds": int,
    },
    total=False,
)

class ProjectChange(_ProjectChangeNeeded, _ProjectChangeOptional):
    pass

KeyCreated = TypedDict(
    "KeyCreated",
    {
        "key_id": str,
        "key": str,
        "scopes": List[Literal["submit", "read", "annotate", "assist"]],
    },
)

Key = TypedDict(
    "Key",
    {
        "key_id": str,
        "name": str,
        "scopes": List[Literal["submit", "read", "annotate", "assist"]],
        "last_four": str,
        "created_at": str,
        "last_used_at": Optional[str],
    },
)

Retention = TypedDict(
    "Retention",
    {
        "inputs_days": Optional[int],
        "results_days": Optional[int],
        "drafts_days": Optional[int],
    },
)

_NewRetentionNeeded = TypedDict(
    "_NewRetentionNeeded",
    {
    },
)

_NewRetentionOptional = TypedDict(
    "_NewRetentionOptional",
    {
        "inputs_days": Optional[int],
        "results_days": Optional[int],
        "drafts_days": Optional[int],
    },
    total=False,
)

class NewRetention(_NewRetentionNeeded, _NewRetentionOptional):
    pass

RetentionPreviewSkipped = TypedDict(
    "RetentionPreviewSkipped",
    {
        "deliveries": int,
        "exports": int,
        "gold": int,
    },
)

RetentionPreview = TypedDict(
    "RetentionPreview",
    {
        "jobs": int,
        "files": int,
        "bytes": int,
        "drafts": int,
        "skipped": RetentionPreviewSkipped,
    },
)

_QualityFiguresNeeded = TypedDict(
    "_QualityFiguresNeeded",
    {
    },
)

_QualityFiguresOptional = TypedDict(
    "_QualityFiguresOptional",
    {
        "tp": int,
        "only_a": int,
        "only_b": int,
        "precision": Optional[float],
        "recall": Optional[float],
        "f1": Optional[float],
        "pq": Optional[float],
        "n": int,
        "agreement": Optional[float],
    },
    total=False,
)

class QualityFigures(_QualityFiguresNeeded, _QualityFiguresOptional):
    pass

PersonClassFiguresIntervalsReview = TypedDict(
    "PersonClassFiguresIntervalsReview",
    {
        "low": float,
        "high": float,
    },
)

PersonClassFiguresIntervalsGold = TypedDict(
    "PersonClassFiguresIntervalsGold",
    {
        "low": float,
        "high": float,
    },
)

PersonClassFiguresIntervalsConsensus = TypedDict(
    "PersonClassFiguresIntervalsConsensus",
    {
        "low": float,
        "high": float,
    },
)

PersonClassFiguresIntervalsPrecision = TypedDict(
    "PersonClassFiguresIntervalsPrecision",
    {
        "low": float,
        "high": float,
    },
)

PersonClassFiguresIntervalsRecall = TypedDict(
    "PersonClassFiguresIntervalsRecall",
    {
        "low": float,
        "high": float,
    },
)

PersonClassFiguresIntervalsAgreement = TypedDict(
    "PersonClassFiguresIntervalsAgreement",
    {
        "low": float,
        "high": float,
    },
)

_PersonClassFiguresIntervalsNeeded = TypedDict(
    "_PersonClassFiguresIntervalsNeeded",
    {
    },
)

_PersonClassFiguresIntervalsOptional = TypedDict(
    "_PersonClassFiguresIntervalsOptional",
    {
        "review": Optional[PersonClassFiguresIntervalsReview],
        "gold": Optional[PersonClassFiguresIntervalsGold],
        "consensus": Optional[PersonClassFiguresIntervalsConsensus],
        "precision": Optional[PersonClassFiguresIntervalsPrecision],
        "recall": Optional[PersonClassFiguresIntervalsRecall],
        "agreement": Optional[PersonClassFiguresIntervalsAgreement],
    },
    total=False,
)

class PersonClassFiguresIntervals(_PersonClassFiguresIntervalsNeeded, _PersonClassFiguresIntervalsOptional):
    pass

_PersonClassFiguresNeeded = TypedDict(
    "_PersonClassFiguresNeeded",
    {
        "user_id": Optional[str],
        "class": str,
        "jobs": int,
        "ranked": bool,
        "intervals": PersonClassFiguresIntervals,
        "by_figure": QualityFigures,
    },
)

_PersonClassFiguresOptional = TypedDict(
    "_PersonClassFiguresOptional",
    {
        "name": Optional[str],
    },
    total=False,
)

class PersonClassFigures(_PersonClassFiguresNeeded, _PersonClassFiguresOptional):
    pass

_PersonDayFiguresNeeded = TypedDict(
    "_PersonDayFiguresNeeded",
    {
        "user_id": Optional[str],
        "day": str,
        "jobs": int,
        "objects": int,
        "active_seconds": int,
    },
)

_PersonDayFiguresOptional = TypedDict(
    "_PersonDayFiguresOptional",
    {
        "name": Optional[str],
    },
    total=False,
)

class PersonDayFigures(_PersonDayFiguresNeeded, _PersonDayFiguresOptional):
    pass

PersonPairInterval = TypedDict(
    "PersonPairInterval",
    {
        "low": float,
        "high": float,
    },
)

_PersonPairNeeded = TypedDict(
    "_PersonPairNeeded",
    {
        "a": str,
        "b": str,
        "jobs": int,
        "agreement": float,
        "ranked": bool,
        "interval": Optional[PersonPairInterval],
    },
)

_PersonPairOptional = TypedDict(
    "_PersonPairOptional",
    {
        "name_a": Optional[str],
        "name_b": Optional[str],
    },
    total=False,
)

class PersonPair(_PersonPairNeeded, _PersonPairOptional):
    pass

QualityRowReview = TypedDict(
    "QualityRowReview",
    {
        "accepted": int,
        "fixed": int,
        "rejected": int,
        "score": Optional[float],
    },
)

QualityRowGoldTraining = TypedDict(
    "QualityRowGoldTraining",
    {
        "n": int,
        "score": Optional[float],
        "passed": Optional[int],
    },
)

QualityRowGold = TypedDict(
    "QualityRowGold",
    {
        "n": int,
        "score": Optional[float],
        "passed": Optional[int],
        "training": QualityRowGoldTraining,
    },
)

QualityRowConsensus = TypedDict(
    "QualityRowConsensus",
    {
        "n": int,
        "agreement": Optional[float],
    },
)

QualityRowIntervalsReview = TypedDict(
    "QualityRowIntervalsReview",
    {
        "low": float,
        "high": float,
    },
)

QualityRowIntervalsGold = TypedDict(
    "QualityRowIntervalsGold",
    {
        "low": float,
        "high": float,
    },
)

QualityRowIntervalsConsensus = TypedDict(
    "QualityRowIntervalsConsensus",
    {
        "low": float,
        "high": float,
    },
)

QualityRowIntervalsPrecision = TypedDict(
    "QualityRowIntervalsPrecision",
    {
        "low": float,
        "high": float,
    },
)

QualityRowIntervalsRecall = TypedDict(
    "QualityRowIntervalsRecall",
    {
        "low": float,
        "high": float,
    },
)

QualityRowIntervalsAgreement = TypedDict(
    "QualityRowIntervalsAgreement",
    {
        "low": float,
        "high": float,
    },
)

_QualityRowIntervalsNeeded = TypedDict(
    "_QualityRowIntervalsNeeded",
    {
    },
)

_QualityRowIntervalsOptional = TypedDict(
    "_QualityRowIntervalsOptional",
    {
        "review": Optional[QualityRowIntervalsReview],
        "gold": Optional[QualityRowIntervalsGold],
        "consensus": Optional[QualityRowIntervalsConsensus],
        "precision": Optional[QualityRowIntervalsPrecision],
        "recall": Optional[QualityRowIntervalsRecall],
        "agreement": Optional[QualityRowIntervalsAgreement],
    },
    total=False,
)

class QualityRowIntervals(_QualityRowIntervalsNeeded, _QualityRowIntervalsOptional):
    pass

_QualityRowNeeded = TypedDict(
    "_QualityRowNeeded",
    {
        "key": Optional[str],
        "jobs": int,
        "intervals": QualityRowIntervals,
        "by_figure": QualityFigures,
    },
)

_QualityRowOptional = TypedDict(
    "_QualityRowOptional",
    {
        "name": Optional[str],
        "objects": int,
        "active_seconds": int,
        "review": QualityRowReview,
        "overturned": int,
        "gold": QualityRowGold,
        "consensus": QualityRowConsensus,
        "ranked": bool,
    },
    total=False,
)

class QualityRow(_QualityRowNeeded, _QualityRowOptional):
    pass

ClassConfusion = TypedDict(
    "ClassConfusion",
    {
        "a": Optional[str],
        "b": Optional[str],
        "count": int,
    },
)

WorstObject = TypedDict(
    "WorstObject",
    {
        "job_id": str,
        "reference_id": str,
        "tag": str,
        "source": Literal["review", "gold", "consensus"],
        "at": str,
        "over": Optional[List[str]],
        "label": str,
        "state": Literal["moved", "other_class", "missing", "extra"],
        "likeness": float,
        "frame": Optional[int],
        "track_id": Optional[str],
    },
)

WorstWork = TypedDict(
    "WorstWork",
    {
        "job_id": str,
        "reference_id": str,
        "tag": str,
        "source": Literal["review", "gold", "consensus"],
        "at": str,
        "over": Optional[List[str]],
        "score": float,
    },
)

JobQualityRecordGold = TypedDict(
    "JobQualityRecordGold",
    {
        "score": Optional[float],
        "passed": Optional[bool],
        "source_job_id": str,
    },
)

_JobQualityRecordReviewsItemNeeded = TypedDict(
    "_JobQualityRecordReviewsItemNeeded",
    {
        "outcome": Literal["accepted", "fixed", "rejected"],
        "score": Optional[float],
    },
)

_JobQualityRecordReviewsItemOptional = TypedDict(
    "_JobQualityRecordReviewsItemOptional",
    {
        "overturned": bool,
    },
    total=False,
)

class JobQualityRecordReviewsItem(_JobQualityRecordReviewsItemNeeded, _JobQualityRecordReviewsItemOptional):
    pass

JobQualityRecordConsensusPairsItem = TypedDict(
    "JobQualityRecordConsensusPairsItem",
    {
        "a": str,
        "b": str,
        "score": float,
    },
)

JobQualityRecordConsensus = TypedDict(
    "JobQualityRecordConsensus",
    {
        "wanted": int,
        "n": int,
        "waiting_for": Optional[Literal["people"]],
        "agreement": Optional[float],
        "pairs": List[JobQualityRecordConsensusPairsItem],
        "outcome": Literal["medoid", "adjudicated", "open"],
        "alpha": Dict[str, Optional[float]],
    },
)

_JobQualityRecordNeeded = TypedDict(
    "_JobQualityRecordNeeded",
    {
        "reviews": List[JobQualityRecordReviewsItem],
        "consensus": Optional[JobQualityRecordConsensus],
    },
)

_JobQualityRecordOptional = TypedDict(
    "_JobQualityRecordOptional",
    {
        "gold": Optional[JobQualityRecordGold],
    },
    total=False,
)

class JobQualityRecord(_JobQualityRecordNeeded, _JobQualityRecordOptional):
    pass

_WeightsOptionNeeded = TypedDict(
    "_WeightsOptionNeeded",
    {
    },
)

_WeightsOptionOptional = TypedDict(
    "_WeightsOptionOptional",
    {
        "classes": Dict[str, float],
        "missing": float,
        "extra": float,
        "other_class": float,
        "moved": float,
    },
    total=False,
)

class WeightsOption(_WeightsOptionNeeded, _WeightsOptionOptional):
    pass

CompareRequestA = TypedDict(
    "CompareRequestA",
    {
        "result_version": int,
    },
)

CompareRequestB = TypedDict(
    "CompareRequestB",
    {
        "result_version": int,
    },
)

_CompareRequestOptionsNeeded = TypedDict(
    "_CompareRequestOptionsNeeded",
    {
    },
)

_CompareRequestOptionsOptional = TypedDict(
    "_CompareRequestOptionsOptional",
    {
        "iou": Union[float, Dict[str, float]],
        "distance_m": float,
        "by_class": bool,
        "oks": float,
        "chamfer_px": float,
        "ignore": IgnoreOption,
        "weights": WeightsOption,
    },
    total=False,
)

class CompareRequestOptions(_CompareRequestOptionsNeeded, _CompareRequestOptionsOptional):
    pass

_CompareRequestNeeded = TypedDict(
    "_CompareRequestNeeded",
    {
        "a": Union[Literal["result", "prediction"], CompareRequestA],
        "b": Union[Literal["result", "prediction"], CompareRequestB],
    },
)

_CompareRequestOptional = TypedDict(
    "_CompareRequestOptional",
    {
        "options": CompareRequestOptions,
        "page_token": str,
    },
    total=False,
)

class CompareRequest(_CompareRequestNeeded, _CompareRequestOptional):
    pass

JobComparisonFiguresRectanglesByClass = TypedDict(
    "JobComparisonFiguresRectanglesByClass",
    {
        "tp": int,
        "only_a": int,
        "only_b": int,
        "precision": float,
        "recall": float,
        "f1": float,
        "mean_iou": Optional[float],
        "pq": float,
        "sq": float,
        "rq": float,
    },
)

JobComparisonFiguresRectangles = TypedDict(
    "JobComparisonFiguresRectangles",
    {
        "tp": int,
        "only_a": int,
        "only_b": int,
        "precision": float,
        "recall": float,
        "f1": float,
        "mean_iou": Optional[float],
        "pq": float,
        "sq": float,
        "rq": float,
        "by_class": Dict[str, JobComparisonFiguresRectanglesByClass],
    },
)

JobComparisonFiguresAttributes = TypedDict(
    "JobComparisonFiguresAttributes",
    {
        "n": int,
        "agreement": float,
        "alpha": Optional[float],
    },
)

_JobComparisonFiguresNeeded = TypedDict(
    "_JobComparisonFiguresNeeded",
    {
        "tp": int,
        "only_a": int,
        "only_b": int,
        "precision": float,
        "recall": float,
        "f1": float,
        "mean_iou": Optional[float],
        "pq": float,
        "sq": float,
        "rq": float,
        "attributes": Dict[str, JobComparisonFiguresAttributes],
    },
)

_JobComparisonFiguresOptional = TypedDict(
    "_JobComparisonFiguresOptional",
    {
        "hota": float,
        "deta": float,
        "assa": float,
        "idf1": float,
        "mota": float,
        "id_switches": int,
        "weighted_pq": float,
        "oks": float,
        "chamfer_px": float,
        "chamfer_m": float,
        "keypoint_m": float,
        "mean_iou_bev": Optional[float],
        "ate": Optional[float],
        "ase": Optional[float],
        "aoe": Optional[float],
        "heading_flips": int,
        "accuracy": float,
        "miou": float,
        "rectangles": JobComparisonFiguresRectangles,
    },
    total=False,
)

class JobComparisonFigures(_JobComparisonFiguresNeeded, _JobComparisonFiguresOptional):
    pass

_JobComparisonByClassNeeded = TypedDict(
    "_JobComparisonByClassNeeded",
    {
        "tp": int,
        "only_a": int,
        "only_b": int,
        "precision": float,
        "recall": float,
        "f1": float,
        "mean_iou": Optional[float],
        "pq": float,
        "sq": float,
        "rq": float,
    },
)

_JobComparisonByClassOptional = TypedDict(
    "_JobComparisonByClassOptional",
    {
        "hota": float,
        "deta": float,
        "assa": float,
        "idf1": float,
        "mota": float,
        "id_switches": int,
        "iou": float,
    },
    total=False,
)

class JobComparisonByClass(_JobComparisonByClassNeeded, _JobComparisonByClassOptional):
    pass

JobComparisonConfusionItem = TypedDict(
    "JobComparisonConfusionItem",
    {
        "a": Optional[str],
        "b": Optional[str],
        "count": int,
    },
)

JobComparisonPairsItemA = TypedDict(
    "JobComparisonPairsItemA",
    {
        "_id": str,
    },
)

JobComparisonPairsItemB = TypedDict(
    "JobComparisonPairsItemB",
    {
        "_id": str,
    },
)

_JobComparisonPairsItemNeeded = TypedDict(
    "_JobComparisonPairsItemNeeded",
    {
        "a": JobComparisonPairsItemA,
        "b": JobComparisonPairsItemB,
        "label_a": str,
        "label_b": str,
        "state": Literal["equal", "moved", "other_class"],
    },
)

_JobComparisonPairsItemOptional = TypedDict(
    "_JobComparisonPairsItemOptional",
    {
        "frame_id": str,
        "sensor_id": str,
        "iou": float,
        "distance": float,
        "oks": float,
    },
    total=False,
)

class JobComparisonPairsItem(_JobComparisonPairsItemNeeded, _JobComparisonPairsItemOptional):
    pass

_JobComparisonOnlyAItemNeeded = TypedDict(
    "_JobComparisonOnlyAItemNeeded",
    {
        "_id": str,
        "label": str,
    },
)

_JobComparisonOnlyAItemOptional = TypedDict(
    "_JobComparisonOnlyAItemOptional",
    {
        "frame_id": str,
        "sensor_id": str,
    },
    total=False,
)

class JobComparisonOnlyAItem(_JobComparisonOnlyAItemNeeded, _JobComparisonOnlyAItemOptional):
    pass

_JobComparisonOnlyBItemNeeded = TypedDict(
    "_JobComparisonOnlyBItemNeeded",
    {
        "_id": str,
        "label": str,
    },
)

_JobComparisonOnlyBItemOptional = TypedDict(
    "_JobComparisonOnlyBItemOptional",
    {
        "frame_id": str,
        "sensor_id": str,
    },
    total=False,
)

class JobComparisonOnlyBItem(_JobComparisonOnlyBItemNeeded, _JobComparisonOnlyBItemOptional):
    pass

JobComparisonTracksItemA = TypedDict(
    "JobComparisonTracksItemA",
    {
        "track_id": str,
    },
)

JobComparisonTracksItemB = TypedDict(
    "JobComparisonTracksItemB",
    {
        "track_id": str,
    },
)

JobComparisonTracksItem = TypedDict(
    "JobComparisonTracksItem",
    {
        "a": Optional[JobComparisonTracksItemA],
        "b": Optional[JobComparisonTracksItemB],
        "label": str,
        "frames_a": int,
        "frames_b": int,
        "frames_both": int,
    },
)

JobComparison = TypedDict(
    "JobComparison",
    {
        "score": float,
        "approximate": bool,
        "figures": JobComparisonFigures,
        "by_class": Dict[str, JobComparisonByClass],
        "confusion": List[JobComparisonConfusionItem],
        "pairs": List[JobComparisonPairsItem],
        "only_a": List[JobComparisonOnlyAItem],
        "only_b": List[JobComparisonOnlyBItem],
        "tracks": List[JobComparisonTracksItem],
        "next_page_token": Optional[str],
    },
)

Prediction = TypedDict(
    "Prediction",
    {
        "data": Dict[str, Any],
        "created_at": str,
    },
)

_SubmissionNeeded = TypedDict(
    "_SubmissionNeeded",
    {
        "data": Dict[str, Any],
    },
)

_SubmissionOptional = TypedDict(
    "_SubmissionOptional",
    {
        "type": str,
    },
    total=False,
)

class Submission(_SubmissionNeeded, _SubmissionOptional):
    pass

SubmittedResult = TypedDict(
    "SubmittedResult",
    {
        "job_id": str,
        "status": Literal["pending", "in_progress", "completed", "failed", "cancelled"],
        "stage": Literal["created", "validating", "queued", "in_progress", "in_review", "assembling", "completed", "failed", "cancelled"],
        "result_version": int,
    },
)

_JobFileNeeded = TypedDict(
    "_JobFileNeeded",
    {
        "field": str,
        "url": str,
        "sha256": str,
        "size": int,
        "media_type": str,
        "source": Literal["download", "upload", "ingest"],
    },
)

_JobFileOptional = TypedDict(
    "_JobFileOptional",
    {
        "point_count": int,
        "file_id": str,
    },
    total=False,
)

class JobFile(_JobFileNeeded, _JobFileOptional):
    pass

JobDataShown = TypedDict(
    "JobDataShown",
    {
        "data": Dict[str, Any],
        "files": List[JobFile],
    },
)

LimitsImports = TypedDict(
    "LimitsImports",
    {
        "bytes": int,
        "unpacked_bytes": int,
        "files": int,
    },
)

Limits = TypedDict(
    "Limits",
    {
        "max_body_bytes": int,
        "max_result_bytes": int,
        "max_upload_bytes": int,
        "max_frames": int,
        "max_sensors_per_frame": int,
        "max_bulk_jobs": int,
        "max_image_bytes": int,
        "max_image_pixels": int,
        "max_image_decode_bytes": int,
        "max_image_decode_seconds": int,
        "max_job_pixels": int,
        "max_point_cloud_bytes": int,
        "max_point_cloud_points": int,
        "jobs_per_page": int,
        "posts_per_second": int,
        "imports": LimitsImports,
    },
)

Meta = TypedDict(
    "Meta",
    {
        "version": str,
        "limits": Limits,
        "egress_addresses": List[str],
    },
)

_TagRelationBodyNeeded = TypedDict(
    "_TagRelationBodyNeeded",
    {
        "name": str,
        "from": List[str],
        "to": List[str],
    },
)

_TagRelationBodyOptional = TypedDict(
    "_TagRelationBodyOptional",
    {
        "max": Optional[int],
    },
    total=False,
)

class TagRelationBody(_TagRelationBodyNeeded, _TagRelationBodyOptional):
    pass

SkeletonBodyPointsItem = TypedDict(
    "SkeletonBodyPointsItem",
    {
        "name": str,
        "x": float,
        "y": float,
    },
)

SkeletonBody = TypedDict(
    "SkeletonBody",
    {
        "points": List[SkeletonBodyPointsItem],
        "edges": List[List[int]],
    },
)

ClassBodyDefaultSize = TypedDict(
    "ClassBodyDefaultSize",
    {
        "length": float,
        "width": float,
        "height": float,
    },
)

ClassBodyAttributesItemDependsOn = TypedDict(
    "ClassBodyAttributesItemDependsOn",
    {
        "attribute": str,
        "values": List[Union[str, float, bool]],
    },
)

_ClassBodyAttributesItemNeeded = TypedDict(
    "_ClassBodyAttributesItemNeeded",
    {
        "name": str,
        "type": Literal["select", "multiselect", "number", "text", "boolean"],
        "per": Literal["object", "frame"],
    },
)

_ClassBodyAttributesItemOptional = TypedDict(
    "_ClassBodyAttributesItemOptional",
    {
        "options": Optional[List[str]],
        "required": Optional[bool],
        "default": Any,
        "depends_on": Optional[ClassBodyAttributesItemDependsOn],
    },
    total=False,
)

class ClassBodyAttributesItem(_ClassBodyAttributesItemNeeded, _ClassBodyAttributesItemOptional):
    pass

_ClassBodyNeeded = TypedDict(
    "_ClassBodyNeeded",
    {
        "name": str,
        "color": str,
    },
)

_ClassBodyOptional = TypedDict(
    "_ClassBodyOptional",
    {
        "class_id": Any,
        "instantiable": Optional[bool],
        "geometries": Optional[List[Literal["rectangle", "rotated_rectangle", "polygon", "line", "landmark", "ellipse", "mask", "cuboid", "polyline3d", "keypoint3d"]]],
        "default_size": Optional[ClassBodyDefaultSize],
        "skeleton": Optional[SkeletonBody],
        "sigmas": Optional[List[float]],
        "attributes": Optional[List[ClassBodyAttributesItem]],
        "max_speed_mps": Optional[float],
        "max_turn_dps": Optional[float],
    },
    total=False,
)

class ClassBody(_ClassBodyNeeded, _ClassBodyOptional):
    pass

TagBodyAttributesItemDependsOn = TypedDict(
    "TagBodyAttributesItemDependsOn",
    {
        "attribute": str,
        "values": List[Union[str, float, bool]],
    },
)

_TagBodyAttributesItemNeeded = TypedDict(
    "_TagBodyAttributesItemNeeded",
    {
        "name": str,
        "type": Literal["select", "multiselect", "number", "text", "boolean"],
        "per": Literal["job", "frame"],
    },
)

_TagBodyAttributesItemOptional = TypedDict(
    "_TagBodyAttributesItemOptional",
    {
        "options": Optional[List[str]],
        "required": Optional[bool],
        "default": Any,
        "depends_on": Optional[TagBodyAttributesItemDependsOn],
    },
    total=False,
)

class TagBodyAttributesItem(_TagBodyAttributesItemNeeded, _TagBodyAttributesItemOptional):
    pass

_TagBodyReviewNeeded = TypedDict(
    "_TagBodyReviewNeeded",
    {
        "share": float,
    },
)

_TagBodyReviewOptional = TypedDict(
    "_TagBodyReviewOptional",
    {
        "first_jobs_of_person": int,
    },
    total=False,
)

class TagBodyReview(_TagBodyReviewNeeded, _TagBodyReviewOptional):
    pass

_TagBodyGoldNeeded = TypedDict(
    "_TagBodyGoldNeeded",
    {
        "share": float,
    },
)

_TagBodyGoldOptional = TypedDict(
    "_TagBodyGoldOptional",
    {
        "pass": float,
        "action": Literal["flag", "pause"],
        "feedback": bool,
    },
    total=False,
)

class TagBodyGold(_TagBodyGoldNeeded, _TagBodyGoldOptional):
    pass

_TagBodyTrainingNeeded = TypedDict(
    "_TagBodyTrainingNeeded",
    {
        "jobs": int,
    },
)

_TagBodyTrainingOptional = TypedDict(
    "_TagBodyTrainingOptional",
    {
        "pass": float,
    },
    total=False,
)

class TagBodyTraining(_TagBodyTrainingNeeded, _TagBodyTrainingOptional):
    pass

_TagBodyConsensusNeeded = TypedDict(
    "_TagBodyConsensusNeeded",
    {
        "annotators": int,
    },
)

_TagBodyConsensusOptional = TypedDict(
    "_TagBodyConsensusOptional",
    {
        "agreement": float,
        "share": float,
    },
    total=False,
)

class TagBodyConsensus(_TagBodyConsensusNeeded, _TagBodyConsensusOptional):
    pass

_TagBodyNeeded = TypedDict(
    "_TagBodyNeeded",
    {
        "operation": Literal["image2d", "video2d", "cuboid3d", "cuboid3d_linked2d", "segmentation3d"],
        "classes": List[ClassBody],
    },
)

_TagBodyOptional = TypedDict(
    "_TagBodyOptional",
    {
        "tag": Any,
        "attributes": Optional[List[TagBodyAttributesItem]],
        "relations": Optional[List[TagRelationBody]],
        "review": Optional[Union[bool, TagBodyReview]],
        "gold": Optional[TagBodyGold],
        "training": Optional[TagBodyTraining],
        "consensus": Optional[TagBodyConsensus],
        "checks": Optional[Dict[str, Any]],
        "strict": Optional[bool],
        "hold": Optional[Literal["ask", "keep", "end"]],
        "assist_wait_seconds": Optional[int],
        "instructions": Optional[str],
    },
    total=False,
)

class TagBody(_TagBodyNeeded, _TagBodyOptional):
    pass

AttributeDependsOn = TypedDict(
    "AttributeDependsOn",
    {
        "attribute": str,
        "values": List[Union[str, float, bool]],
    },
)

_AttributeNeeded = TypedDict(
    "_AttributeNeeded",
    {
        "name": str,
        "type": Literal["select", "multiselect", "number", "text", "boolean"],
        "options": List[str],
        "required": bool,
        "default": Optional[Union[str, float, bool, List[str]]],
        "per": Literal["object", "frame", "job"],
    },
)

_AttributeOptional = TypedDict(
    "_AttributeOptional",
    {
        "depends_on": AttributeDependsOn,
    },
    total=False,
)

class Attribute(_AttributeNeeded, _AttributeOptional):
    pass

TagClassDefaultSize = TypedDict(
    "TagClassDefaultSize",
    {
        "length": float,
        "width": float,
        "height": float,
    },
)

_TagClassNeeded = TypedDict(
    "_TagClassNeeded",
    {
        "class_id": str,
        "name": str,
        "color": str,
        "instantiable": bool,
        "geometries": Optional[List[Literal["rectangle", "rotated_rectangle", "polygon", "line", "landmark", "ellipse", "mask", "cuboid", "polyline3d", "keypoint3d"]]],
        "default_size": Optional[TagClassDefaultSize],
        "attributes": List[Attribute],
    },
)

_TagClassOptional = TypedDict(
    "_TagClassOptional",
    {
        "skeleton": SkeletonBody,
        "sigmas": List[float],
        "max_speed_mps": float,
        "max_turn_dps": float,
    },
    total=False,
)

class TagClass(_TagClassNeeded, _TagClassOptional):
    pass

TagReview = TypedDict(
    "TagReview",
    {
        "share": float,
        "first_jobs_of_person": int,
    },
)

_TagGoldNeeded = TypedDict(
    "_TagGoldNeeded",
    {
        "share": float,
    },
)

_TagGoldOptional = TypedDict(
    "_TagGoldOptional",
    {
        "pass": float,
        "action": Literal["flag", "pause"],
        "feedback": bool,
    },
    total=False,
)

class TagGold(_TagGoldNeeded, _TagGoldOptional):
    pass

_TagTrainingNeeded = TypedDict(
    "_TagTrainingNeeded",
    {
        "jobs": int,
    },
)

_TagTrainingOptional = TypedDict(
    "_TagTrainingOptional",
    {
        "pass": float,
    },
    total=False,
)

class TagTraining(_TagTrainingNeeded, _TagTrainingOptional):
    pass

_TagConsensusNeeded = TypedDict(
    "_TagConsensusNeeded",
    {
        "annotators": int,
    },
)

_TagConsensusOptional = TypedDict(
    "_TagConsensusOptional",
    {
        "agreement": float,
        "share": float,
    },
    total=False,
)

class TagConsensus(_TagConsensusNeeded, _TagConsensusOptional):
    pass

_TagRelationsItemNeeded = TypedDict(
    "_TagRelationsItemNeeded",
    {
        "name": str,
        "from": List[str],
        "to": List[str],
    },
)

_TagRelationsItemOptional = TypedDict(
    "_TagRelationsItemOptional",
    {
        "max": int,
    },
    total=False,
)

class TagRelationsItem(_TagRelationsItemNeeded, _TagRelationsItemOptional):
    pass

_TagNeeded = TypedDict(
    "_TagNeeded",
    {
        "tag": str,
        "operation": Literal["image2d", "video2d", "cuboid3d", "cuboid3d_linked2d", "segmentation3d"],
        "review": Optional[Union[bool, TagReview]],
        "checks": Dict[str, Literal["error", "warning", "off"]],
        "strict": bool,
        "hold": Literal["ask", "keep", "end"],
        "assist_wait_seconds": int,
        "instructions": Optional[str],
        "classes": List[TagClass],
        "attributes": List[Attribute],
    },
)

_TagOptional = TypedDict(
    "_TagOptional",
    {
        "gold": Optional[TagGold],
        "training": Optional[TagTraining],
        "consensus": Optional[TagConsensus],
        "relations": List[TagRelationsItem],
    },
    total=False,
)

class Tag(_TagNeeded, _TagOptional):
    pass
