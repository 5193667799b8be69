"""Requests for every operation that an interface describes, made of its description and of ids that are put in wherever they fit.

asked(client, "get", "/jobs/{job_id}", operation, document, {"job_id": theirs})
"""

import re
from typing import Any

import httpx

FILE = object()
"""Stands for one in a form."""
QUESTION = "When was the harbour of Nordvik deepened?"


def asked(
    client: httpx.Client,
    method: str,
    path: str,
    operation: dict[str, Any],
    document: dict[str, Any],
    ids: dict[str, str],
) -> httpx.Response:
    """With these ids in the path, the query and the body."""
    address = re.sub(r"{(\w+)}", lambda found: ids[found[1]], path)
    query = {
        one["name"]: ids.get(one["name"], "Nordvik")
        for one in operation.get("parameters", [])
        if one["in"] == "query" and one["required"]
    }
    content = operation.get("requestBody", {}).get("content", {})
    if "multipart/form-data" in content:
        form = _sample(content["multipart/form-data"]["schema"], document, ids)
        files = {name: ("a.pdf", b"%PDF-1.7 no") for name, value in form.items() if value is FILE}
        texts = {name: value for name, value in form.items() if value is not FILE}
        return client.request(method, address, params=query, data=texts, files=files)
    body = _sample(content["application/json"]["schema"], document, ids) if content else None
    return client.request(method, address, params=query, json=body)


def _sample(schema: dict[str, Any], document: dict[str, Any], ids: dict[str, str], name: str = "") -> Any:
    """A body that holds the ids wherever it can."""
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        return _sample(schema["anyOf"][0], document, ids, name)
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "object":
            return {key: _sample(one, document, ids, key) for key, one in schema.get("properties", {}).items()}
        case "array":
            return [_sample(schema["items"], document, ids, name)]
        case "integer" | "number":
            return 1
        case "boolean":
            return True
        case "string" if "contentMediaType" in schema or schema.get("format") == "binary":
            return FILE
    return ids.get(name, QUESTION)
