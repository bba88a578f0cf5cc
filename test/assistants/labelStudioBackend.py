"""An ML backend of Label Studio as its documentation teaches it: run by label_studio_ml itself, which knows nothing of us."""
import io
import sys
import tempfile
import urllib.request

from label_studio_ml.api import init_app
from label_studio_ml.model import LabelStudioMLBase
from label_studio_ml.utils import get_single_tag_keys
from PIL import Image


class Boxes(LabelStudioMLBase):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.from_name, self.to_name, self.value, self.labels = get_single_tag_keys(
            self.parsed_label_config, "RectangleLabels", "Image"
        )

    def predict(self, tasks, context=None, **kwargs):
        predictions = []
        for task in tasks:
            with urllib.request.urlopen(task["data"][self.value]) as response:
                image = Image.open(io.BytesIO(response.read()))
            x, y = 10, 20
            if context and context.get("result"):
                value = context["result"][0]["value"]
                x, y = value["x"] - 5, value["y"] - 5
            region = {
                "from_name": self.from_name,
                "to_name": self.to_name,
                "type": "rectanglelabels",
                "original_width": image.width,
                "original_height": image.height,
                "image_rotation": 0,
                "score": 0.75,
                "value": {"x": x, "y": y, "width": 30, "height": 40, "rotation": 0, "rectanglelabels": [self.labels[0]]},
            }
            predictions.append({"result": [region], "score": 0.5, "model_version": "boxes"})
        return predictions


app = init_app(model_class=Boxes, model_dir=tempfile.mkdtemp())
print("listening", flush=True)
app.run(host="127.0.0.1", port=int(sys.argv[1]))
