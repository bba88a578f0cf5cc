"""The client. Made of _aio.py by `npm run clients`: change that file."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Iterator, Dict, Iterable, List, Mapping, Optional, Sequence, Sized, Type, Union, cast

import httpx

from . import _types as t
from ._sync_calls import (
    AccessCalls,
    AdminKeysCalls,
    AssistantsCalls,
    AuditCalls,
    BatchesCalls,
    CallbackCalls,
    ContestsCalls,
    ExportsCalls,
    FilesCalls,
    GoldCalls,
    GroupsCalls,
    ImportsCalls,
    IngestsCalls,
    JobsCalls,
    KeysCalls,
    ProjectCalls,
    ProjectsCalls,
    QualityCalls,
    RetentionCalls,
    SensorsCalls,
    TagsCalls,
    TasksCalls,
    UsersCalls,
)
from ._at_once import at_once
from ._bulk import chunks, created_of, is_for_now
from ._call import (
    ATTEMPTS,
    Call,
    content_of,
    data_of,
    delay_s,
    document_of,
    existing_job,
    headers_of,
    location_of,
    may_repeat,
    named,
    present,
    query,
    refuse_unknown_filters,
    segment,
    settings,
    unreachable,
)
from ._errors import Failure, FiducialError
from ._frames import arrow_of, dataframe_of
from ._local_files import LeftOut, LocalFile, local_files
from ._progress import Bar, Progress

FINISHED = frozenset(("completed", "failed", "cancelled"))
DOWNLOAD_ATTEMPTS = 5
PIECE_BYTES = 1 << 20
#: Larger files are uploaded in pieces.
UPLOAD_BYTES = 32 << 20
TUS = {"tus-resumable": "1.0.0"}
#: Refusals after which an upload goes on from what the service kept.
GOES_ON = frozenset((0, 409, 423, 429, 502, 503, 504))
PathLike = Union[str, "os.PathLike[str]"]


class Client:
    """Speaks with a Fiducial service. ``url`` and ``key`` come from FIDUCIAL_URL and FIDUCIAL_KEY where left out."""

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        timeout: float = 60.0,
        transport: Optional[httpx.BaseTransport] = None,
    ) -> None:
        self.url, secret = settings(url, key)
        self._http = httpx.Client(
            timeout=timeout, transport=transport, follow_redirects=False, headers={"accept": "application/json"}
        )
        self._key = secret
        self.projects = Projects(self)
        self.users = UsersCalls(self)
        self.tasks = TasksCalls(self)
        self.audit = AuditCalls(self)
        self.admin_keys = AdminKeysCalls(self)

    def __repr__(self) -> str:
        return f"Client(url={self.url!r})"

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def project(self, project_id: str) -> "Project":
        return Project(self, project_id)

    def formats(self) -> List[t.Format]:
        """Export and import formats, with their options and losses."""
        found = self.send(Call("GET", "/v1/formats", repeatable=True))
        return cast(List[t.Format], found["formats"])

    def meta(self) -> Dict[str, Any]:
        """Version and limits of the service."""
        return cast(Dict[str, Any], self.send(Call("GET", "/v1/meta", repeatable=True)))

    def openapi(self) -> Dict[str, Any]:
        """The OpenAPI document of the service."""
        return self.document("/openapi.json")

    def get(self, path: str, **params: Any) -> Any:
        return self.send(Call("GET", "/v1" + path, repeatable=True, params=query(params)))

    def change(
        self, method: str, path: str, json: Any = None, *, repeatable: Optional[bool] = None, **more: Any
    ) -> Any:
        is_repeatable = method in ("PUT", "DELETE") if repeatable is None else repeatable
        return self.send(Call(method, "/v1" + path, is_repeatable, json, **more))

    def document(self, path: str) -> Dict[str, Any]:
        """A document that is answered as it is, such as a JSON Schema."""
        return cast(Dict[str, Any], self.send(Call("GET", path, repeatable=True, reads=document_of)))

    def send(self, call: Call) -> Any:
        """Sends a call, again where that is safe; ``data`` of the answer. Raises FiducialError."""
        for attempt in range(1, ATTEMPTS + 1):
            retry_after: Optional[str] = None
            try:
                response = self._http.request(
                    call.method,
                    self.url + call.path,
                    params=dict(call.params) or None,
                    content=_pieces(call.body) if isinstance(call.body, Path) else call.body,
                    headers={"x-api-key": self._key, **call.body_headers, **call.headers},
                )
                retry_after = response.headers.get("retry-after")
                return call.reads(response)
            except FiducialError as error:
                failed = error
            except httpx.HTTPError as error:
                failed = unreachable(self.url, error)
                failed.__cause__ = error
            if attempt == ATTEMPTS or not may_repeat(failed.status, call.repeatable):
                raise failed
            time.sleep(delay_s(attempt, retry_after))
        raise AssertionError("the last attempt answers or raises")

    def stream(self, url: str, path: Path, sha256: Optional[str]) -> None:
        """Downloads a signed address into a file; goes on where a connection broke. No key is sent."""
        part = path.with_name(path.name + ".part")
        part.unlink(missing_ok=True)
        for attempt in range(1, DOWNLOAD_ATTEMPTS + 1):
            have = part.stat().st_size if part.exists() else 0
            headers = {"range": f"bytes={have}-"} if have else {}
            try:
                with self._http.stream("GET", url, headers=headers) as response:
                    if response.status_code not in (200, 206):
                        response.read()
                        data_of(response)
                    with open(part, "ab" if response.status_code == 206 else "wb") as file:
                        for chunk in response.iter_bytes():
                            file.write(chunk)
                break
            except httpx.HTTPError as error:
                if attempt == DOWNLOAD_ATTEMPTS:
                    raise unreachable(self.url, error) from error
                time.sleep(delay_s(attempt, None))
        if sha256 is not None and _sha256(part) != sha256:
            part.unlink()
            raise FiducialError("what came is not the archive: its SHA-256 differs", code="unreadable_answer")
        part.replace(path)


def _pieces(path: Path) -> Iterator[bytes]:
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(PIECE_BYTES), b""):
            yield piece


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for chunk in iter(lambda: file.read(1 << 20), b""):
            digest.update(chunk)
    return digest.hexdigest()


class Projects(ProjectsCalls):
    """For the admin key."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self._client = client

    def create(self, *, name: str, base: str, **settings: Any) -> t.ProjectCreated:
        body = {"name": name, "base": base, **settings}
        return cast(t.ProjectCreated, self._client.send(Call("POST", "/v1/projects", json=body)))


