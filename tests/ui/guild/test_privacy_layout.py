from __future__ import annotations

import json
import zipfile
from io import BytesIO

from bot.ui.guild.privacy_layout import LARGEST, export_file


def test_an_export_that_is_too_large_is_sent_compressed() -> None:
    name, plain = export_file({"user_id": 1})
    assert (name, json.loads(plain)) == ("paddock-data.json", {"user_id": 1})
    name, packed = export_file({"decisions": ["x" * LARGEST]})
    assert name == "paddock-data.json.zip"
    assert len(packed) < LARGEST
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        assert archive.namelist() == ["paddock-data.json"]
