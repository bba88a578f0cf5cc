"""What needs no service: signatures, retries, errors."""

import asyncio
import base64
import hashlib
import hmac
import json
import tempfile
import unittest
from datetime import date
from pathlib import Path
from unittest import mock

import httpx

from fiducial_client import AsyncClient, CallbackVerificationError, Client, FiducialError, verify_callback

KEY = b"k" * 32
SECRET = "whsec_" + base64.b64encode(KEY).decode()
BODY = json.dumps({"annotations": []})


def signed(body: str, timestamp: str = "1000", webhook_id: str = "msg_1") -> dict:
    digest = hmac.new(KEY, f"{webhook_id}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(digest).decode()
    return {"Webhook-Id": webhook_id, "Webhook-Timestamp": timestamp, "Webhook-Signature": f"v1,AAAA {signature}"}


class Callbacks(unittest.TestCase):
    def test_a_callback_with_a_good_signature_is_read(self) -> None:
        self.assertEqual(verify_callback(BODY, signed(BODY), SECRET, now=1000), {"annotations": []})
        other = "whsec_" + base64.b64encode(b"o" * 32).decode()
        self.assertEqual(verify_callback(BODY.encode(), signed(BODY), [other, SECRET], now=1000), {"annotations": []})

    def test_any_other_is_refused(self) -> None:
        for body, headers, now in [
            (BODY + " ", signed(BODY), 1000),
            (BODY, signed(BODY), 2000),
            (BODY, {}, 1000),
            (BODY, {**signed(BODY), "Webhook-Id": "msg_2"}, 1000),
            ("no json", signed("no json"), 1000),
        ]:
            with self.assertRaises(CallbackVerificationError):
                verify_callback(body, headers, SECRET, now=now)


def refusal(status: int, **error: object) -> httpx.Response:
    body = {"success": False, "error": {"code": "GE_0002", "message": "wrong", "request_id": "r", **error}}
    return httpx.Response(status, json=body)


class Retries(unittest.TestCase):
    def calls(self, *answers: httpx.Response):
        sent = []

        def answer(request: httpx.Request) -> httpx.Response:
            sent.append(request)
            return answers[min(len(sent), len(answers)) - 1]

        client = Client("http://service.test", "key", transport=httpx.MockTransport(answer))
        return client.project("p"), sent

    def test_reading_is_tried_again_when_the_service_is_not_ready(self) -> None:
        project, sent = self.calls(refusal(503), httpx.Response(200, json={"success": True, "data": {"job_id": "j"}}))
        with mock.patch("time.sleep") as sleep:
            self.assertEqual(project.jobs.get("j")["job_id"], "j")
        self.assertEqual((len(sent), sleep.call_count), (2, 1))

    def test_arrays_and_their_numbers_are_sent_as_json(self) -> None:
        class Array:
            def tolist(self) -> list:
                return [0.5, 1]

        project, sent = self.calls(httpx.Response(200, json={"success": True, "data": {"job_id": "j"}}))
        project.jobs.predict("j", {"boxes": Array()})
        self.assertEqual(json.loads(sent[0].content), {"data": {"boxes": [0.5, 1]}})
        self.assertEqual(sent[0].headers["content-type"], "application/json")
        for value in (float("nan"), object()):
            with self.assertRaises((ValueError, TypeError)):
                project.jobs.predict("j", {"boxes": value})

    def test_figures_are_asked_for_by_range_tag_and_person(self) -> None:
        project, sent = self.calls(
            httpx.Response(200, json={"success": True, "data": {"cells": [{"jobs": 12}], "pairs": [{"jobs": 3}], "rows": []}})
        )
        self.assertEqual(project.quality.classes(from_=date(2026, 11, 1), tag="boxes", user_id="u1"), [{"jobs": 12}])
        self.assertEqual(project.quality.pairs(to="2026-11-08"), [{"jobs": 3}])
        self.assertEqual(project.quality.rows("reviewer"), [])
        self.assertEqual(
            [str(request.url).split("/quality")[1] for request in sent],
            ["/classes?from=2026-11-01&tag=boxes&user_id=u1", "/pairs?to=2026-11-08", "?by=reviewer"],
        )

    def bulk(self, fates):
        """Answers each row by the next of its fates, the last of them again and again."""
        sent = []

        def answer(request: httpx.Request) -> httpx.Response:
            bodies = json.loads(request.content)
            sent.append([body["reference_id"] for body in bodies])
            rows = []
            for body in bodies:
                left = fates.get(body["reference_id"], [200])
                status = left.pop(0) if len(left) > 1 else left[0]
                data = {"job_id": body["reference_id"]}
                error = {"code": "X", "message": "no"}
                rows.append({"status": status, "success": status == 200, **({"data": data} if status == 200 else {"error": error})})
            return httpx.Response(200, json={"success": True, "data": {"results": rows}})

        client = Client("http://service.test", "key", transport=httpx.MockTransport(answer))
        return client.project("p"), sent

    def test_large_bodies_go_in_more_calls(self) -> None:
        project, sent = self.bulk({})
        jobs = project.jobs.create_many({"reference_id": str(i), "data": "x" * 3_000_000} for i in range(5))
        self.assertEqual([job["job_id"] for job in jobs], ["0", "1", "2", "3", "4"])
        self.assertEqual(sent, [["0", "1"], ["2", "3"], ["4"]])

    def test_jobs_that_the_service_could_not_take_at_that_moment_are_sent_again(self) -> None:
        project, sent = self.bulk({"b": [429, 503, 200], "c": [400]})
        with mock.patch("time.sleep") as sleep:
            jobs = project.jobs.create_many([{"reference_id": name} for name in "abc"])
        self.assertEqual([isinstance(job, FiducialError) for job in jobs], [False, False, True])
        self.assertEqual((sent, sleep.call_count), ([["a", "b", "c"], ["b"], ["b"]], 2))

    def test_a_filter_that_jobs_do_not_have_is_refused_before_anything_is_sent(self) -> None:
        project, sent = self.calls(
            httpx.Response(200, json={"success": True, "data": {"jobs": [], "next_page_token": None}})
        )
        for found in (project.jobs.iter(tag="boxes", state="completed"), project.results.iter(state="completed")):
            with self.assertRaisesRegex(TypeError, "jobs have no filter state; there are reference_id, status, "):
                list(found)
        self.assertEqual(sent, [])
        list(project.jobs.iter(tag="boxes", metadata={"drive": 7}, **{"metadata.day": "monday"}))
        query = {"limit": "100", "tag": "boxes", "metadata.drive": "7", "metadata.day": "monday"}
        self.assertEqual(dict(sent[0].url.params), query)

    def test_what_may_have_been_done_is_not_sent_twice(self) -> None:
        project, sent = self.calls(refusal(503))
        with self.assertRaises(FiducialError):
            project.exports.create("coco")
        self.assertEqual(len(sent), 1)

    def test_a_full_rate_limit_is_waited_for_by_every_call(self) -> None:
        limited = refusal(429)
        limited.headers["retry-after"] = "7"
        project, sent = self.calls(limited, httpx.Response(200, json={"success": True, "data": {}}))
        with mock.patch("time.sleep") as sleep:
            project.jobs.submit_result("j", {})
        self.assertEqual(sleep.call_args[0][0], 7.0)

    def test_a_file_goes_in_pieces_with_its_length_and_from_its_start_at_each_attempt(self) -> None:
        attempts = []
        made = {"success": True, "data": {"import_id": "i"}}

        class Pieces(httpx.BaseTransport):
            def handle_request(self, request: httpx.Request) -> httpx.Response:
                if request.method == "GET":
                    return httpx.Response(200, json=made)
                attempts.append((request.headers, list(request.stream)))
                return refusal(429) if len(attempts) == 1 else httpx.Response(200, json=made)

        content = bytes(3 << 20) + b"end"
        with tempfile.TemporaryDirectory() as folder, mock.patch("time.sleep"):
            path = Path(folder) / "labels.zip"
            path.write_bytes(content)
            Client("http://service.test", "key", transport=Pieces()).project("p").imports.create("coco", "t", path)
        self.assertEqual(len(attempts), 2)
        for headers, pieces in attempts:
            self.assertEqual((headers["content-length"], "transfer-encoding" in headers), (str(len(content)), False))
            self.assertEqual(b"".join(pieces), content)
            self.assertLessEqual(max(map(len, pieces)), 1 << 20)

    def test_a_job_that_is_there_with_the_same_body_is_a_success(self) -> None:
        taken = refusal(409, code="FS_0001", meta_data={"job_id": "j", "same_payload": True, "failures": []})
        project, _ = self.calls(taken)
        self.assertEqual(project.jobs.create(reference_id="a", tag="t", data={})["job_id"], "j")
        other = refusal(409, code="FS_0001", meta_data={"job_id": "j", "same_payload": False, "failures": []})
        project, _ = self.calls(other)
        with self.assertRaises(FiducialError):
            project.jobs.create(reference_id="a", tag="t", data={})

    def test_an_error_says_where_and_what(self) -> None:
        failures = [{"field": "data.image_url", "type": "INVALID_URL"}]
        project, _ = self.calls(refusal(400, meta_data={"failures": failures}))
        with self.assertRaises(FiducialError) as raised:
            project.jobs.get("j")
        error = raised.exception
        self.assertEqual((error.status, error.code, error.request_id), (400, "GE_0002", "r"))
        self.assertIn("data.image_url: INVALID_URL", str(error))

    def test_waiting_too_long_is_a_timeout(self) -> None:
        project, _ = self.calls(httpx.Response(200, json={"success": True, "data": {"job_id": "j", "status": "pending"}}))
        with self.assertRaises(TimeoutError):
            project.jobs.wait("j", timeout=0.05, poll=0.01)

    def test_the_asynchronous_client_does_the_same(self) -> None:
        answer = httpx.Response(200, json={"success": True, "data": {"job_id": "j"}})

        async def ask() -> str:
            transport = httpx.MockTransport(lambda _: answer)
            async with AsyncClient("http://service.test", "key", transport=transport) as client:
                return (await client.project("p").jobs.get("j"))["job_id"]

        self.assertEqual(asyncio.run(ask()), "j")


if __name__ == "__main__":
    unittest.main()
