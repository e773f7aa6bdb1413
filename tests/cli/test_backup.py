"""`paddock backup`, as an operator runs it."""

from __future__ import annotations


def test_a_backup_copies_the_database(paddock, url, tmp_path):
    copy = tmp_path / "copy.db"
    code, out, err = paddock("backup", copy, "--database", url)
    assert (code, out, err) == (0, f"Copied the database to {copy} ({copy.stat().st_size:,} bytes).\n", "")
    assert paddock("bank", "audit", "--database", f"sqlite:///{copy}")[0] == 1


def test_a_backup_needs_a_file_to_write_to(paddock, url):
    code, _, err = paddock("backup", "--database", url)
    assert (code, err) == (2, "paddock: Missing argument 'FILE'.\n")