class Project(ProjectCalls):
    """One project."""

    def __init__(self, client: Client, project_id: str) -> None:
        super().__init__(self)
        self.client = client
        self.project_id = project_id
        self.path = f"/v1/projects/{segment(project_id)}"
        self.tags = Tags(self)
        self.keys = Keys(self)
        self.jobs = Jobs(self)
        self.results = Results(self)
        self.quality = Quality(self)
        self.exports = Exports(self)
        self.files = Files(self)
        self.imports = Imports(self)
        self.ingests = Ingests(self)
        self.assistants = Assistants(self)
        self.batches = BatchesCalls(self)
        self.groups = GroupsCalls(self)
        self.gold = GoldCalls(self)
        self.contests = ContestsCalls(self)
        self.callback = CallbackCalls(self)
        self.access = Access(self)
        self.sensors = SensorsCalls(self)
        self.retention = RetentionCalls(self)

    def __repr__(self) -> str:
        return f"Project({self.project_id!r}, url={self.client.url!r})"

    def get(self, path: str, **params: Any) -> Any:
        return self.client.send(Call("GET", self.path + path, repeatable=True, params=query(params)))

    def change(
        self, method: str, path: str, json: Any = None, *, repeatable: Optional[bool] = None, **more: Any
    ) -> Any:
        is_repeatable = method in ("PUT", "DELETE") if repeatable is None else repeatable
        return self.client.send(Call(method, self.path + path, is_repeatable, json, **more))

    def update(self, **settings: Any) -> t.Project:
        """Changes the project: ``name``, ``review``, ``undo_seconds`` … What is left out stays."""
        return cast(t.Project, self.change("PATCH", "", settings, repeatable=True))

    def events(
        self, *, after: Optional[str] = None, types: Optional[str] = None, follow: bool = False, poll: float = 5.0
    ) -> Iterator[t.FeedEvent]:
        """The callback bodies in order, none skipped. Store the cursor of the last one you processed.

        With ``follow`` it waits for more, asking every ``poll`` seconds; else it ends with the newest.
        """
        while True:
            page = self.get("/events", after=after, types=types)
            for event in page["events"]:
                yield cast(t.FeedEvent, event)
            after = page["next_cursor"]
            if page["events"]:
                continue
            if not follow:
                return
            time.sleep(poll)


