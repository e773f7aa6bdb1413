"""Lessons as their learners see them: one message, for their eyes only, which every press shows anew."""
