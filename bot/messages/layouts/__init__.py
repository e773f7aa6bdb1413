"""What each message of a match looks like: pure functions of a snapshot."""
