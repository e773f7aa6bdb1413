from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from engines.core import Unreadable
from engines.core.reading import read, read_with_lines

COUNTS = TypeAdapter(dict[str, int])


@pytest.mark.parametrize("data", ['{"red": 2}', b'{"red": 2}', {"red": 2}])
def test_text_and_plain_data_read_alike(data):
    assert read(COUNTS, data, "counts") == {"red": 2}


def test_what_cannot_be_read_is_told_in_one_line_with_its_name_and_path():
    with pytest.raises(Unreadable, match=r"^counts: red: Input should be a valid integer[^\n]*$"):
        read(COUNTS, {"red": [2]}, "counts")


def test_what_a_person_wrote_is_told_with_its_line():
    with pytest.raises(Unreadable, match=r"^line 3: blue: Input should be a valid integer[^\n]*$"):
        read_with_lines(COUNTS, '{\n"red": 2,\n"blue": []\n}')
