"""Newmarket at the table: its screens, its words, what its races measure."""
