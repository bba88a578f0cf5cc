"""Every operation of the service has a method, in both forms of the client."""

import inspect
import unittest

import httpx

from fiducial_client import OPERATIONS, AsyncClient, Client


def method_of(place: object, path: str) -> object:
    for name in path.split("."):
        place = getattr(place, name)
    return place


class Operations(unittest.TestCase):
    def test_each_names_a_method_of_a_project(self) -> None:
        project = Client("http://service.test", "key").project("p")
        for operation, path in OPERATIONS.items():
            self.assertTrue(callable(method_of(project, path)), f"{operation}: {path}")

    def test_the_asynchronous_client_has_the_same_methods_with_the_same_parameters(self) -> None:
        project = Client("http://service.test", "key").project("p")
        other = AsyncClient("http://service.test", "key").project("p")
        for operation, path in OPERATIONS.items():
            parameters = [list(inspect.signature(method_of(one, path)).parameters) for one in (project, other)]
            self.assertEqual(parameters[0], parameters[1], operation)

    def test_members_that_are_words_of_the_language_end_with_an_underscore(self) -> None:
        asked = []

        def answer(request: httpx.Request) -> httpx.Response:
            asked.append(request)
            return httpx.Response(200, json={"success": True, "data": {"job_id": "j", "cells": [], "queued": 0}})

        project = Client("http://service.test", "key", transport=httpx.MockTransport(answer)).project("p")
        project.gold.put("j", from_="result")
        self.assertEqual(asked[0].content, b'{"from":"result"}')
        project.quality.days(from_="2026-01-01")
        self.assertEqual(dict(asked[1].url.params), {"from": "2026-01-01"})
        project.jobs.dry_run(reference_id="a", tag="t", data={})
        self.assertEqual(dict(asked[2].url.params), {"dry_run": "true"})
        project.batches.resend_callbacks("b", only="failed")
        self.assertEqual((asked[3].url.path, asked[3].url.query), ("/v1/projects/p/batch/b/callback", b"only=failed"))

    def test_a_list_that_comes_by_the_page_is_read_to_its_end(self) -> None:
        pages = [{"rows": [{"job_id": "a"}], "next_page_token": "t"}, {"rows": [{"job_id": "b"}], "next_page_token": None}]
        asked = []

        def answer(request: httpx.Request) -> httpx.Response:
            asked.append(dict(request.url.params))
            return httpx.Response(200, json={"success": True, "data": pages[len(asked) - 1]})

        project = Client("http://service.test", "key", transport=httpx.MockTransport(answer)).project("p")
        self.assertEqual([row["job_id"] for row in project.usage(to="2026-01-01")], ["a", "b"])
        self.assertEqual(asked, [{"to": "2026-01-01"}, {"to": "2026-01-01", "page_token": "t"}])

    def test_an_address_that_is_redirected_and_a_document_are_answered_as_they_are(self) -> None:
        def answer(request: httpx.Request) -> httpx.Response:
            if request.url.path == "/v1/attachments":
                return httpx.Response(302, headers={"location": "http://service.test/v1/attachments/x?sig=s"})
            return httpx.Response(200, json={"type": "object"})

        project = Client("http://service.test", "key", transport=httpx.MockTransport(answer)).project("p")
        self.assertEqual(project.results.locate("http://service.test/v1/attachments/x"), "http://service.test/v1/attachments/x?sig=s")
        self.assertEqual(project.results.schema("image2d"), {"type": "object"})


if __name__ == "__main__":
    unittest.main()
