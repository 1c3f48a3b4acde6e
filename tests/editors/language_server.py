"""A language server, spoken to as editors do: JSON with its length before it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class LanguageServer:
    """basedpyright with one file open."""

    def __init__(self, folder: Path, text: str) -> None:
        self.text = text
        self.uri = (folder / "notes.py").as_uri()
        command = [sys.executable, "-c", "from basedpyright.langserver import main; main()", "--stdio"]
        self._process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._asked = 0
        about = {"processId": None, "rootUri": folder.as_uri(), "capabilities": {"workspace": {"configuration": True}}}
        self.ask("initialize", {**about, "workspaceFolders": [{"uri": folder.as_uri(), "name": "editor"}]})
        self._send({"method": "initialized", "params": {}})
        opened = {"uri": self.uri, "languageId": "python", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": opened}})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        self._process.communicate()

    def at(self, after: str, method: str) -> Any:
        """The answer about the place behind the first such text."""
        before = self.text[: self.text.index(after) + len(after)]
        place = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
        return self.ask(method, {"textDocument": {"uri": self.uri}, "position": place})

    def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        """The answer; what the server asks meanwhile gets the interpreter of the tests, or nothing."""
        self._asked += 1
        self._send({"id": self._asked, "method": method, "params": parameters})
        while True:
            message = self._receive()
            if "method" not in message and message["id"] == self._asked:
                assert "error" not in message, message
                return message["result"]
            if "method" in message and "id" in message:
                items = message["params"].get("items", [])
                answer = [{"pythonPath": sys.executable} for _ in items] if items else None
                self._send({"id": message["id"], "result": answer})

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the server stopped"
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        return message
