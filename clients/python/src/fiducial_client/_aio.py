"""The client, asynchronous. `npm run clients` makes _sync.py of it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, AsyncIterator, Dict, Iterable, List, Mapping, Optional, Sequence, Sized, Type, Union, cast

import httpx

from . import _types as t
from ._aio_calls import (
    AsyncAccessCalls,
    AsyncAdminKeysCalls,
    AsyncAssistantsCalls,
    AsyncAuditCalls,
    AsyncBatchesCalls,
    AsyncCallbackCalls,
    AsyncContestsCalls,
    AsyncExportsCalls,
    AsyncFilesCalls,
    AsyncGoldCalls,
    AsyncGroupsCalls,
    AsyncImportsCalls,
    AsyncIngestsCalls,
    AsyncJobsCalls,
    AsyncKeysCalls,
    AsyncProjectCalls,
    AsyncProjectsCalls,
    AsyncQualityCalls,
    AsyncRetentionCalls,
    AsyncSensorsCalls,
    AsyncTagsCalls,
    AsyncTasksCalls,
    AsyncUsersCalls,
)
from ._at_once import async_at_once
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


class AsyncClient:
    """Speaks with a Fiducial service. ``url`` and ``key`` come from FIDUCIAL_URL and FIDUCIAL_KEY where left out."""

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        timeout: float = 60.0,
        transport: Optional[httpx.AsyncBaseTransport] = None,
    ) -> None:
        self.url, secret = settings(url, key)
        self._http = httpx.AsyncClient(
            timeout=timeout, transport=transport, follow_redirects=False, headers={"accept": "application/json"}
        )
        self._key = secret
        self.projects = AsyncProjects(self)
        self.users = AsyncUsersCalls(self)
        self.tasks = AsyncTasksCalls(self)
        self.audit = AsyncAuditCalls(self)
        self.admin_keys = AsyncAdminKeysCalls(self)

    def __repr__(self) -> str:
        return f"AsyncClient(url={self.url!r})"

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._http.aclose()

    def project(self, project_id: str) -> "AsyncProject":
        return AsyncProject(self, project_id)

    async def formats(self) -> List[t.Format]:
        """Export and import formats, with their options and losses."""
        found = await self.send(Call("GET", "/v1/formats", repeatable=True))
        return cast(List[t.Format], found["formats"])

    async def meta(self) -> Dict[str, Any]:
        """Version and limits of the service."""
        return cast(Dict[str, Any], await self.send(Call("GET", "/v1/meta", repeatable=True)))

    async def openapi(self) -> Dict[str, Any]:
        """The OpenAPI document of the service."""
        return await self.document("/openapi.json")

    async def get(self, path: str, **params: Any) -> Any:
        return await self.send(Call("GET", "/v1" + path, repeatable=True, params=query(params)))

    async def change(
        self, method: str, path: str, json: Any = None, *, repeatable: Optional[bool] = None, **more: Any
    ) -> Any:
        is_repeatable = method in ("PUT", "DELETE") if repeatable is None else repeatable
        return await self.send(Call(method, "/v1" + path, is_repeatable, json, **more))

    async def document(self, path: str) -> Dict[str, Any]:
        """A document that is answered as it is, such as a JSON Schema."""
        return cast(Dict[str, Any], await self.send(Call("GET", path, repeatable=True, reads=document_of)))

    async def send(self, call: Call) -> Any:
        """Sends a call, again where that is safe; ``data`` of the answer. Raises FiducialError."""
        for attempt in range(1, ATTEMPTS + 1):
            retry_after: Optional[str] = None
            try:
                response = await self._http.request(
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
            await asyncio.sleep(delay_s(attempt, retry_after))
        raise AssertionError("the last attempt answers or raises")

    async def stream(self, url: str, path: Path, sha256: Optional[str]) -> None:
        """Downloads a signed address into a file; goes on where a connection broke. No key is sent."""
        part = path.with_name(path.name + ".part")
        part.unlink(missing_ok=True)
        for attempt in range(1, DOWNLOAD_ATTEMPTS + 1):
            have = part.stat().st_size if part.exists() else 0
            headers = {"range": f"bytes={have}-"} if have else {}
            try:
                async with self._http.stream("GET", url, headers=headers) as response:
                    if response.status_code not in (200, 206):
                        await response.aread()
                        data_of(response)
                    with open(part, "ab" if response.status_code == 206 else "wb") as file:
                        async for chunk in response.aiter_bytes():
                            file.write(chunk)
                break
            except httpx.HTTPError as error:
                if attempt == DOWNLOAD_ATTEMPTS:
                    raise unreachable(self.url, error) from error
                await asyncio.sleep(delay_s(attempt, None))
        if sha256 is not None and _sha256(part) != sha256:
            part.unlink()
            raise FiducialError("what came is not the archive: its SHA-256 differs", code="unreadable_answer")
        part.replace(path)


async def _pieces(path: Path) -> AsyncIterator[bytes]:
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(PIECE_BYTES), b""):
            yield piece


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for chunk in iter(lambda: file.read(1 << 20), b""):
            digest.update(chunk)
    return digest.hexdigest()


class AsyncProjects(AsyncProjectsCalls):
    """For the admin key."""

    def __init__(self, client: AsyncClient) -> None:
        super().__init__(client)
        self._client = client

    async def create(self, *, name: str, base: str, **settings: Any) -> t.ProjectCreated:
        body = {"name": name, "base": base, **settings}
        return cast(t.ProjectCreated, await self._client.send(Call("POST", "/v1/projects", json=body)))


class AsyncProject(AsyncProjectCalls):
    """One project."""

    def __init__(self, client: AsyncClient, project_id: str) -> None:
        super().__init__(self)
        self.client = client
        self.project_id = project_id
        self.path = f"/v1/projects/{segment(project_id)}"
        self.tags = AsyncTags(self)
        self.keys = AsyncKeys(self)
        self.jobs = AsyncJobs(self)
        self.results = AsyncResults(self)
        self.quality = AsyncQuality(self)
        self.exports = AsyncExports(self)
        self.files = AsyncFiles(self)
        self.imports = AsyncImports(self)
        self.ingests = AsyncIngests(self)
        self.assistants = AsyncAssistants(self)
        self.batches = AsyncBatchesCalls(self)
        self.groups = AsyncGroupsCalls(self)
        self.gold = AsyncGoldCalls(self)
        self.contests = AsyncContestsCalls(self)
        self.callback = AsyncCallbackCalls(self)
        self.access = AsyncAccess(self)
        self.sensors = AsyncSensorsCalls(self)
        self.retention = AsyncRetentionCalls(self)

    def __repr__(self) -> str:
        return f"AsyncProject({self.project_id!r}, url={self.client.url!r})"

    async def get(self, path: str, **params: Any) -> Any:
        return await self.client.send(Call("GET", self.path + path, repeatable=True, params=query(params)))

    async def change(
        self, method: str, path: str, json: Any = None, *, repeatable: Optional[bool] = None, **more: Any
    ) -> Any:
        is_repeatable = method in ("PUT", "DELETE") if repeatable is None else repeatable
        return await self.client.send(Call(method, self.path + path, is_repeatable, json, **more))

    async def update(self, **settings: Any) -> t.Project:
        """Changes the project: ``name``, ``review``, ``undo_seconds`` … What is left out stays."""
        return cast(t.Project, await self.change("PATCH", "", settings, repeatable=True))

    async def events(
        self, *, after: Optional[str] = None, types: Optional[str] = None, follow: bool = False, poll: float = 5.0
    ) -> AsyncIterator[t.FeedEvent]:
        """The callback bodies in order, none skipped. Store the cursor of the last one you processed.

        With ``follow`` it waits for more, asking every ``poll`` seconds; else it ends with the newest.
        """
        while True:
            page = await self.get("/events", after=after, types=types)
            for event in page["events"]:
                yield cast(t.FeedEvent, event)
            after = page["next_cursor"]
            if page["events"]:
                continue
            if not follow:
                return
            await asyncio.sleep(poll)


class AsyncTags(AsyncTagsCalls):
    def __init__(self, project: AsyncProject) -> None:
        super().__init__(project)
        self._project = project

    async def put(self, name: str, body: Mapping[str, Any]) -> Dict[str, Any]:
        """Makes a tag or changes it; classes are matched by their names."""
        return cast(Dict[str, Any], await self._project.change("PUT", f"/tags/{segment(name)}", dict(body)))

    async def add_image(self, name: str, path_or_bytes: Union[PathLike, bytes]) -> str:
        """Sends a picture for a tag's instructions: PNG, JPEG, WebP or GIF. Answers its address, for Markdown."""
        content = path_or_bytes if isinstance(path_or_bytes, bytes) else Path(path_or_bytes)
        headers = {"content-type": "application/octet-stream"}
        path = f"/tags/{segment(name)}/images"
        sent = await self._project.change("POST", path, content=content, headers=headers, repeatable=True)
        return cast(str, sent["url"])


