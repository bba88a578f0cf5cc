"""An assistant in one file, in Python: boxes around what is bright in an image, and cuboids under a drag.

No model: it shows where yours goes. It needs Pillow and numpy. Start it with `python assistant.py 9000`, then register
http://127.0.0.1:9000.
"""

import io
import json
import math
import sys
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
from PIL import Image, ImageOps


def image_at(url):
    """Addresses of files are signed: a plain GET reads them. Upright, as people see it."""
    with urllib.request.urlopen(url, timeout=60) as response:
        return ImageOps.exif_transpose(Image.open(io.BytesIO(response.read()))).convert("RGB")


def corners(left, top, right, bottom):
    return [{"x": left, "y": top}, {"x": right, "y": top}, {"x": right, "y": bottom}, {"x": left, "y": bottom}]


def describe(asked):
    return {"name": "bright things", "version": "1", "verbs": ["predict", "segment", "fit"]}


def predict(asked):
    """Your detector: a list of (class, box in pixels, score) becomes rectangles in shares of width and height."""
    job = asked["job"]
    if job["operation"] != "image2d":
        return {"data": {}}
    image = image_at(job["files"][0]["url"])
    found = detect(image, [one["name"] for one in job["classes"]])
    rectangles = [
        {"label": label, "coordinates": corners(x0 / image.width, y0 / image.height, x1 / image.width, y1 / image.height)}
        for label, (x0, y0, x1, y1), _ in found
    ]
    return {"data": {"annotations": {"rectangles": rectangles}}, "scores": [score for _, _, score in found]}


def detect(image, names):
    bright = np.asarray(image.convert("L")) >= 160
    if not bright.any():
        return []
    rows, columns = np.where(bright.any(axis=1))[0], np.where(bright.any(axis=0))[0]
    box = (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    share = float(bright[box[1] : box[3], box[0] : box[2]].mean())
    return [(names[0], box, share)]


def segment(asked):
    """Your interactive model: points with `positive`, or a box, become a polygon, a mask or a box."""
    image = np.asarray(image_at(asked["job"]["files"][0]["url"]).convert("L")).astype(int)
    height, width = image.shape
    points = asked["input"]["prompts"].get("points") or [{"x": 0.5, "y": 0.5, "positive": True}]
    inside = next((point for point in points if point["positive"]), points[0])
    wanted = image[min(height - 1, int(inside["y"] * height)), min(width - 1, int(inside["x"] * width))]
    alike = abs(image - wanted) < 32
    rows, columns = np.where(alike.any(axis=1))[0], np.where(alike.any(axis=0))[0]
    left, right = columns[0] / width, (columns[-1] + 1) / width
    top, bottom = rows[0] / height, (rows[-1] + 1) / height
    box = {"x": float(left), "y": float(top), "width": float(right - left), "height": float(bottom - top)}
    return {"box": box, "polygon": corners(float(left), float(top), float(right), float(bottom)), "score": 0.5}


def fit(asked):
    """Your 3D detector on the points near a drag. Metres, in the common frame of the job."""
    given = asked["input"]
    points = np.asarray(given["points"], dtype=float).reshape(-1, 3)
    if len(points) < 10:
        return {"cuboid": None, "score": None}
    sizes = {one["name"]: one.get("default_size") for one in asked["job"]["classes"]}
    size = sizes.get(given["label"]) or {"length": 4.5, "width": 1.8, "height": 1.5}
    start, end = given["gesture"]["from"], given["gesture"]["to"]
    yaw = math.atan2(end["y"] - start["y"], end["x"] - start["x"])
    z = float(np.quantile(points[:, 2], 0.02)) + size["height"] / 2
    position = {"x": (start["x"] + end["x"]) / 2, "y": (start["y"] + end["y"]) / 2, "z": z}
    heading = {"w": math.cos(yaw / 2), "x": 0, "y": 0, "z": math.sin(yaw / 2)}
    return {"cuboid": {"position": position, "heading": heading, "dimensions": size}, "score": 0.5}


VERBS = {"/describe": describe, "/predict": predict, "/segment": segment, "/fit": fit}


class Assistant(BaseHTTPRequestHandler):
    def do_POST(self):
        answer = VERBS.get(self.path)
        if answer is None:
            self.send_error(404)
            return
        length = int(self.headers.get("content-length") or 0)
        body = json.dumps(answer(json.loads(self.rfile.read(length) or b"{}"))).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 9000), Assistant)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
