"""The people's side: what Discord's own client would use, for the web page and the tests."""
