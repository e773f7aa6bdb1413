"""The files of all messages, as long as there is room for them."""

from __future__ import annotations

from collections import deque

from sandbox.model import Attachment

ROOM_BYTES = 256 * 1024 * 1024


class Cdn:
    """Keeps files by id; past its room the oldest lose their bytes, so that memory stays bounded."""

    def __init__(self, room_bytes: int = ROOM_BYTES) -> None:
        self.url = ""
        """Where files are served; known once the server listens."""
        self._room = room_bytes
        self._used = 0
        self._files: dict[str, Attachment] = {}
        self._oldest: deque[str] = deque()

    def address(self, file: Attachment, channel_id: str) -> str:
        """Where a file is served."""
        return f"{self.url}/attachments/{channel_id}/{file.id}/{file.filename}"

    def keep(self, file: Attachment) -> None:
        """Keep a file."""
        if file.id in self._files:
            return
        self._files[file.id] = file
        self._oldest.append(file.id)
        self._used += file.size
        while self._used > self._room and len(self._oldest) > 1:
            gone = self._files.pop(self._oldest.popleft())
            self._used -= gone.size
            gone.data = b""

    def get(self, file_id: str) -> Attachment | None:
        """Return a file that is still there."""
        return self._files.get(file_id)
