"""What holds for all tests."""

import pytest
from hypothesis import settings

from tests.helpers.installing import Installed, install

# No deadline for a single example: other programs share the machine, and a slow moment is not a bug. Everything else
# stays as Hypothesis chooses it, which on a build server is a fixed seed, so that a failure there can be repeated.
settings.register_profile("rankviz", settings.default, deadline=None)
settings.load_profile("rankviz")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The package installed from its wheel; its tests are in the group "installed", so that one worker builds it once."""
    return install(tmp_path_factory.mktemp("installed"))
