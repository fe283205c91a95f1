"""The built browser app: its files, its index page for every address of its own, or a page that says how to build it."""

from __future__ import annotations

from pathlib import Path

from fastapi import Response
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from partie.service.reference import page

STATIC = Path(__file__).resolve().parent / "static"

_NOT_BUILT = """<h1>Partie is running</h1>
<p>The browser app has not been built. In the source folder:</p>
<pre>cd web &amp;&amp; npm ci &amp;&amp; npm run build</pre>
<p>then start the server again. The <a href="/api/docs">API</a> works without it.</p>
<p lang="fr">L’application n’a pas encore été construite : lancez les commandes ci-dessus, puis redémarrez le serveur.</p>
"""


class Pages(StaticFiles):
    """Serves the app's files; an unknown address gets the index page, because the app draws its own addresses."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True  # StaticFiles would refuse a folder that does not exist yet
        self._index = folder / "index.html"

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404)
        if not self._index.is_file():
            return page("Partie", _NOT_BUILT, status=503)
        try:
            response = await super().get_response("index.html" if path == "." else path, scope)
        except HTTPException as error:
            if error.status_code != 404 or scope["method"] not in ("GET", "HEAD"):
                raise
            response = FileResponse(self._index)
        # Files below assets/ have a hash of their content in their name; everything else may change with an update.
        hashed = path.startswith("assets/") and response.status_code == 200
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response