class AsyncAssistants(AsyncAssistantsCalls):
    """Models that help people. Changing them needs the admin key."""

    def __init__(self, project: AsyncProject) -> None:
        super().__init__(project)
        self._project = project

    async def schema(self) -> Dict[str, Any]:
        """The JSON Schema of requests to assistants and of their answers."""
        return await self._project.client.document("/v1/assistant-schema.json")


class AsyncAccess(AsyncAccessCalls):
    """How private data is reached."""

    async def put(self, rules: Sequence[Mapping[str, Any]]) -> List[t.ShownAccessRule]:
        """All rules at once. A rule may be given as it is shown: its secrets stay what they are."""
        body = {"rules": [dict(rule) for rule in rules]}
        kept = await self._scope.change("PUT", "/attachment_access", body)
        return cast(List[t.ShownAccessRule], kept["rules"])


class AsyncKeys(AsyncKeysCalls):
    def __init__(self, project: AsyncProject) -> None:
        super().__init__(project)
        self._project = project

    async def create(self, name: str, scopes: Sequence[str] = ("submit", "read")) -> t.KeyCreated:
        body = {"name": name, "scopes": list(scopes)}
        return cast(t.KeyCreated, await self._project.change("POST", "/keys", body))


class AsyncJobs(AsyncJobsCalls):
    def __init__(self, project: AsyncProject) -> None:
        super().__init__(project)
        self._project = project

    async def create(self, *, file: Optional[t.UploadedFile] = None, **body: Any) -> t.JobCreated:
        """Creates a job. Safe to repeat: a job that is there with this very body is answered as it is.

        ``file``, an uploaded picture, is the ``image_url`` of its data.
        """
        if file is not None:
            body["data"] = {"image_url": file["url"], **body.get("data", {})}
        try:
            return cast(t.JobCreated, await self._project.change("POST", "/jobs", body, repeatable=True))
        except FiducialError as error:
            known = existing_job(error, body)
            if known is None:
                raise
            return cast(t.JobCreated, known)

    async def create_many(
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
                made += await self._create_chunk(chunk)
                bar.add(len(chunk))
        finally:
            bar.close()
        return made

    async def _create_chunk(self, chunk: List[Dict[str, Any]]) -> List[Union[t.JobCreated, FiducialError]]:
        """What the service could not take at that moment is sent again by itself."""
        made: Dict[int, Union[t.JobCreated, FiducialError]] = {}
        for attempt in range(1, ATTEMPTS + 1):
            left = [index for index in range(len(chunk)) if is_for_now(made.get(index))]
            sent = [chunk[index] for index in left]
            answer = await self._project.change("POST", "/jobs/bulk", sent, repeatable=True)
            for index, row in zip(left, answer["results"]):
                made[index] = created_of(row, chunk[index])
            if attempt == ATTEMPTS or not any(is_for_now(one) for one in made.values()):
                break
            await asyncio.sleep(delay_s(attempt, None))
        return [made[index] for index in range(len(chunk))]

    async def iter(self, **filter: Any) -> AsyncIterator[t.ListedJob]:
        """Jobs by any filter of the list, such as ``status="completed"``, ``tag="boxes"``, ``batch_id=…``.

        An unknown filter is a TypeError.
        """
        refuse_unknown_filters(filter)
        token: Optional[str] = None
        while True:
            page = await self._project.get("/jobs", **{"limit": 100, **filter}, page_token=token)
            for job in page["jobs"]:
                yield cast(t.ListedJob, job)
            token = page["next_page_token"]
            if token is None:
                return

    async def wait(
        self, ids: Union[str, Iterable[str]], timeout: Optional[float] = None, *, poll: float = 1.0
    ) -> List[t.JobRecord]:
        """Waits until all are completed, failed or cancelled. Raises TimeoutError after ``timeout`` seconds."""
        wanted = [ids] if isinstance(ids, str) else list(ids)
        done: Dict[str, t.JobRecord] = {}
        ends = None if timeout is None else time.monotonic() + timeout
        while True:
            for job_id in wanted:
                if job_id not in done:
                    record = await self.get(job_id)
                    if record["status"] in FINISHED:
                        done[job_id] = record
            if len(done) == len(set(wanted)):
                return [done[job_id] for job_id in wanted]
            await _pause(poll, ends, f"not finished: {len(set(wanted)) - len(done)} of {len(set(wanted))} jobs")

    async def dry_run(self, **body: Any) -> t.DryRun:
        """What the service would say to a job, its files included; creates nothing. May take a minute."""
        params = {"dry_run": "true"}
        return cast(t.DryRun, await self._project.change("POST", "/jobs", body, repeatable=True, params=params))

    async def find(self, reference_id: str) -> t.JobRecord:
        """The job of a reference_id."""
        return cast(t.JobRecord, await self._project.get("/jobs", reference_id=reference_id))

    async def review(self, job_id: str, decision: str, comment: Optional[str] = None) -> t.JobRecord:
        """Decides a review: ``accept`` or ``reject`` (scope annotate; not with the key that submitted the result)."""
        body = present(decision=decision, comment=comment)
        return cast(t.JobRecord, await self._project.change("POST", f"/jobs/{segment(job_id)}/review", body))

    async def submit_result(self, job_id: str, data: Mapping[str, Any]) -> Dict[str, Any]:
        """Submits a result as an annotator would (scope annotate)."""
        body = {"data": dict(data)}
        return cast(Dict[str, Any], await self._project.change("POST", f"/jobs/{segment(job_id)}/result", body))

    async def predict(self, job_id: str, data: Mapping[str, Any]) -> t.JobRecord:
        """Gives the annotator a starting point (scope annotate)."""
        body = {"data": dict(data)}
        return cast(t.JobRecord, await self._project.change("PUT", f"/jobs/{segment(job_id)}/prediction", body))

    async def compare(
        self, job_id: str, a: Union[str, Mapping[str, Any]], b: Union[str, Mapping[str, Any]], **options: Any
    ) -> Dict[str, Any]:
        """Compares two documents of a job: ``"result"``, ``"prediction"``, ``{"result_version": n}`` or ``{"data": …}``.

        The first page of pairs: pass ``page_token=answer["next_page_token"]`` for more. Stores nothing.
        """
        body = {"a": a, "b": b, **({"page_token": options.pop("page_token")} if "page_token" in options else {})}
        path = f"/jobs/{segment(job_id)}/compare"
        return cast(Dict[str, Any], await self._project.change("POST", path, {**body, "options": options}, repeatable=True))

    async def act(self, action: str, **body: Any) -> str:
        """Starts an action on many jobs, ``filter={…}`` or ``job_ids=[…]``, and answers its id.

        ``act("assist", value={"assistant": "detector"}, filter={"tag": "boxes"})`` asks an assistant about queued jobs
        once more. With ``dry_run=True`` it only tells what would be done and refused.
        """
        started = await self._project.change("POST", "/jobs/actions", {"action": action, **body})
        return cast(str, started["action_id"])

    async def action(self, action_id: str) -> Dict[str, Any]:
        """How far an action is, and what was refused."""
        return cast(Dict[str, Any], await self._project.get(f"/jobs/actions/{segment(action_id)}"))

    async def cancel_action(self, action_id: str) -> Dict[str, Any]:
        """Cancels the rest; what was done stays."""
        return cast(Dict[str, Any], await self._project.change("DELETE", f"/jobs/actions/{segment(action_id)}"))


class AsyncResults:
    def __init__(self, project: AsyncProject) -> None:
        self._project = project

    async def get(self, job_id: str) -> Dict[str, Any]:
        """The result document of a completed job."""
        record = await self._project.jobs.get(job_id)
        if record["result"] is None:
            raise FiducialError(f"the job is {record['status']}: it has no result", status=409, code="JOB_STATE")
        return await self._document(record["result"])

    async def iter(self, **filter: Any) -> AsyncIterator[Dict[str, Any]]:
        """Result documents of completed jobs, by any filter of the list."""
        async for job in self._project.jobs.iter(**{**filter, "status": "completed"}):
            yield await self.get(job["job_id"])

    async def fetch(self, url: str) -> Dict[str, Any]:
        """A result document by the address that a record or a callback names. The key is not sent: the address is signed."""
        return await self._document(url)

    async def locate(self, url: str) -> str:
        """The signed address of a file by an unsigned one of this service; it opens without a key."""
        call = Call("GET", "/v1/attachments", repeatable=True, params={"url": url}, reads=location_of)
        return cast(str, await self._project.client.send(call))

    async def schema(self, operation: str) -> Dict[str, Any]:
        """The JSON Schema of the result documents of an operation."""
        return await self._project.client.document(f"/v1/schemas/{segment(operation)}")

    async def to_dataframe(self, *, timeout: Optional[float] = None, **filter: Any) -> Any:
        """One row a record, with the columns of the format jsonl. Needs pandas."""
        with tempfile.TemporaryDirectory() as folder:
            return dataframe_of(await self._records("jsonl", Path(folder), timeout, filter))

    async def to_arrow(self, *, timeout: Optional[float] = None, **filter: Any) -> Any:
        """One row a record as a pyarrow Table, with the typed columns of the format parquet. Needs pyarrow."""
        with tempfile.TemporaryDirectory() as folder:
            return arrow_of(await self._records("parquet", Path(folder), timeout, filter))

    async def _records(self, format: str, folder: Path, timeout: Optional[float], filter: Mapping[str, Any]) -> Path:
        """The archive of an export of the jobs that the filter finds."""
        export = await self._project.exports.create(format, filter=filter or None)
        await export.wait(timeout=timeout)
        return await export.download(folder / "records.zip")

    async def _document(self, url: str) -> Dict[str, Any]:
        for attempt in range(1, DOWNLOAD_ATTEMPTS + 1):
            try:
                response = await self._project.client._http.get(url)
            except httpx.HTTPError as error:
                if attempt == DOWNLOAD_ATTEMPTS:
                    raise unreachable(self._project.client.url, error) from error
                await asyncio.sleep(delay_s(attempt, None))
                continue
            return cast(Dict[str, Any], response.json() if response.is_success else data_of(response))
        raise AssertionError("the last attempt answers or raises")


class AsyncQuality(AsyncQualityCalls):
    """How good submitted work is, as the service keeps it by UTC days of submission.

    Every list takes ``from_`` and ``to`` (a day or time; left out: the last 30 days) and ``tag``,
    and ``user_id``: the work of one person alone.
    """


    async def rows(self, by: str = "day", **filter: Any) -> List[Dict[str, Any]]:
        """By ``day``, ``person``, ``reviewer``, ``class``, ``tag`` or ``attribute``."""
        return cast(List[Dict[str, Any]], (await self._scope.get("/quality", by=by, **named(filter)))["rows"])


class AsyncExports(AsyncExportsCalls):
    def __init__(self, project: AsyncProject) -> None:
        super().__init__(project)
        self._project = project

    async def create(
        self,
        format: str,
        *,
        filter: Optional[Mapping[str, Any]] = None,
        splits: Optional[Mapping[str, float]] = None,
        files: Optional[str] = None,
        options: Optional[Mapping[str, Any]] = None,
        destination: Optional[str] = None,
    ) -> "AsyncExport":
        """Fixes the set of jobs; a worker writes the archive."""
        body = present(
            format=format, filter=filter, splits=splits, files=files, options=options, destination=destination
        )
        made = await self._project.change("POST", "/exports", body)
        return await self.get(made["export_id"])

    async def get(self, export_id: str) -> "AsyncExport":
        shown = await self._project.get(f"/exports/{segment(export_id)}")
        return AsyncExport(self._project, cast(t.ExportShown, shown))

    async def iter(self) -> AsyncIterator["AsyncExport"]:
        """Newest first."""
        token: Optional[str] = None
        while True:
            page = await self._project.get("/exports", page_token=token)
            for shown in page["exports"]:
                yield AsyncExport(self._project, cast(t.ExportShown, shown))
            token = page["next_page_token"]
            if token is None:
                return

    async def download(self, export_id: str, path: PathLike) -> Path:
        """Writes the archive of a completed export to a file, or into a folder; answers where it is."""
        return await (await self.get(export_id)).download(path)


class AsyncExport:
    """An export; ``shown`` is what the service says of it."""

    def __init__(self, project: AsyncProject, shown: t.ExportShown) -> None:
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

    async def refresh(self) -> "AsyncExport":
        self.shown = (await self._project.exports.get(self.export_id)).shown
        return self

    async def wait(
        self, timeout: Optional[float] = None, *, progress: Progress = False, poll: float = 0.5
    ) -> "AsyncExport":
        """Waits until the archive is there. Raises TimeoutError, and FiducialError when the export failed."""
        ends = None if timeout is None else time.monotonic() + timeout
        bar = Bar(progress, self.shown["progress"]["jobs_total"], "job")
        try:
            while self.status not in FINISHED:
                await _pause(poll, ends, f"the export is {self.status}")
                await self.refresh()
                bar.to(self.shown["progress"]["jobs_done"])
        finally:
            bar.close()
        if self.status != "completed":
            error = self.shown["error"] or {"code": "", "message": f"the export is {self.status}"}
            raise FiducialError(error["message"], code=error["code"])
        return self

    async def download(self, path: PathLike) -> Path:
        """Writes the archive to a file, or into a folder; answers where it is. Its SHA-256 is checked."""
        url = self.shown["url"]
        if url is None:
            raise FiducialError(f"the export is {self.status}: it has no archive", code="JOB_STATE")
        target = Path(path)
        if target.is_dir() or str(path).endswith(("/", os.sep)):
            target = target / url.split("?")[0].rsplit("/", 1)[-1]
        target.parent.mkdir(parents=True, exist_ok=True)
        await self._project.client.stream(url, target, self.shown["sha256"])
        return target

    async def delete(self) -> None:
        """Cancels it while it runs, removes it when it is done."""
        await self._project.change("DELETE", f"/exports/{segment(self.export_id)}")


class AsyncFiles(AsyncFilesCalls):
    """Files that were uploaded for jobs."""

    def __init__(self, project: AsyncProject) -> None:
        super().__init__(project)
        self._project = project

    async def upload(
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
            return await self.get(await self._in_pieces(content, params["name"], piece_bytes))
        made = await self._project.change("POST", "/files", content=content, params=params, headers=headers)
        return cast(t.UploadedFile, made)

    async def _in_pieces(self, path: Path, name: str, piece_bytes: int) -> str:
        """By tus 1.0. Answers the id of the file."""
        size = path.stat().st_size
        named_as = f"relative_path {base64.b64encode(name.encode()).decode()}"
        begin = {**TUS, "upload-length": str(size), "upload-metadata": named_as}
        made = await self._project.change("POST", "/uploads", headers=begin, repeatable=True, reads=headers_of)
        at = f"/uploads/{segment(made['location'].rsplit('/', 1)[-1])}"
        offset = 0
        failures = 0
        while True:
            with open(path, "rb") as file:
                file.seek(offset)
                piece = file.read(piece_bytes)
            headers = {**TUS, "upload-offset": str(offset), "content-type": "application/offset+octet-stream"}
            try:
                kept = await self._project.change("PATCH", at, content=piece, headers=headers, reads=headers_of)
                failures = 0
            except FiducialError as error:
                failures += 1
                if failures == ATTEMPTS or error.status not in GOES_ON:
                    raise
                await asyncio.sleep(delay_s(failures, None))
                kept = await self._project.change("HEAD", at, headers=TUS, repeatable=True, reads=headers_of)
            offset = int(kept["upload-offset"])
            if offset == size:
                return cast(str, kept["x-file-id"])

    async def iter(self, *, name: Optional[str] = None) -> AsyncIterator[t.UploadedFile]:
        """Newest first; with ``name`` only files of exactly this name."""
        token: Optional[str] = None
        while True:
            page = await self._project.get("/files", page_token=token, name=name)
            for shown in page["files"]:
                yield cast(t.UploadedFile, shown)
            token = page["next_page_token"]
            if token is None:
                return

    async def download(self, file_id: str) -> bytes:
        """The bytes of a file, in memory."""
        path = f"{self._project.path}/files/{segment(file_id)}/content"
        return cast(bytes, await self._project.client.send(Call("GET", path, repeatable=True, reads=content_of)))


class AsyncImports(AsyncImportsCalls):
    def __init__(self, project: AsyncProject) -> None:
        super().__init__(project)
        self._project = project

    async def create(
        self,
        format: str,
        tag: str,
        path_or_bytes: Union[PathLike, bytes],
        *,
        into: Optional[str] = None,
        data_base: Optional[str] = None,
        options: Optional[Mapping[str, Any]] = None,
    ) -> "AsyncImport":
        """Imports an archive: a path, its bytes, or an address that the service fetches."""
        wanted = present(format=format, tag=tag, into=into, data_base=data_base)
        if isinstance(path_or_bytes, str) and path_or_bytes.startswith(("http://", "https://", "s3://")):
            body = {**wanted, "url": path_or_bytes, **present(options=options)}
            made = await self._project.change("POST", "/imports", body)
        else:
            content = path_or_bytes if isinstance(path_or_bytes, bytes) else Path(path_or_bytes)
            params = {**wanted, **present(options=None if options is None else json.dumps(options))}
            headers = {"content-type": "application/zip"}
            made = await self._project.change("POST", "/imports", content=content, params=params, headers=headers)
        return await self.get(made["import_id"])

    async def get(self, import_id: str) -> "AsyncImport":
        shown = await self._project.get(f"/imports/{segment(import_id)}")
        return AsyncImport(self._project, cast(t.ImportShown, shown))

    async def iter(self) -> AsyncIterator["AsyncImport"]:
        """Newest first."""
        token: Optional[str] = None
        while True:
            page = await self._project.get("/imports", page_token=token)
            for shown in page["imports"]:
                yield AsyncImport(self._project, cast(t.ImportShown, shown))
            token = page["next_page_token"]
            if token is None:
                return


class AsyncImport:
    """An import; ``shown`` is what the service says of it."""

    def __init__(self, project: AsyncProject, shown: t.ImportShown) -> None:
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

    async def refresh(self) -> "AsyncImport":
        self.shown = (await self._project.imports.get(self.import_id)).shown
        return self

    async def wait(
        self, timeout: Optional[float] = None, *, progress: Progress = False, poll: float = 0.5
    ) -> "AsyncImport":
        """Waits until it is through. Raises TimeoutError, and FiducialError when the import failed."""
        ends = None if timeout is None else time.monotonic() + timeout
        bar = Bar(progress, None, "part")
        try:
            while self.status not in FINISHED:
                await _pause(poll, ends, f"the import is {self.status}")
                await self.refresh()
                bar.to(self.shown["progress"]["parts_done"], self.shown["progress"]["parts_total"])
        finally:
            bar.close()
        if self.status != "completed":
            error = self.shown["error"] or {"code": "", "message": f"the import is {self.status}"}
            raise FiducialError(error["message"], code=error["code"], failures=self.failures)
        return self

    async def delete(self) -> None:
        """Cancels it while it runs; labels that were given stay."""
        await self._project.change("DELETE", f"/imports/{segment(self.import_id)}")


class AsyncIngests(AsyncIngestsCalls):
    """Files become jobs."""

    def __init__(self, project: AsyncProject) -> None:
        super().__init__(project)
        self._project = project

    async def create(
        self,
        source: Union[PathLike, Sequence[str], None] = None,
        *,
        tag: str,
        files: Optional[Iterable[Union[str, t.UploadedFile]]] = None,
        progress: Progress = False,
        **body: Any,
    ) -> "AsyncIngest":
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
            read = {"files": await self._sent(local, progress)}
        else:
            read = {"urls": list(cast(Sequence[str], source))}
        made = await self._project.change("POST", "/ingests", {"source": read, "tag": tag, **body})
        return AsyncIngest(self._project, await self.get(made["ingest_id"]), left_out)

    async def _sent(self, local: Sequence[LocalFile], progress: Progress) -> List[str]:
        """The ids of the files, sent where they are not there already."""
        page = await self._project.get("/files")

        async def send(file: LocalFile) -> str:
            if page["files"]:
                known = await self._find_sent(file)
                if known is not None:
                    return known
            return (await self._project.files.upload(file.path, name=file.name))["file_id"]

        bar = Bar(progress, len(local), "file")
        try:
            return await async_at_once(send, local, bar.add)
        finally:
            bar.close()

    async def _find_sent(self, file: LocalFile) -> Optional[str]:
        """The id of the same bytes under the same name."""
        sha256: Optional[str] = None
        async for row in self._project.files.iter(name=file.name):
            if row["size"] != file.size:
                continue
            sha256 = sha256 or _sha256(file.path)
            if row["sha256"] == sha256:
                return row["file_id"]
        return None


class AsyncIngest:
    """An ingest; ``shown`` is what the service says of it, ``left_out`` what of a folder was not sent."""

    def __init__(self, project: AsyncProject, shown: t.IngestShown, left_out: Sequence[LeftOut] = ()) -> None:
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

    async def refresh(self) -> "AsyncIngest":
        self.shown = await self._project.ingests.get(self.ingest_id)
        return self

    async def start(self) -> "AsyncIngest":
        """Makes the jobs of a dry run that is planned."""
        await self._project.ingests.start(self.ingest_id)
        return await self.refresh()

    async def wait(
        self, timeout: Optional[float] = None, *, progress: Progress = False, poll: float = 0.5
    ) -> "AsyncIngest":
        """Waits until it is through, or planned where it is a dry run.

        Raises TimeoutError, and FiducialError when the ingest failed or was cancelled.
        """
        ends = None if timeout is None else time.monotonic() + timeout
        bar = Bar(progress, None, "file")
        try:
            while self.status not in FINISHED and self.status != "planned":
                await _pause(poll, ends, f"the ingest is {self.status}")
                await self.refresh()
                bar.to(self.shown["progress"]["files_done"], self.shown["progress"]["files_total"])
        finally:
            bar.close()
        if self.status not in ("completed", "planned"):
            error = self.shown["error"] or {"code": "", "message": f"the ingest is {self.status}"}
            raise FiducialError(error["message"], code=error["code"])
        return self

    async def cancel(self) -> None:
        """Cancels it while it runs; jobs that it made stay."""
        await self._project.ingests.cancel(self.ingest_id)


async def _pause(poll: float, ends: Optional[float], late: str) -> None:
    if ends is None:
        await asyncio.sleep(poll)
        return
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError(late)
    await asyncio.sleep(min(poll, left))
