"""What a press of a control does, or a form that was sent: read, acknowledged, looked up, done, answered.

docs/architecture.md draws the way of a click.
"""
