"""Several processes on one database: which of them serves which shard, and time away from people."""
