"""What has to be posted, as rows written with the step that asks for it, and the worker that posts it."""
