"""Makes _types.py of the service's OpenAPI document: make_types.py OPENAPI.json [--check]."""

import json
import sys
from pathlib import Path
from typing import Any, Dict, List, Tuple

TARGET = Path(__file__).resolve().parent.parent / "src" / "fiducial_client" / "_types.py"
P = "/v1/projects/{pid}"
#: Name → where its schema is: method, path, and the way into `data` of the answer.
NAMES: List[Tuple[str, str, str, Tuple[Any, ...]]] = [
    ("JobRecord", "get", P + "/jobs/{jid}", ()),
    ("ListedJob", "get", P + "/jobs", ("anyOf", 1, "properties", "jobs", "items")),
    ("JobCreated", "post", P + "/jobs", ("anyOf", 0)),
    ("JobChecks", "get", P + "/jobs/{jid}/checks", ()),
    ("Prediction", "get", P + "/jobs/{jid}/prediction", ()),
    ("ExportShown", "get", P + "/exports/{eid}", ()),
    ("ImportShown", "get", P + "/imports/{mid}", ()),
    ("Format", "get", "/v1/formats", ("properties", "formats", "items")),
    ("ProjectCreated", "post", "/v1/projects", ()),
    ("KeyCreated", "post", P + "/keys", ()),
]
HEAD = '''"""Answers of the service. Made of its OpenAPI document by scripts/make_types.py: do not edit."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union
'''
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


class Types:
    def __init__(self) -> None:
        self.blocks: List[str] = []

    def of(self, schema: Dict[str, Any], name: str) -> str:
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            words = ", ".join(repr(one) for one in schema["enum"] if one is not None)
            return f"Optional[Literal[{words}]]" if None in schema["enum"] else f"Literal[{words}]"
        if "anyOf" in schema:
            return self.union([self.of(one, name) for one in schema["anyOf"]])
        kind = schema.get("type")
        if isinstance(kind, list):
            return self.union([self.of({**schema, "type": one}, name) for one in kind])
        if kind == "array":
            return f"List[{self.of(schema.get('items', {}), name + 'Item')}]"
        if kind == "object":
            return self.object(schema, name)
        return PLAIN.get(kind or "", "Any")

    def object(self, schema: Dict[str, Any], name: str) -> str:
        members = schema.get("properties") or {}
        if not members:
            values = next(iter((schema.get("patternProperties") or {}).values()), None)
            return f"Dict[str, {self.of(values, name) if values else 'Any'}]"
        required = set(schema.get("required") or [])
        typed = {key: self.of(one, name + camel(key)) for key, one in members.items()}
        needed = {key: text for key, text in typed.items() if key in required}
        rest = {key: text for key, text in typed.items() if key not in required}
        if rest:
            base = f"_{name}"
            self.blocks.append(functional(base, needed))
            self.blocks.append(f"class {name}({base}, total=False):\n" + "".join(f"    {k}: {v}\n" for k, v in rest.items()))
        else:
            self.blocks.append(functional(name, needed))
        return name

    @staticmethod
    def union(texts: List[str]) -> str:
        distinct = list(dict.fromkeys(texts))
        others = [text for text in distinct if text != "None"]
        joined = others[0] if len(others) == 1 else f"Union[{', '.join(others)}]"
        return f"Optional[{joined}]" if "None" in distinct else joined


def functional(name: str, members: Dict[str, str]) -> str:
    lines = "".join(f"        {key!r}: {text},\n" for key, text in members.items())
    return f"{name} = TypedDict(\n    {name!r},\n    {{\n{lines}    }},\n)\n"


def camel(text: str) -> str:
    return "".join(part.capitalize() for part in text.replace("-", "_").split("_"))


def inlined(part: Any, document: Dict[str, Any]) -> Any:
    """The part with what it refers to in its place."""
    if isinstance(part, list):
        return [inlined(one, document) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        target: Any = document
        for step in part["$ref"].split("/")[1:]:
            target = target[step]
        return inlined(target, document)
    return {key: inlined(one, document) for key, one in part.items()}


def found(document: Dict[str, Any], method: str, path: str, way: Tuple[Any, ...]) -> Dict[str, Any]:
    answer = document["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"]
    schema = inlined(answer, document)["properties"]["data"]
    for step in way:
        schema = schema[step]
    return schema  # type: ignore[no-any-return]


def job_filters(document: Dict[str, Any]) -> str:
    """What jobs are found by; pages are turned by the client."""
    parameters = document["paths"][P + "/jobs"]["get"]["parameters"]
    names = [one["name"] for one in parameters if one["in"] == "query" and one["name"] != "page_token"]
    return "JOB_FILTERS = (\n" + "".join(f"    {name!r},\n" for name in names) + ")\n"


def made(document: Dict[str, Any]) -> str:
    types = Types()
    for name, method, path, way in NAMES:
        types.of(found(document, method, path, way), name)
    return HEAD + "\n" + job_filters(document) + "\n" + "\n".join(types.blocks)


if __name__ == "__main__":
    text = made(json.loads(Path(sys.argv[1]).read_text()))
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.exists() and TARGET.read_text() == text else f"{TARGET.name} is not made of this document")
    TARGET.write_text(text)
