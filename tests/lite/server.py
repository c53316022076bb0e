"""A web server for the built site, on this computer only; a Pyodide can lie beside the site."""

import contextlib
import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.browser import HERE
from tools.publish.lite import ENTRY, KERNEL

BESIDE = "/pyodide/"


class Handler(SimpleHTTPRequestHandler):
    """Files as they are. With a Pyodide, only the settings differ: they name it."""

    protocol_version = "HTTP/1.1"  # a page asks for hundreds of files: not one connection for each
    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def __init__(self, *given: object, pyodide: Path | None, entry: str, **named: object) -> None:
        self.pyodide, self.entry = pyodide, entry
        super().__init__(*given, **named)

    def translate_path(self, path: str) -> str:
        inside = path.partition("?")[0].removeprefix(BESIDE)
        if self.pyodide is None or inside == path.partition("?")[0]:
            return super().translate_path(path)
        return str(self.pyodide / Path(super().translate_path(inside)).relative_to(self.directory))

    def do_GET(self) -> None:
        if self.pyodide is None or self.path.partition("?")[0] != "/jupyter-lite.json":
            return super().do_GET()
        settings = json.loads((Path(self.directory) / "jupyter-lite.json").read_text(encoding="utf-8"))
        kernel = settings["jupyter-config-data"]["litePluginSettings"][KERNEL]
        kernel["pyodideUrl"] = f".{BESIDE}{self.entry}"
        body = json.dumps(settings).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing: a test speaks when something is wrong."""


@contextlib.contextmanager
def serve_site(site: Path, pyodide: Path | None = None, entry: str = ENTRY) -> Iterator[str]:
    """The site's address, ending in a slash, while it is served."""
    handler = partial(Handler, directory=str(site), pyodide=pyodide, entry=entry)
    with ThreadingHTTPServer((HERE, 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://{HERE}:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