class Tags(TagsCalls):
    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._project = project

    def put(self, name: str, body: Mapping[str, Any]) -> Dict[str, Any]:
        """Makes a tag or changes it; classes are matched by their names."""
        return cast(Dict[str, Any], self._project.change("PUT", f"/tags/{segment(name)}", dict(body)))

    def add_image(self, name: str, path_or_bytes: Union[PathLike, bytes]) -> str:
        """Sends a picture for a tag's instructions: PNG, JPEG, WebP or GIF. Answers its address, for Markdown."""
        content = path_or_bytes if isinstance(path_or_bytes, bytes) else Path(path_or_bytes)
        headers = {"content-type": "application/octet-stream"}
        path = f"/tags/{segment(name)}/images"
        sent = self._project.change("POST", path, content=content, headers=headers, repeatable=True)
        return cast(str, sent["url"])


class Assistants(AssistantsCalls):
    """Models that help people. Changing them needs the admin key."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._project = project

    def schema(self) -> Dict[str, Any]:
        """The JSON Schema of requests to assistants and of their answers."""
        return self._project.client.document("/v1/assistant-schema.json")


class Access(AccessCalls):
    """How private data is reached."""

    def put(self, rules: Sequence[Mapping[str, Any]]) -> List[t.ShownAccessRule]:
        """All rules at once. A rule may be given as it is shown: its secrets stay what they are."""
        body = {"rules": [dict(rule) for rule in rules]}
        kept = self._scope.change("PUT", "/attachment_access", body)
        return cast(List[t.ShownAccessRule], kept["rules"])


class Keys(KeysCalls):
    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._project = project

    def create(self, name: str, scopes: Sequence[str] = ("submit", "read")) -> t.KeyCreated:
        body = {"name": name, "scopes": list(scopes)}
        return cast(t.KeyCreated, self._project.change("POST", "/keys", body))


class Jobs(JobsCalls):
    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._project = project

    def create(self, *, file: Optional[t.UploadedFile] = None, **body: Any) -> t.JobCreated:
        """Creates a job. Safe to repeat: a job that is there with this very body is answered as it is.

        ``file``, an uploaded picture, is the ``image_url`` of its data.
        """
        if file is not None:
            body["data"] = {"image_url": file["url"], **body.get("data", {})}
        try:
            return cast(t.JobCreated, self._project.change("POST", "/jobs", body, repeatable=True))
        except FiducialError as error:
            known = existing_job(error, body)
            if known is None:
                raise
            return cast(t.JobCreated, known)

    def create_many(
        self, bodies: Iterable[Mapping[str, Any]], progress: Progress = False
    ) -> List[Union[t.JobCreated, FiducialError]]:
        """Creates jobs in calls of up to 500; one entry a body, in order: the job, or why there is none.

        Run it again after an interruption: what is there already is answered as it is.
        """
        total = len(bodies) if isinstance(bodies, Sized) else None
        bar = Bar(progress, total, "job")
        made: List[Union[t.JobCreated, FiducialError]] = []
        try:
            for chunk in chunks(bodies):
                made += self._create_chunk(chunk)
                bar.add(len(chunk))
        finally:
            bar.close()
        return made

    def _create_chunk(self, chunk: List[Dict[str, Any]]) -> List[Union[t.JobCreated, FiducialError]]:
        """What the service could not take at that moment is sent again by itself."""
        made: Dict[int, Union[t.JobCreated, FiducialError]] = {}
        for attempt in range(1, ATTEMPTS + 1):
            left = [index for index in range(len(chunk)) if is_for_now(made.get(index))]
            sent = [chunk[index] for index in left]
            answer = self._project.change("POST", "/jobs/bulk", sent, repeatable=True)
            for index, row in zip(left, answer["results"]):
                made[index] = created_of(row, chunk[index])
            if attempt == ATTEMPTS or not any(is_for_now(one) for one in made.values()):
                break
            time.sleep(delay_s(attempt, None))
        return [made[index] for index in range(len(chunk))]

    def iter(self, **filter: Any) -> Iterator[t.ListedJob]:
        """Jobs by any filter of the list, such as ``status="completed"``, ``tag="boxes"``, ``batch_id=…``.

        An unknown filter is a TypeError.
        """
        refuse_unknown_filters(filter)
        token: Optional[str] = None
        while True:
            page = self._project.get("/jobs", **{"limit": 100, **filter}, page_token=token)
            for job in page["jobs"]:
                yield cast(t.ListedJob, job)
            token = page["next_page_token"]
            if token is None:
                return

    def wait(
        self, ids: Union[str, Iterable[str]], timeout: Optional[float] = None, *, poll: float = 1.0
    ) -> List[t.JobRecord]:
        """Waits until all are completed, failed or cancelled. Raises TimeoutError after ``timeout`` seconds."""
        wanted = [ids] if isinstance(ids, str) else list(ids)
        done: Dict[str, t.JobRecord] = {}
        ends = None if timeout is None else time.monotonic() + timeout
        while True:
            for job_id in wanted:
                if job_id not in done:
                    record = self.get(job_id)
                    if record["status"] in FINISHED:
                        done[job_id] = record
            if len(done) == len(set(wanted)):
                return [done[job_id] for job_id in wanted]
            _pause(poll, ends, f"not finished: {len(set(wanted)) - len(done)} of {len(set(wanted))} jobs")

    def dry_run(self, **body: Any) -> t.DryRun:
        """What the service would say to a job, its files included; creates nothing. May take a minute."""
        params = {"dry_run": "true"}
        return cast(t.DryRun, self._project.change("POST", "/jobs", body, repeatable=True, params=params))

    def find(self, reference_id: str) -> t.JobRecord:
        """The job of a reference_id."""
        return cast(t.JobRecord, self._project.get("/jobs", reference_id=reference_id))

    def review(self, job_id: str, decision: str, comment: Optional[str] = None) -> t.JobRecord:
        """Decides a review: ``accept`` or ``reject`` (scope annotate; not with the key that submitted the result)."""
        body = present(decision=decision, comment=comment)
        return cast(t.JobRecord, self._project.change("POST", f"/jobs/{segment(job_id)}/review", body))

    def submit_result(self, job_id: str, data: Mapping[str, Any]) -> Dict[str, Any]:
        """Submits a result as an annotator would (scope annotate)."""
        body = {"data": dict(data)}
        return cast(Dict[str, Any], self._project.change("POST", f"/jobs/{segment(job_id)}/result", body))

    def predict(self, job_id: str, data: Mapping[str, Any]) -> t.JobRecord:
        """Gives the annotator a starting point (scope annotate)."""
        body = {"data": dict(data)}
        return cast(t.JobRecord, self._project.change("PUT", f"/jobs/{segment(job_id)}/prediction", body))

    def compare(
        self, job_id: str, a: Union[str, Mapping[str, Any]], b: Union[str, Mapping[str, Any]], **options: Any
    ) -> Dict[str, Any]:
        """Compares two documents of a job: ``"result"``, ``"prediction"``, ``{"result_version": n}`` or ``{"data": …}``.

        The first page of pairs: pass ``page_token=answer["next_page_token"]`` for more. Stores nothing.
        """
        body = {"a": a, "b": b, **({"page_token": options.pop("page_token")} if "page_token" in options else {})}
        path = f"/jobs/{segment(job_id)}/compare"
        return cast(Dict[str, Any], self._project.change("POST", path, {**body, "options": options}, repeatable=True))

    def act(self, action: str, **body: Any) -> str:
        """Starts an action on many jobs, ``filter={…}`` or ``job_ids=[…]``, and answers its id.

        ``act("assist", value={"assistant": "detector"}, filter={"tag": "boxes"})`` asks an assistant about queued jobs
        once more. With ``dry_run=True`` it only tells what would be done and refused.
        """
        started = self._project.change("POST", "/jobs/actions", {"action": action, **body})
        return cast(str, started["action_id"])

    def action(self, action_id: str) -> Dict[str, Any]:
        """How far an action is, and what was refused."""
        return cast(Dict[str, Any], self._project.get(f"/jobs/actions/{segment(action_id)}"))

    def cancel_action(self, action_id: str) -> Dict[str, Any]:
        """Cancels the rest; what was done stays."""
        return cast(Dict[str, Any], self._project.change("DELETE", f"/jobs/actions/{segment(action_id)}"))


class Results:
    def __init__(self, project: Project) -> None:
        self._project = project

    def get(self, job_id: str) -> Dict[str, Any]:
        """The result document of a completed job."""
        record = self._project.jobs.get(job_id)
        if record["result"] is None:
            raise FiducialError(f"the job is {record['status']}: it has no result", status=409, code="JOB_STATE")
        return self._document(record["result"])

    def iter(self, **filter: Any) -> Iterator[Dict[str, Any]]:
        """Result documents of completed jobs, by any filter of the list."""
        for job in self._project.jobs.iter(**{**filter, "status": "completed"}):
            yield self.get(job["job_id"])

    def fetch(self, url: str) -> Dict[str, Any]:
        """A result document by the address that a record or a callback names. The key is not sent: the address is signed."""
        return self._document(url)

    def locate(self, url: str) -> str:
        """The signed address of a file by an unsigned one of this service; it opens without a key."""
        call = Call("GET", "/v1/attachments", repeatable=True, params={"url": url}, reads=location_of)
        return cast(str, self._project.client.send(call))

    def schema(self, operation: str) -> Dict[str, Any]:
        """The JSON Schema of the result documents of an operation."""
        return self._project.client.document(f"/v1/schemas/{segment(operation)}")

    def to_dataframe(self, *, timeout: Optional[float] = None, **filter: Any) -> Any:
        """One row a record, with the columns of the format jsonl. Needs pandas."""
        with tempfile.TemporaryDirectory() as folder:
            return dataframe_of(self._records("jsonl", Path(folder), timeout, filter))

    def to_arrow(self, *, timeout: Optional[float] = None, **filter: Any) -> Any:
        """One row a record as a pyarrow Table, with the typed columns of the format parquet. Needs pyarrow."""
        with tempfile.TemporaryDirectory() as folder:
            return arrow_of(self._records("parquet", Path(folder), timeout, filter))

    def _records(self, format: str, folder: Path, timeout: Optional[float], filter: Mapping[str, Any]) -> Path:
        """The archive of an export of the jobs that the filter finds."""
        export = self._project.exports.create(format, filter=filter or None)
        export.wait(timeout=timeout)
        return export.download(folder / "records.zip")

    def _document(self, url: str) -> Dict[str, Any]:
        for attempt in range(1, DOWNLOAD_ATTEMPTS + 1):
            try:
                response = self._project.client._http.get(url)
            except httpx.HTTPError as error:
                if attempt == DOWNLOAD_ATTEMPTS:
                    raise unreachable(self._project.client.url, error) from error
                time.sleep(delay_s(attempt, None))
                continue
            return cast(Dict[str, Any], response.json() if response.is_success else data_of(response))
        raise AssertionError("the last attempt answers or raises")


class Quality(QualityCalls):
    """How good submitted work is, as the service keeps it by UTC days of submission.

    Every list takes ``from_`` and ``to`` (a day or time; left out: the last 30 days) and ``tag``,
    and ``user_id``: the work of one person alone.
    """


    def rows(self, by: str = "day", **filter: Any) -> List[Dict[str, Any]]:
        """By ``day``, ``person``, ``reviewer``, ``class``, ``tag`` or ``attribute``."""
        return cast(List[Dict[str, Any]], (self._scope.get("/quality", by=by, **named(filter)))["rows"])


class Exports(ExportsCalls):
    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._project = project

    def create(
        self,
        format: str,
        *,
        filter: Optional[Mapping[str, Any]] = None,
        splits: Optional[Mapping[str, float]] = None,
        files: Optional[str] = None,
        options: Optional[Mapping[str, Any]] = None,
        destination: Optional[str] = None,
    ) -> "Export":
        """Fixes the set of jobs; a worker writes the archive."""
        body = present(
            format=format, filter=filter, splits=splits, files=files, options=options, destination=destination
        )
        made = self._project.change("POST", "/exports", body)
        return self.get(made["export_id"])

    def get(self, export_id: str) -> "Export":
        shown = self._project.get(f"/exports/{segment(export_id)}")
        return Export(self._project, cast(t.ExportShown, shown))

    def iter(self) -> Iterator["Export"]:
        """Newest first."""
        token: Optional[str] = None
        while True:
            page = self._project.get("/exports", page_token=token)
            for shown in page["exports"]:
                yield Export(self._project, cast(t.ExportShown, shown))
            token = page["next_page_token"]
            if token is None:
                return

    def download(self, export_id: str, path: PathLike) -> Path:
        """Writes the archive of a completed export to a file, or into a folder; answers where it is."""
        return (self.get(export_id)).download(path)


class Export:
    """An export; ``shown`` is what the service says of it."""

    def __init__(self, project: Project, shown: t.ExportShown) -> None:
        self._project = project
        self.shown = shown

    @property
    def export_id(self) -> str:
        return self.shown["export_id"]

    @property
    def status(self) -> str:
        return self.shown["status"]

    @property
    def losses(self) -> List[Dict[str, Any]]:
        """What the archive does not carry, by kind."""
        return cast(List[Dict[str, Any]], self.shown["losses"])

    def __repr__(self) -> str:
        done = self.shown["progress"]
        lost = f", {self.shown['losses_total']} kinds of losses" if self.shown["losses_total"] else ""
        return f"<Export {self.shown['format']} {self.status}: {done['jobs_done']} of {done['jobs_total']} jobs{lost}>"

    def refresh(self) -> "Export":
        self.shown = (self._project.exports.get(self.export_id)).shown
        return self

    def wait(
        self, timeout: Optional[float] = None, *, progress: Progress = False, poll: float = 0.5
    ) -> "Export":
        """Waits until the archive is there. Raises TimeoutError, and FiducialError when the export failed."""
        ends = None if timeout is None else time.monotonic() + timeout
        bar = Bar(progress, self.shown["progress"]["jobs_total"], "job")
        try:
            while self.status not in FINISHED:
                _pause(poll, ends, f"the export is {self.status}")
                self.refresh()
                bar.to(self.shown["progress"]["jobs_done"])
        finally:
            bar.close()
        if self.status != "completed":
            error = self.shown["error"] or {"code": "", "message": f"the export is {self.status}"}
            raise FiducialError(error["message"], code=error["code"])
        return self

    def download(self, path: PathLike) -> Path:
        """Writes the archive to a file, or into a folder; answers where it is. Its SHA-256 is checked."""
        url = self.shown["url"]
        if url is None:
            raise FiducialError(f"the export is {self.status}: it has no archive", code="JOB_STATE")
        target = Path(path)
        if target.is_dir() or str(path).endswith(("/", os.sep)):
            target = target / url.split("?")[0].rsplit("/", 1)[-1]
        target.parent.mkdir(parents=True, exist_ok=True)
        self._project.client.stream(url, target, self.shown["sha256"])
        return target

    def delete(self) -> None:
        """Cancels it while it runs, removes it when it is done."""
        self._project.change("DELETE", f"/exports/{segment(self.export_id)}")


class Files(FilesCalls):
    """Files that were uploaded for jobs."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._project = project

    def upload(
        self, path_or_bytes: Union[PathLike, bytes], *, name: Optional[str] = None, piece_bytes: int = UPLOAD_BYTES
    ) -> t.UploadedFile:
        """Sends a file: a path, or its bytes with a name. The name is a relative path; that of a path is its last part.

        A larger file than ``piece_bytes`` is sent in pieces, and goes on where a connection broke.
        """
        if name is None and isinstance(path_or_bytes, bytes):
            raise TypeError("bytes have no name: give one")
        content = path_or_bytes if isinstance(path_or_bytes, bytes) else Path(path_or_bytes)
        params = {"name": Path(cast(PathLike, path_or_bytes)).name if name is None else name}
        headers = {"content-type": "application/octet-stream"}
        if isinstance(content, Path) and content.stat().st_size > piece_bytes:
            return self.get(self._in_pieces(content, params["name"], piece_bytes))
        made = self._project.change("POST", "/files", content=content, params=params, headers=headers)
        return cast(t.UploadedFile, made)

    def _in_pieces(self, path: Path, name: str, piece_bytes: int) -> str:
        """By tus 1.0. Answers the id of the file."""
        size = path.stat().st_size
        named_as = f"relative_path {base64.b64encode(name.encode()).decode()}"
        begin = {**TUS, "upload-length": str(size), "upload-metadata": named_as}
        made = self._project.change("POST", "/uploads", headers=begin, repeatable=True, reads=headers_of)
        at = f"/uploads/{segment(made['location'].rsplit('/', 1)[-1])}"
        offset = 0
        failures = 0
        while True:
            with open(path, "rb") as file:
                file.seek(offset)
                piece = file.read(piece_bytes)
            headers = {**TUS, "upload-offset": str(offset), "content-type": "application/offset+octet-stream"}
            try:
                kept = self._project.change("PATCH", at, content=piece, headers=headers, reads=headers_of)
                failures = 0
            except FiducialError as error:
                failures += 1
                if failures == ATTEMPTS or error.status not in GOES_ON:
                    raise
                time.sleep(delay_s(failures, None))
                kept = self._project.change("HEAD", at, headers=TUS, repeatable=True, reads=headers_of)
            offset = int(kept["upload-offset"])
            if offset == size:
                return cast(str, kept["x-file-id"])

    def iter(self, *, name: Optional[str] = None) -> Iterator[t.UploadedFile]:
        """Newest first; with ``name`` only files of exactly this name."""
        token: Optional[str] = None
        while True:
            page = self._project.get("/files", page_token=token, name=name)
            for shown in page["files"]:
                yield cast(t.UploadedFile, shown)
            token = page["next_page_token"]
            if token is None:
                return

    def download(self, file_id: str) -> bytes:
        """The bytes of a file, in memory."""
        path = f"{self._project.path}/files/{segment(file_id)}/content"
        return cast(bytes, self._project.client.send(Call("GET", path, repeatable=True, reads=content_of)))


