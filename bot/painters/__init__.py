"""Processes in which pictures are drawn, off the lock of this interpreter."""
