"""Figures of the field's own libraries, for cases read as JSON from stdin; what is not installed is left out."""
import json
import sys


def tracking(case):
    import numpy as np
    from trackeval.metrics import CLEAR, HOTA, Identity

    data = {
        "gt_ids": [np.array(step["a"], dtype=int) for step in case["steps"]],
        "tracker_ids": [np.array(step["b"], dtype=int) for step in case["steps"]],
        "similarity_scores": [
            np.array(step["similarity"], dtype=float).reshape(len(step["a"]), len(step["b"])) for step in case["steps"]
        ],
        "num_gt_ids": case["a"],
        "num_tracker_ids": case["b"],
        "num_timesteps": len(case["steps"]),
        "num_gt_dets": sum(len(step["a"]) for step in case["steps"]),
        "num_tracker_dets": sum(len(step["b"]) for step in case["steps"]),
    }
    config = {"PRINT_CONFIG": False, "THRESHOLD": 0.5}
    hota, clear, identity = HOTA().eval_sequence(data), CLEAR(config).eval_sequence(data), Identity(config).eval_sequence(data)
    return {
        "hota": float(np.mean(hota["HOTA"])),
        "detA": float(np.mean(hota["DetA"])),
        "assA": float(np.mean(hota["AssA"])),
        "mota": float(clear["MOTA"]),
        "idSwitches": int(clear["IDSW"]),
        "idf1": float(identity["IDF1"]),
    }


def masks(case):
    from pycocotools import mask

    height, width = case["size"]
    encoded = [mask.frPyObjects({"size": [height, width], "counts": runs}, height, width) for runs in (case["a"], case["b"])]
    return {"iou": float(mask.iou([encoded[0]], [encoded[1]], [0])[0][0])}


def boxes(case):
    import numpy as np
    from pycocotools import mask

    return {"iou": float(mask.iou(np.array([case["a"]]), np.array([case["b"]]), [0])[0][0])}


def alpha(case):
    import krippendorff

    units = case["units"]
    values = sorted({value for unit in units for value in unit})
    counts = [[unit.count(value) for value in values] for unit in units]
    domain = values if case["level"] == "ordinal" else list(range(len(values)))
    return {"alpha": float(krippendorff.alpha(value_counts=counts, value_domain=domain, level_of_measurement=case["level"]))}


def cuboids(case):
    from nuscenes.eval.common.utils import center_distance, scale_iou, yaw_diff
    from nuscenes.eval.detection.data_classes import DetectionBox

    a, b = (
        DetectionBox(sample_token="", translation=tuple(box["t"]), size=tuple(box["s"]), rotation=tuple(box["r"]))
        for box in (case["a"], case["b"])
    )
    return {"ate": float(center_distance(a, b)), "ase": float(1 - scale_iou(a, b)), "aoe": float(yaw_diff(a, b))}


KINDS = {"tracking": tracking, "masks": masks, "boxes": boxes, "alpha": alpha, "cuboids": cuboids}


def main():
    answers = []
    for case in json.load(sys.stdin):
        try:
            answers.append(KINDS[case["kind"]](case))
        except ImportError:
            answers.append(None)
    json.dump(answers, sys.stdout)


main()