class Imports(ImportsCalls):
    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._project = project

    def create(
        self,
        format: str,
        tag: str,
        path_or_bytes: Union[PathLike, bytes],
        *,
        into: Optional[str] = None,
        data_base: Optional[str] = None,
        options: Optional[Mapping[str, Any]] = None,
    ) -> "Import":
        """Imports an archive: a path, its bytes, or an address that the service fetches."""
        wanted = present(format=format, tag=tag, into=into, data_base=data_base)
        if isinstance(path_or_bytes, str) and path_or_bytes.startswith(("http://", "https://", "s3://")):
            body = {**wanted, "url": path_or_bytes, **present(options=options)}
            made = self._project.change("POST", "/imports", body)
        else:
            content = path_or_bytes if isinstance(path_or_bytes, bytes) else Path(path_or_bytes)
            params = {**wanted, **present(options=None if options is None else json.dumps(options))}
            headers = {"content-type": "application/zip"}
            made = self._project.change("POST", "/imports", content=content, params=params, headers=headers)
        return self.get(made["import_id"])

    def get(self, import_id: str) -> "Import":
        shown = self._project.get(f"/imports/{segment(import_id)}")
        return Import(self._project, cast(t.ImportShown, shown))

    def iter(self) -> Iterator["Import"]:
        """Newest first."""
        token: Optional[str] = None
        while True:
            page = self._project.get("/imports", page_token=token)
            for shown in page["imports"]:
                yield Import(self._project, cast(t.ImportShown, shown))
            token = page["next_page_token"]
            if token is None:
                return


