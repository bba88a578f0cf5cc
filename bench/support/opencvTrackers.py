"""Follows boxes through pictures by OpenCV's trackers: JSON from stdin to stdout, a list of boxes a task (null: lost)."""

import json
import sys

import cv2

TRACKERS = {"KCF": cv2.TrackerKCF_create, "CSRT": cv2.TrackerCSRT_create}


def followed(name, pictures, task):
    tracker = TRACKERS[name]()
    box = task["box"]
    start = (round(box["x"] - box["width"] / 2), round(box["y"] - box["height"] / 2))
    tracker.init(pictures[task["first"]], (*start, round(box["width"]), round(box["height"])))
    boxes = []
    for picture in pictures[task["first"] + 1 :]:
        found, (x, y, width, height) = tracker.update(picture)
        boxes.append({"x": x + width / 2, "y": y + height / 2, "width": width, "height": height} if found else None)
    return boxes


asked = json.load(sys.stdin)
pictures = [cv2.imread(path) for path in asked["pictures"]]
print(json.dumps({name: [followed(name, pictures, task) for task in asked["tasks"]] for name in TRACKERS}))
