"""Against a running service: FIDUCIAL_URL, FIDUCIAL_KEY (the admin key), IMAGES_URL (serves any name as an image)."""

import asyncio
import os
import tempfile
import unittest
import zipfile
from pathlib import Path

from fiducial_client import AsyncClient, Client, FiducialError

IMAGES = os.environ.get("IMAGES_URL", "")
BOX = {
    "annotations": {
        "rectangles": [
            {
                "type": "rectangle",
                "label": "car",
                "coordinates": [{"x": 0.1, "y": 0.2}, {"x": 0.4, "y": 0.2}, {"x": 0.4, "y": 0.5}, {"x": 0.1, "y": 0.5}],
            }
        ]
    }
}
# The smallest GIF: one pixel.
PIXEL = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;"
TAG = {"operation": "image2d", "classes": [{"name": "car", "color": "#97160f"}]}


@unittest.skipUnless(IMAGES, "IMAGES_URL is not set")
class Service(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.admin = Client()
        cls.made = cls.admin.projects.create(name="notebook", base="IMAGE")
        cls.admin.project(cls.made["project_id"]).tags.put("boxes", TAG)
        key = cls.admin.project(cls.made["project_id"]).keys.create("notebook", ["submit", "read", "annotate"])
        cls.client = Client(key=key["key"])
        cls.project = cls.client.project(cls.made["project_id"])

    def bodies(self, prefix: str, count: int):
        return [
            {"reference_id": f"{prefix}/{i}", "tag": "boxes", "data": {"image_url": f"{IMAGES}/{prefix}-{i}.png"}}
            for i in range(count)
        ]

    def queued(self, ids):
        for job_id in ids:
            while self.project.jobs.get(job_id)["stage"] in ("created", "validating"):
                pass

    def test_a_day_in_a_notebook(self) -> None:
        bodies = self.bodies("day", 3)
        told = []
        jobs = self.project.jobs.create_many(bodies, progress=told.append)
        self.assertEqual(told, [3])
        again = self.project.jobs.create_many(bodies)
        self.assertEqual([job["job_id"] for job in again], [job["job_id"] for job in jobs])
        ids = [job["job_id"] for job in jobs]
        self.queued(ids)
        self.project.jobs.predict(ids[0], BOX)
        prediction = self.project.jobs.get_prediction(ids[0])
        self.assertEqual(prediction["data"]["annotations"]["rectangles"][0]["label"], "car")
        compared = self.project.jobs.compare(ids[0], "prediction", {"data": BOX}, ignore={"hidden": True}, weights={})
        self.assertEqual((compared["score"], compared["figures"]["weighted_pq"]), (1, 1))
        for job_id in ids:
            self.project.jobs.submit_result(job_id, BOX)
        records = self.project.jobs.wait(ids, timeout=60)
        self.assertEqual([record["status"] for record in records], ["completed"] * 3)
        rows = self.project.quality.rows("person", tag="boxes")
        self.assertEqual([(row["key"], row["jobs"]) for row in rows], [(None, 3)])
        stranger = "00000000-0000-4000-8000-000000000042"
        self.assertEqual(self.project.quality.rows("day", user_id=stranger), [])
        self.assertEqual(self.project.quality.classes(user_id=stranger) + self.project.quality.pairs(user_id=stranger), [])
        self.assertEqual(self.project.quality.confusion(from_="2026-01-01"), [])
        self.assertEqual(self.project.quality.worst(limit=5), {"jobs": [], "objects": []})
        self.assertEqual(self.project.quality.of_job(ids[0]), {"reviews": [], "consensus": None})
        listed = {job["reference_id"] for job in self.project.jobs.iter(status="completed", tag="boxes")}
        self.assertTrue({"day/0", "day/1", "day/2"} <= listed)
        documents = list(self.project.results.iter(tag="boxes"))
        self.assertEqual(documents[0]["type"], "image2d")
        export = self.project.exports.create("coco", filter={"tag": "boxes"}, splits={"train": 0.8, "val": 0.2})
        with tempfile.TemporaryDirectory() as folder:
            path = export.wait(timeout=60).download(folder)
            self.assertIn("manifest.json", zipfile.ZipFile(path).namelist())
            self.assertIn("completed: 3 of 3 jobs", repr(export))
            self.assertEqual(export.download(f"{folder}/datasets/").parent, Path(folder) / "datasets")
            self.assertEqual(export.download(f"{folder}/a/b/coco.zip"), Path(folder) / "a" / "b" / "coco.zip")
            self.from_export(Path(path))
        try:
            import pandas  # noqa: F401
        except ImportError:
            return
        frame = self.project.results.to_dataframe(tag="boxes")
        self.assertEqual(sorted(set(frame["label"])), ["car"])
        self.admin.project(self.made["project_id"]).tags.put("empty", TAG)
        try:
            table = self.project.results.to_arrow(tag="boxes")
        except ImportError:
            table = None
        if table is not None:
            self.assertEqual(table.num_rows, len(frame))
            self.assertEqual(str(table.schema.field("x1").type), "double")
            self.assertEqual(table.column("label").to_pylist(), list(frame["label"]))
        empty = self.project.results.to_dataframe(tag="empty")
        self.assertEqual(list(empty.columns), list(frame.columns))
        self.assertEqual(len(empty.groupby("label").size()), 0)

    def from_export(self, archive: Path) -> None:
        other = self.admin.projects.create(name="other", base="IMAGE")
        project = self.admin.project(other["project_id"])
        project.tags.put("boxes", TAG)
        made = project.jobs.create_many(self.bodies("day", 3))
        for job in made:
            while project.jobs.get(job["job_id"])["stage"] in ("created", "validating"):
                pass
        done = project.imports.create("coco", "boxes", archive).wait(timeout=60)
        self.assertEqual((done.matched, done.unmatched, done.failures), (3, [], []))
        with self.assertRaises(FiducialError) as raised:
            project.imports.create("coco", "boxes", b"no archive").wait(timeout=60)
        self.assertEqual(raised.exception.code, "ARCHIVE_INVALID")

    def test_refusals_carry_code_and_failures(self) -> None:
        with self.assertRaises(FiducialError) as raised:
            self.project.jobs.create(reference_id="bad", tag="boxes", data={"image_url": "nonsense"})
        error = raised.exception
        self.assertEqual((error.status, error.code), (400, "FS_0003"))
        self.assertEqual(error.failures[0].field, "data.image_url")
        self.assertTrue(error.request_id)

    def test_pictures_of_instructions_are_sent(self) -> None:
        tags = self.admin.project(self.made["project_id"]).tags
        self.assertIn(f"/api/projects/{self.made['project_id']}/images/", tags.add_image("boxes", PIXEL))
        with self.assertRaises(FiducialError) as raised:
            tags.add_image("boxes", b"<svg/>")
        self.assertEqual((raised.exception.code, raised.exception.failures[0].field), ("GE_0002", "image"))

    def test_own_files_are_sent_whole_and_in_pieces(self) -> None:
        project = self.admin.project(self.made["project_id"])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "drive.bin"
            path.write_bytes(os.urandom(100_000))
            whole = project.files.upload(path)
            pieces = project.files.upload(path, name="drive 1/ü.bin", piece_bytes=30_000)
            self.assertEqual((whole["sha256"], whole["name"]), (pieces["sha256"], "drive.bin"))
            self.assertEqual(project.files.download(pieces["file_id"]), path.read_bytes())
        self.assertEqual([one["name"] for one in project.files.iter(name="drive 1/ü.bin")], ["drive 1/ü.bin"])
        with self.assertRaises(TypeError):
            project.files.upload(b"bytes")
        for one in (whole, pieces):
            project.files.delete(one["file_id"])
        picture = project.files.upload(PIXEL, name="pixel.gif")
        project.jobs.create(reference_id="own file", tag="boxes", file=picture)
        self.assertTrue(project.files.get(picture["file_id"])["in_use"])

    def ingesting(self):
        """A new project, since pictures that another test ingested would be duplicates."""
        made = self.admin.projects.create(name="ingests", base="IMAGE")
        project = self.admin.project(made["project_id"])
        project.tags.put("boxes", TAG)
        return project

    def drive(self, root: Path, count: int) -> None:
        (root / "day 1").mkdir()
        for i in range(count):
            (root / "day 1" / f"straße {i}.gif").write_bytes(PIXEL + bytes([i]))

    def test_a_folder_becomes_jobs_and_again_only_what_is_new(self) -> None:
        project = self.ingesting()
        with tempfile.TemporaryDirectory() as outside, tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            self.drive(root, 10)
            (Path(outside) / "secret.gif").write_bytes(PIXEL)
            (root / ".hidden.gif").write_bytes(PIXEL)
            (root / "secret.gif").symlink_to(Path(outside) / "secret.gif")
            (root / "elsewhere").symlink_to(outside)
            (root / "back\\slash.gif").write_bytes(PIXEL)
            told = []
            ingest = project.ingests.create(folder, tag="boxes", progress=told.append)
            self.assertEqual(told[-1], 10)
            self.assertEqual([one.name for one in ingest.left_out], ["back\\slash.gif", "elsewhere", "secret.gif"])
            self.assertEqual(ingest.wait(timeout=60, poll=0.05).status, "completed")
            self.assertEqual((ingest.created, ingest.duplicates, ingest.failures), (10, 0, []))
            self.assertIn("completed: 10 jobs created", repr(ingest))
            names = [f"day 1/straße {i}.gif" for i in range(10)]
            self.assertEqual(sorted(job["reference_id"] for job in project.jobs.iter(ingest_id=ingest.ingest_id)), names)
            (root / "new.gif").write_bytes(PIXEL)
            again = project.ingests.create(root, tag="boxes").wait(timeout=60, poll=0.05)
            self.assertEqual((again.created, again.duplicates), (1, 10))
            self.assertEqual(sorted(one["name"] for one in project.files.iter()), [*names, "new.gif"])
            with self.assertRaises(FiducialError):
                project.ingests.create(root, tag="no such tag")
        with tempfile.TemporaryDirectory() as empty, self.assertRaises(ValueError):
            project.ingests.create(empty, tag="boxes")
        with self.assertRaises(FileNotFoundError):
            project.ingests.create("/no/such/folder", tag="boxes")
        with self.assertRaises(TypeError):
            project.ingests.create(tag="boxes")

    def test_addresses_and_uploaded_files_become_jobs_a_dry_run_when_it_is_started(self) -> None:
        project = self.ingesting()
        urls = [f"{IMAGES}/camera/a.png", f"{IMAGES}/camera/b.png"]
        self.assertEqual(project.ingests.create(urls, tag="boxes").wait(timeout=60, poll=0.05).created, 2)
        picture = project.files.upload(PIXEL, name="pixel.gif")
        other = project.files.upload(PIXEL + b"2", name="by id.gif")
        dry = project.ingests.create(files=[picture, other["file_id"]], tag="boxes", dry_run=True).wait(timeout=60)
        self.assertEqual((dry.status, dry.created, dry.plan["jobs"]), ("planned", 0, 2))
        self.assertEqual(dry.start().wait(timeout=60, poll=0.05).created, 2)
        text = project.files.upload(b"no picture", name="notes.txt")
        with self.assertRaises(FiducialError) as raised:
            project.ingests.create(files=[text], tag="boxes").wait(timeout=60, poll=0.05)
        self.assertEqual(raised.exception.code, "LAYOUT_UNKNOWN")

    def test_the_asynchronous_client_ingests_too(self) -> None:
        made = self.ingesting()

        async def ingest(folder: str):
            async with AsyncClient() as client:
                project = client.project(made.project_id)
                first = await (await project.ingests.create(folder, tag="boxes")).wait(timeout=60, poll=0.05)
                again = await (await project.ingests.create(folder, tag="boxes")).wait(timeout=60, poll=0.05)
                return first.created, again.created, again.duplicates

        with tempfile.TemporaryDirectory() as folder:
            self.drive(Path(folder), 20)
            self.assertEqual(asyncio.run(ingest(folder)), (20, 0, 20))
        self.assertEqual(len(list(made.files.iter())), 20)

    def test_the_asynchronous_client_exports_too(self) -> None:
        async def export() -> str:
            async with AsyncClient() as client:
                made = await client.project(self.made["project_id"]).exports.create("jsonl")
                return (await made.wait(timeout=60)).status

        self.assertEqual(asyncio.run(export()), "completed")


if __name__ == "__main__":
    unittest.main()
