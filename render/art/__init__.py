"""The horses as they are drawn: anatomy, poses, riders, sulky; drawings, and the sheets that are made of them."""
