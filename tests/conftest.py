"""What holds for all tests."""

from hypothesis import settings

# No deadline for a single example: other programs share the machine, and a slow moment is not a bug. Everything else
# stays as Hypothesis chooses it, which on a build server is a fixed seed, so that a failure there can be repeated.
settings.register_profile("rankviz", settings.default, deadline=None)
settings.load_profile("rankviz")