class Import:
    """An import; ``shown`` is what the service says of it."""

    def __init__(self, project: Project, shown: t.ImportShown) -> None:
        self._project = project
        self.shown = shown

    @property
    def import_id(self) -> str:
        return self.shown["import_id"]

    @property
    def status(self) -> str:
        return self.shown["status"]

    @property
    def matched(self) -> int:
        return self.shown["matched"]

    @property
    def unmatched(self) -> List[Dict[str, Any]]:
        return cast(List[Dict[str, Any]], self.shown["unmatched"])

    @property
    def failures(self) -> List[Failure]:
        return [Failure.of(cast(Dict[str, Any], one)) for one in self.shown["failures"]]

    def __repr__(self) -> str:
        return (
            f"<Import {self.shown['format']} {self.status}: {self.matched} of "
            f"{self.shown['progress']['parts_total']} matched, {self.shown['failures_total']} failures>"
        )

    def refresh(self) -> "Import":
        self.shown = (self._project.imports.get(self.import_id)).shown
        return self

    def wait(
        self, timeout: Optional[float] = None, *, progress: Progress = False, poll: float = 0.5
    ) -> "Import":
        """Waits until it is through. Raises TimeoutError, and FiducialError when the import failed."""
        ends = None if timeout is None else time.monotonic() + timeout
        bar = Bar(progress, None, "part")
        try:
            while self.status not in FINISHED:
                _pause(poll, ends, f"the import is {self.status}")
                self.refresh()
                bar.to(self.shown["progress"]["parts_done"], self.shown["progress"]["parts_total"])
        finally:
            bar.close()
        if self.status != "completed":
            error = self.shown["error"] or {"code": "", "message": f"the import is {self.status}"}
            raise FiducialError(error["message"], code=error["code"], failures=self.failures)
        return self

    def delete(self) -> None:
        """Cancels it while it runs; labels that were given stay."""
        self._project.change("DELETE", f"/imports/{segment(self.import_id)}")


