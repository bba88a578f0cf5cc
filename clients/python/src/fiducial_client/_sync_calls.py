"""Calls of the client. Made of src/contract by `npm run clients`: do not edit."""

from __future__ import annotations

from typing import Any, Iterator, Dict, List, Optional, Protocol, cast

from . import _types as t
from ._call import named, query, segment


class Scope(Protocol):
    def get(self, path: str, **params: Any) -> Any: ...

    def change(
        self, method: str, path: str, json: Any = None, *, repeatable: Optional[bool] = None, **more: Any
    ) -> Any: ...


class AccessCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def get(self) -> List[t.ShownAccessRule]:
        """The access rules without their secrets."""
        return cast("List[t.ShownAccessRule]", (self._scope.get("/attachment_access"))["rules"])


class AdminKeysCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def list(self) -> List[t.AdminKey]:
        """The valid admin keys, without their secrets."""
        return cast("List[t.AdminKey]", (self._scope.get("/admin_keys"))["keys"])

    def rotate(self) -> Dict[str, Any]:
        """Replace the admin key of this machine; the previous one is revoked at once."""
        return cast("Dict[str, Any]", self._scope.change("POST", "/admin_keys/rotate"))

    def revoke(self, key_id: str) -> None:
        """Revoke an admin key, of another machine or a lost folder."""
        self._scope.change("DELETE", f"/admin_keys/{segment(key_id)}")


class AssistantsCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def ask(self, job_id: str, **body: Any) -> Dict[str, Any]:
        """Ask an assistant about a job.

        Needs ``assistant``, ``verb``.
        Takes ``input``, ``preview``.
        """
        return cast("Dict[str, Any]", self._scope.change("POST", f"/jobs/{segment(job_id)}/assist", named(body)))

    def run(self, job_id: str, run_id: str) -> t.AssistRun:
        """How a run goes, and what it suggested."""
        return cast("t.AssistRun", self._scope.get(f"/jobs/{segment(job_id)}/assist/{segment(run_id)}"))

    def cancel_run(self, job_id: str, run_id: str) -> None:
        """Cancel a run: the connection to the assistant is closed."""
        self._scope.change("DELETE", f"/jobs/{segment(job_id)}/assist/{segment(run_id)}")

    def claim(self, name: str, **body: Any) -> Optional[Dict[str, Any]]:
        """Claim a task of a queue; task is null when there is none.

        Needs ``lease_seconds``.
        Takes ``wait_seconds``, ``verbs``, ``version``.
        """
        return cast("Optional[Dict[str, Any]]", (self._scope.change("POST", f"/assistants/{segment(name)}/claim", named(body)))["task"])

    def renew(self, name: str, task_id: str, **body: Any) -> Dict[str, Any]:
        """Keep a task, and say how far it is.

        Needs ``lease_id``, ``lease_seconds``.
        Takes ``progress``.
        """
        return cast("Dict[str, Any]", self._scope.change("POST", f"/assistants/{segment(name)}/tasks/{segment(task_id)}/renew", named(body)))

    def complete(self, name: str, task_id: str, **body: Any) -> Dict[str, Any]:
        """Answer a task; an output that could not be handed in is refused and the lease goes on.

        Needs ``lease_id``, ``output``.
        """
        return cast("Dict[str, Any]", self._scope.change("POST", f"/assistants/{segment(name)}/tasks/{segment(task_id)}/complete", named(body)))

    def fail(self, name: str, task_id: str, **body: Any) -> Dict[str, Any]:
        """Give a task up; with retry it is given out again, at most five times.

        Needs ``lease_id``, ``message``.
        Takes ``retry``.
        """
        return cast("Dict[str, Any]", self._scope.change("POST", f"/assistants/{segment(name)}/tasks/{segment(task_id)}/fail", named(body)))

    def put(self, name: str, **body: Any) -> Any:
        """Register an assistant, or replace it; a secret that was made is shown here alone.

        Needs ``carrier``.
        Takes ``url``, ``headers``, ``secret``, ``verbs``, ``tags``, ``auto``, ``timeout_seconds``, ``max_in_flight``, ``calls_per_day``, ``kind``, ``version``, ``map``.
        """
        return cast("Any", self._scope.change("PUT", f"/assistants/{segment(name)}", named(body)))

    def list(self) -> List[t.ShownAssistant]:
        """Assistants of the project: state, calls, errors, latency, and how much of their work people kept."""
        return cast("List[t.ShownAssistant]", (self._scope.get("/assistants"))["assistants"])

    def delete(self, name: str) -> None:
        """Remove an assistant; what it suggested stays."""
        self._scope.change("DELETE", f"/assistants/{segment(name)}")

    def test(self, name: str) -> Dict[str, Any]:
        """Ask an assistant what it is, now."""
        return cast("Dict[str, Any]", self._scope.change("POST", f"/assistants/{segment(name)}/test"))

    def evaluate(self, name: str, **body: Any) -> t.AssistantEvaluation:
        """Compare what an assistant predicted, with its scores, with the results of the same jobs: mAP, NDS.

        Takes ``version``, ``tag``, ``jobs``, ``ignore``.
        """
        return cast("t.AssistantEvaluation", self._scope.change("POST", f"/assistants/{segment(name)}/evaluate", named(body), repeatable=True))


class AuditCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def list(self, *, project_id: Any = None, actor: Any = None, action: Any = None, from_: Any = None, to: Any = None) -> Iterator[t.AuditEntry]:
        """Audit log: changes of settings, people and keys, and manual changes of jobs, newest first, 100 a page."""
        token: Optional[str] = None
        while True:
            page = self._scope.get("/audit", project_id=project_id, actor=actor, action=action, **{"from": from_}, to=to, page_token=token)
            for row in page["entries"]:
                yield cast("t.AuditEntry", row)
            token = page["next_page_token"]
            if token is None:
                return


class BatchesCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def create(self, **body: Any) -> str:
        """Create a batch.

        Takes ``project_id``, ``name``, ``label``, ``description``, ``callback_url``.
        """
        return cast("str", (self._scope.change("POST", "/batch", named(body)))["batch_id"])

    def jobs(self, batch_id: str) -> Iterator[t.JobSummary]:
        """Batch details: its jobs in creation order, 100 a page."""
        token: Optional[str] = None
        while True:
            page = self._scope.get(f"/batch/{segment(batch_id)}", page_token=token)
            for row in page["jobs"]:
                yield cast("t.JobSummary", row)
            token = page["next_page_token"]
            if token is None:
                return

    def change(self, batch_id: str, **body: Any) -> Dict[str, Any]:
        """Pause a batch (its jobs are not assigned), close it (it accepts no new jobs) or open it again.

        Needs ``state``.
        """
        return cast("Dict[str, Any]", self._scope.change("PATCH", f"/batch/{segment(batch_id)}", named(body), repeatable=True))

    def resend_callbacks(self, batch_id: str, *, only: Any = None) -> int:
        """Resend the callbacks of a batch now; only=failed: those that were given up or are held."""
        return cast("int", (self._scope.change("POST", f"/batch/{segment(batch_id)}/callback", repeatable=True, params=query({"only": only})))["queued"])


class CallbackCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def put(self, **body: Any) -> t.CallbackSettings:
        """Change the callback settings; members left out do not change.

        Takes ``url``, ``service_key``, ``signing_secret``, ``events``, ``allowed_origins``, ``enabled``.
        """
        return cast("t.CallbackSettings", self._scope.change("PUT", "/callback", named(body)))

    def get(self) -> t.CallbackSettings:
        """The callback settings; secrets by their last four characters."""
        return cast("t.CallbackSettings", self._scope.get("/callback"))

    def test(self) -> t.CallbackTest:
        """Send a sample now and return the answer."""
        return cast("t.CallbackTest", self._scope.change("POST", "/callback/test"))


class ContestsCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def list(self, *, state: Any = None) -> Iterator[t.ContestRow]:
        """Contested verdicts on gold jobs and reviews, newest first."""
        token: Optional[str] = None
        while True:
            page = self._scope.get("/contests", state=state, page_token=token)
            for row in page["contests"]:
                yield cast("t.ContestRow", row)
            token = page["next_page_token"]
            if token is None:
                return

    def decide(self, contest_id: str, **body: Any) -> None:
        """Decide about a contested verdict: uphold (of a review: the work counts as accepted) or dismiss.

        Needs ``decision``.
        Takes ``answer``.
        """
        self._scope.change("POST", f"/contests/{segment(contest_id)}", named(body))


class ExportsCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def remove(self, export_id: str) -> None:
        """Cancel a running export, or delete a completed one."""
        self._scope.change("DELETE", f"/exports/{segment(export_id)}")


class FilesCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def get(self, file_id: str) -> t.UploadedFile:
        """An uploaded file."""
        return cast("t.UploadedFile", self._scope.get(f"/files/{segment(file_id)}"))

    def delete(self, file_id: str) -> None:
        """Delete an uploaded file that nothing uses."""
        self._scope.change("DELETE", f"/files/{segment(file_id)}")


class GoldCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def put(self, job_id: str, **body: Any) -> None:
        """Make a job gold, or correct its truth: by its result, by the submission of a copy, or by a document.

        Takes ``from_``, ``job_id``, ``data``.
        """
        self._scope.change("PUT", f"/jobs/{segment(job_id)}/gold", named(body))

    def delete(self, job_id: str) -> None:
        """Stop using the job as gold."""
        self._scope.change("DELETE", f"/jobs/{segment(job_id)}/gold")

    def list(self, *, job_id: Any = None) -> Iterator[t.GoldJobRow]:
        """Gold jobs in the order of creation, with the number of people who had them and their mean score."""
        token: Optional[str] = None
        while True:
            page = self._scope.get("/gold", job_id=job_id, page_token=token)
            for row in page["gold"]:
                yield cast("t.GoldJobRow", row)
            token = page["next_page_token"]
            if token is None:
                return


class GroupsCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def list(self) -> List[t.PeopleGroup]:
        """Groups of people that jobs are assigned to."""
        return cast("List[t.PeopleGroup]", (self._scope.get("/groups"))["groups"])

    def put(self, name: str, **body: Any) -> t.PeopleGroup:
        """Create a group, or replace its members.

        Needs ``user_ids``.
        """
        return cast("t.PeopleGroup", self._scope.change("PUT", f"/groups/{segment(name)}", named(body)))

    def get(self, name: str) -> t.PeopleGroup:
        """The members of a group."""
        return cast("t.PeopleGroup", self._scope.get(f"/groups/{segment(name)}"))

    def delete(self, name: str) -> None:
        """Delete a group; its jobs are available to everyone again."""
        self._scope.change("DELETE", f"/groups/{segment(name)}")


class ImportsCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def remove(self, import_id: str) -> None:
        """Cancel a running import, or delete a completed one; imported labels stay."""
        self._scope.change("DELETE", f"/imports/{segment(import_id)}")


class IngestsCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def list(self) -> Iterator[t.IngestShown]:
        """Ingests of the project, newest first, 100 a page."""
        token: Optional[str] = None
        while True:
            page = self._scope.get("/ingests", page_token=token)
            for row in page["ingests"]:
                yield cast("t.IngestShown", row)
            token = page["next_page_token"]
            if token is None:
                return

    def get(self, ingest_id: str) -> t.IngestShown:
        """An ingest: its plan, how far it is, and what could not be used."""
        return cast("t.IngestShown", self._scope.get(f"/ingests/{segment(ingest_id)}"))

    def start(self, ingest_id: str) -> t.IngestCreated:
        """Make the jobs of an ingest that is planned."""
        return cast("t.IngestCreated", self._scope.change("POST", f"/ingests/{segment(ingest_id)}/start"))

    def rerun(self, ingest_id: str) -> t.IngestCreated:
        """Read the source of an ingest that is over again: only what is new becomes jobs."""
        return cast("t.IngestCreated", self._scope.change("POST", f"/ingests/{segment(ingest_id)}/rerun"))

    def cancel(self, ingest_id: str) -> None:
        """Cancel an ingest that is not over; jobs that it made stay."""
        self._scope.change("DELETE", f"/ingests/{segment(ingest_id)}")


class JobsCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def checks(self, job_id: str, *, version: Any = None) -> t.JobChecks:
        """What the checks find in the saved work of a job."""
        return cast("t.JobChecks", self._scope.get(f"/jobs/{segment(job_id)}/checks", version=version))

    def deliveries(self, job_id: str) -> List[t.Delivery]:
        """Every attempt to deliver the callbacks of a job."""
        return cast("List[t.Delivery]", (self._scope.get(f"/jobs/{segment(job_id)}/deliveries"))["deliveries"])

    def resend_callbacks(self, job_id: str) -> int:
        """Resend the callbacks of a job now."""
        return cast("int", (self._scope.change("POST", f"/jobs/{segment(job_id)}/callback", repeatable=True))["queued"])

    def get(self, job_id: str) -> t.JobRecord:
        """The job record."""
        return cast("t.JobRecord", self._scope.get(f"/jobs/{segment(job_id)}"))

    def change(self, job_id: str, **body: Any) -> t.JobRecord:
        """Change the priority of an unfinished job, its metadata, or the number of its annotators.

        Takes ``priority_weight``, ``metadata``, ``consensus_annotators``.
        """
        return cast("t.JobRecord", self._scope.change("PATCH", f"/jobs/{segment(job_id)}", named(body), repeatable=True))

    def cancel(self, job_id: str) -> t.JobRecord:
        """Cancel a job that is not finished."""
        return cast("t.JobRecord", self._scope.change("POST", f"/jobs/{segment(job_id)}/cancel"))

    def reopen(self, job_id: str, **body: Any) -> t.JobRecord:
        """Open a completed job again, with the reason for those who work on it.

        Takes ``reason``.
        """
        return cast("t.JobRecord", self._scope.change("POST", f"/jobs/{segment(job_id)}/reopen", named(body)))

    def retry(self, job_id: str, **body: Any) -> t.JobRecord:
        """Retry a failed job, optionally with corrected data.

        Takes ``data``.
        """
        return cast("t.JobRecord", self._scope.change("POST", f"/jobs/{segment(job_id)}/retry", named(body)))

    def get_prediction(self, job_id: str) -> t.Prediction:
        """What the annotator starts with, in the shape of a submitted result."""
        return cast("t.Prediction", self._scope.get(f"/jobs/{segment(job_id)}/prediction"))

    def data(self, job_id: str) -> t.JobDataShown:
        """The data of a job as it was received, and its files."""
        return cast("t.JobDataShown", self._scope.get(f"/jobs/{segment(job_id)}/data"))

    def delete_data(self, job_id: str) -> t.JobRecord:
        """Delete payload, files and results of a finished job; IDs and ledger stay."""
        return cast("t.JobRecord", self._scope.change("DELETE", f"/jobs/{segment(job_id)}/data"))


class KeysCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def list(self) -> List[t.Key]:
        """The keys of a project, without their secrets."""
        return cast("List[t.Key]", (self._scope.get("/keys"))["keys"])

    def revoke(self, key_id: str) -> None:
        """Revoke a key."""
        self._scope.change("DELETE", f"/keys/{segment(key_id)}")


class ProjectCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def details(self) -> t.ProjectDetails:
        """Project details: its batches with their counters."""
        return cast("t.ProjectDetails", self._scope.get("/details"))

    def stats(self) -> t.ProjectStats:
        """Counters of a project, over all batches."""
        return cast("t.ProjectStats", self._scope.get("/stats"))

    def usage(self, *, from_: Any = None, to: Any = None) -> Iterator[t.UsageRow]:
        """The ledger: one permanent row per job, written when it is first completed."""
        token: Optional[str] = None
        while True:
            page = self._scope.get("/usage", **{"from": from_}, to=to, page_token=token)
            for row in page["rows"]:
                yield cast("t.UsageRow", row)
            token = page["next_page_token"]
            if token is None:
                return

    def progress(self, *, from_: Any = None, to: Any = None, bucket: Any = None) -> t.ProjectProgress:
        """Progress: jobs that entered and left each stage by hour or day, the oldest jobs, and an estimate of completion."""
        return cast("t.ProjectProgress", self._scope.get("/progress", **{"from": from_}, to=to, bucket=bucket))


class ProjectsCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def list(self) -> Iterator[t.Project]:
        """Projects in the order of creation, 100 a page."""
        token: Optional[str] = None
        while True:
            page = self._scope.get("/projects", page_token=token)
            for row in page["projects"]:
                yield cast("t.Project", row)
            token = page["next_page_token"]
            if token is None:
                return


class QualityCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def classes(self, *, from_: Any = None, to: Any = None, tag: Any = None, user_id: Any = None) -> List[t.PersonClassFigures]:
        """Figures of each person by class."""
        return cast("List[t.PersonClassFigures]", (self._scope.get("/quality/classes", **{"from": from_}, to=to, tag=tag, user_id=user_id))["cells"])

    def days(self, *, from_: Any = None, to: Any = None, tag: Any = None, user_id: Any = None) -> List[t.PersonDayFigures]:
        """What each person submitted by UTC day."""
        return cast("List[t.PersonDayFigures]", (self._scope.get("/quality/days", **{"from": from_}, to=to, tag=tag, user_id=user_id))["cells"])

    def pairs(self, *, from_: Any = None, to: Any = None, tag: Any = None, user_id: Any = None) -> List[t.PersonPair]:
        """How well each two people agree on the jobs that both annotated independently."""
        return cast("List[t.PersonPair]", (self._scope.get("/quality/pairs", **{"from": from_}, to=to, tag=tag, user_id=user_id))["pairs"])

    def confusion(self, *, from_: Any = None, to: Any = None, tag: Any = None, user_id: Any = None) -> List[t.ClassConfusion]:
        """Confusion matrix: classes of accepted (a) against submitted (b) records."""
        return cast("List[t.ClassConfusion]", (self._scope.get("/quality/confusion", **{"from": from_}, to=to, tag=tag, user_id=user_id))["confusion"])

    def worst(self, *, from_: Any = None, to: Any = None, tag: Any = None, user_id: Any = None, limit: Any = None) -> Dict[str, Any]:
        """The work with the lowest scores, and the objects that differ most."""
        return cast("Dict[str, Any]", self._scope.get("/quality/worst", **{"from": from_}, to=to, tag=tag, user_id=user_id, limit=limit))

    def of_job(self, job_id: str) -> t.JobQualityRecord:
        """Review results of a job."""
        return cast("t.JobQualityRecord", self._scope.get(f"/jobs/{segment(job_id)}/quality"))


class RetentionCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def get(self) -> t.Retention:
        """How many days the data of a finished job is kept."""
        return cast("t.Retention", self._scope.get("/retention"))

    def put(self, **body: Any) -> t.Retention:
        """Set how long data is kept; older data is deleted within the hour.

        Takes ``inputs_days``, ``results_days``, ``drafts_days``.
        """
        return cast("t.Retention", self._scope.change("PUT", "/retention", named(body)))

    def preview(self, **body: Any) -> t.RetentionPreview:
        """What these settings would delete now; nothing is changed.

        Takes ``inputs_days``, ``results_days``, ``drafts_days``.
        """
        return cast("t.RetentionPreview", self._scope.change("POST", "/retention/preview", named(body), repeatable=True))


class SensorsCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def list(self) -> List[t.KeptSensor]:
        """The saved sensor configurations."""
        return cast("List[t.KeptSensor]", (self._scope.get("/sensors"))["sensors"])

    def put(self, sensor_id: str, **body: Any) -> None:
        """Save the configuration of a sensor, for jobs that leave it out.

        Takes ``name``, ``modality``, ``state``, ``intrinsics``, ``camera_model``.
        """
        self._scope.change("PUT", f"/sensors/{segment(sensor_id)}", named(body))


class TagsCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def get(self, tag: str) -> t.Tag:
        """A tag with its classes."""
        return cast("t.Tag", self._scope.get(f"/tags/{segment(tag)}"))

    def list(self) -> List[t.Tag]:
        """All tags of a project."""
        return cast("List[t.Tag]", (self._scope.get("/tags"))["tags"])


class TasksCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def list(self) -> List[t.GivenUpTask]:
        """Failed tasks, newest first, at most 1,000."""
        return cast("List[t.GivenUpTask]", (self._scope.get("/tasks"))["tasks"])

    def retry(self, task_id: str) -> t.GivenUpTask:
        """Retry a failed task."""
        return cast("t.GivenUpTask", self._scope.change("POST", f"/tasks/{segment(task_id)}/retry"))

    def drop(self, task_id: str) -> t.GivenUpTask:
        """Drop a failed task; its job does not change."""
        return cast("t.GivenUpTask", self._scope.change("DELETE", f"/tasks/{segment(task_id)}"))


class UsersCalls:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def create(self, **body: Any) -> t.UserCreated:
        """Invite a person; the link opens once.

        Needs ``email``, ``role``.
        Takes ``name``, ``projects``.
        """
        return cast("t.UserCreated", self._scope.change("POST", "/users", named(body)))

    def list(self) -> List[t.User]:
        """All people."""
        return cast("List[t.User]", (self._scope.get("/users"))["users"])
