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


def coco(case):
    import contextlib
    import io

    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    truth = [
        {"id": n + 1, "image_id": image, "category_id": 1, "bbox": box, "area": box[2] * box[3], "iscrowd": 0}
        for n, (image, box) in enumerate((image, box) for image, boxes in enumerate(case["truth"]) for box in boxes)
    ]
    found = [
        {"image_id": image, "category_id": 1, "bbox": box, "score": score}
        for image, boxes in enumerate(case["found"])
        for box, score in boxes
    ]
    with contextlib.redirect_stdout(io.StringIO()):
        a = COCO()
        a.dataset = {
            "info": {},
            "images": [{"id": image} for image in range(len(case["truth"]))],
            "categories": [{"id": 1}],
            "annotations": truth,
        }
        a.createIndex()
        run = COCOeval(a, a.loadRes(found), "bbox")
        run.evaluate()
        run.accumulate()
        run.summarize()
    names = ["ap", "ap50", "ap75", "apSmall", "apMedium", "apLarge", "ar1", "ar10", "ar100"]
    return dict(zip(names, [float(value) for value in run.stats[:9]]))


def nuscenes(case):
    import numpy as np
    from nuscenes.eval.common.data_classes import EvalBoxes
    from nuscenes.eval.common.utils import center_distance
    from nuscenes.eval.detection.algo import accumulate, calc_ap, calc_tp
    from nuscenes.eval.detection.data_classes import DetectionBox

    def boxes(samples):
        made = EvalBoxes()
        for token, sample in enumerate(samples):
            made.add_boxes(
                str(token),
                [
                    DetectionBox(
                        sample_token=str(token),
                        translation=tuple(box["t"]),
                        size=tuple(box["s"]),
                        rotation=tuple(box["r"]),
                        detection_name="car",
                        detection_score=box.get("score", -1.0),
                        attribute_name="vehicle.parked",
                    )
                    for box in sample
                ],
            )
        return made

    data = [accumulate(boxes(case["truth"]), boxes(case["found"]), "car", center_distance, d) for d in (0.5, 1.0, 2.0, 4.0)]
    names = {"ate": "trans_err", "ase": "scale_err", "aoe": "orient_err"}
    errors = {ours: float(calc_tp(data[2], 0.1, theirs)) for ours, theirs in names.items()}
    return {"ap": float(np.mean([calc_ap(one, 0.1, 0.1) for one in data])), **errors}


KINDS = {
    "tracking": tracking,
    "masks": masks,
    "boxes": boxes,
    "alpha": alpha,
    "cuboids": cuboids,
    "coco": coco,
    "nuscenes": nuscenes,
}


def main():
    answers = []
    for case in json.load(sys.stdin):
        try:
            answers.append(KINDS[case["kind"]](case))
        except ImportError:
            answers.append(None)
    json.dump(answers, sys.stdout)


main()
