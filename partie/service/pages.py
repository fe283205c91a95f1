"""Serves the built browser app, or a page that says how to build it."""

from __future__ import annotations

import os
from mimetypes import guess_type
from pathlib import Path

from fastapi import Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from partie.service.reference import page

STATIC = Path(__file__).resolve().parent / "static"
_ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Encodings of the files compressed when the app was built, the smallest first, and their suffixes."""

_NOT_BUILT = """<h1>Partie is running</h1>
<p>The browser app has not been built. In the source folder:</p>
<pre>cd web &amp;&amp; npm ci &amp;&amp; npm run build</pre>
<p>then start the server again. The <a href="/api/docs">API</a> works without it.</p>
<p lang="fr">L’application n’a pas encore été construite : lancez les commandes ci-dessus, puis redémarrez le serveur.</p>
"""


class Pages(StaticFiles):
    """Serves the app's files, compressed if the browser accepts it.

    Other addresses get the index page, because the app has its own routes."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True  # StaticFiles would refuse a folder that does not exist yet
        self._index = folder / "index.html"

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404)
        if not self._index.is_file():
            return page("Partie", _NOT_BUILT, status=503)
        is_asset = path.startswith("assets/")
        try:
            response = await super().get_response("index.html" if path == "." else path, scope)
        except HTTPException as error:
            # A file of an older build is gone: the index page in its place would be taken for a script.
            if error.status_code != 404 or scope["method"] not in ("GET", "HEAD") or is_asset:
                raise
            response = self.file_response(self._index, self._index.stat(), scope)
        # Files below assets/ have a hash of their content in their name; everything else may change with an
        # update.
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if is_asset else "no-cache"
        return response

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        request_headers = Headers(scope=scope)
        headers, file = {"Vary": "Accept-Encoding"}, Path(full_path)
        for encoding in _accepted(request_headers.get("accept-encoding", "")):
            compressed = file.with_name(file.name + _ENCODINGS[encoding])
            if compressed.is_file():
                headers["Content-Encoding"] = encoding
                full_path, stat_result = compressed, compressed.stat()
                break
        kind = guess_type(file.name)[0] or "application/octet-stream"
        response = FileResponse(
            full_path, status_code, headers=headers, media_type=kind, stat_result=stat_result
        )
        return (
            NotModifiedResponse(response.headers)
            if self.is_not_modified(response.headers, request_headers)
            else response
        )


def _accepted(header: str) -> list[str]:
    """Return which of our encodings a browser accepts, the smallest first."""
    offers = [offer.strip().lower().partition(";") for offer in header.split(",")]
    accepted = {
        name.strip() for name, _, quality in offers if quality.replace(" ", "") not in ("q=0", "q=0.0")
    }
    return [encoding for encoding in _ENCODINGS if encoding in accepted]
