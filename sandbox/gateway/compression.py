"""How frames are packed: plain text, zlib-stream or zstd-stream.

A stream is one compression context for a whole connection, flushed after every payload.
"""

from __future__ import annotations

import zlib

import zstandard

from sandbox.sockets import Packer


def packer(compress: str | None) -> Packer:
    """Return what packs the payloads of one connection."""
    if compress == "zlib-stream":
        return _zlib_stream()
    if compress == "zstd-stream":
        return _zstd_stream()
    return str


def _zlib_stream() -> Packer:
    context = zlib.compressobj()

    def pack(payload: str) -> bytes:
        return context.compress(payload.encode()) + context.flush(zlib.Z_SYNC_FLUSH)

    return pack


def _zstd_stream() -> Packer:
    context = zstandard.ZstdCompressor().compressobj()

    def pack(payload: str) -> bytes:
        return context.compress(payload.encode()) + context.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)

    return pack