class Ingests(IngestsCalls):
    """Files become jobs."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._project = project

    def create(
        self,
        source: Union[PathLike, Sequence[str], None] = None,
        *,
        tag: str,
        files: Optional[Iterable[Union[str, t.UploadedFile]]] = None,
        progress: Progress = False,
        **body: Any,
    ) -> "Ingest":
        """Makes jobs of files: of a path, an address, addresses, or of ``files``, uploaded ones or their ids.

        A folder is sent first, eight files at a time, under their names relative to it; a file that is there already
        under its name with the same bytes is not sent again. Hidden files stay, and what else is not sent is in
        ``left_out``. Takes ``layout``, ``batch_id``, ``batch_name``, ``priority_weight``, ``metadata``, ``options``,
        ``dry_run``.
        """
        if (source is None) == (files is None):
            raise TypeError("give a path, an address, addresses, or files=")
        left_out: List[LeftOut] = []
        read: Dict[str, Any]
        if files is not None:
            read = {"files": [one if isinstance(one, str) else one["file_id"] for one in files]}
        elif isinstance(source, str) and source.lower().startswith(("http://", "https://", "s3://")):
            read = {"url": source}
        elif isinstance(source, (str, os.PathLike)):
            local, left_out = local_files(Path(source))
            if not local:
                raise ValueError(f"{os.fspath(source)} has no files")
            read = {"files": self._sent(local, progress)}
        else:
            read = {"urls": list(cast(Sequence[str], source))}
        made = self._project.change("POST", "/ingests", {"source": read, "tag": tag, **body})
        return Ingest(self._project, self.get(made["ingest_id"]), left_out)

    def _sent(self, local: Sequence[LocalFile], progress: Progress) -> List[str]:
        """The ids of the files, sent where they are not there already."""
        page = self._project.get("/files")

        def send(file: LocalFile) -> str:
            if page["files"]:
                known = self._find_sent(file)
                if known is not None:
                    return known
            return (self._project.files.upload(file.path, name=file.name))["file_id"]

        bar = Bar(progress, len(local), "file")
        try:
            return at_once(send, local, bar.add)
        finally:
            bar.close()

    def _find_sent(self, file: LocalFile) -> Optional[str]:
        """The id of the same bytes under the same name."""
        sha256: Optional[str] = None
        for row in self._project.files.iter(name=file.name):
            if row["size"] != file.size:
                continue
            sha256 = sha256 or _sha256(file.path)
            if row["sha256"] == sha256:
                return row["file_id"]
        return None


class Ingest:
    """An ingest; ``shown`` is what the service says of it, ``left_out`` what of a folder was not sent."""

    def __init__(self, project: Project, shown: t.IngestShown, left_out: Sequence[LeftOut] = ()) -> None:
        self._project = project
        self.shown = shown
        self.left_out = list(left_out)

    @property
    def ingest_id(self) -> str:
        return self.shown["ingest_id"]

    @property
    def status(self) -> str:
        return self.shown["status"]

    @property
    def plan(self) -> Optional[t.IngestPlan]:
        return self.shown["plan"]

    @property
    def created(self) -> int:
        """Jobs that were made."""
        return self.shown["created"]

    @property
    def duplicates(self) -> int:
        """Jobs that were there with the same content."""
        return self.shown["duplicates"]

    @property
    def failures(self) -> List[t.IngestFailure]:
        return self.shown["failures"]

    def __repr__(self) -> str:
        return (
            f"<Ingest {self.status}: {self.created} jobs created, {self.duplicates} there already, "
            f"{self.shown['failures_total']} failures>"
        )

    def refresh(self) -> "Ingest":
        self.shown = self._project.ingests.get(self.ingest_id)
        return self

    def start(self) -> "Ingest":
        """Makes the jobs of a dry run that is planned."""
        self._project.ingests.start(self.ingest_id)
        return self.refresh()

    def wait(
        self, timeout: Optional[float] = None, *, progress: Progress = False, poll: float = 0.5
    ) -> "Ingest":
        """Waits until it is through, or planned where it is a dry run.

        Raises TimeoutError, and FiducialError when the ingest failed or was cancelled.
        """
        ends = None if timeout is None else time.monotonic() + timeout
        bar = Bar(progress, None, "file")
        try:
            while self.status not in FINISHED and self.status != "planned":
                _pause(poll, ends, f"the ingest is {self.status}")
                self.refresh()
                bar.to(self.shown["progress"]["files_done"], self.shown["progress"]["files_total"])
        finally:
            bar.close()
        if self.status not in ("completed", "planned"):
            error = self.shown["error"] or {"code": "", "message": f"the ingest is {self.status}"}
            raise FiducialError(error["message"], code=error["code"])
        return self

    def cancel(self) -> None:
        """Cancels it while it runs; jobs that it made stay."""
        self._project.ingests.cancel(self.ingest_id)


def _pause(poll: float, ends: Optional[float], late: str) -> None:
    if ends is None:
        time.sleep(poll)
        return
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError(late)
    time.sleep(min(poll, left))
