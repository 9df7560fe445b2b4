"""What holds for all tests."""

import pytest
from hypothesis import settings

from tests.helpers.installing import Installed, install
from tests.helpers.long import LONG, rounds

# No deadline for a single example: other programs share the machine, and a slow moment is not a bug. The examples are the same
# in every run: whoever runs the tests sees what everybody sees. `make fuzz` draws them at random, and many more.
settings.register_profile("fixed", settings.default, deadline=None, derandomize=True, database=None)
settings.register_profile("random", settings.default, deadline=None, derandomize=False, max_examples=rounds(100))
settings.load_profile("random" if LONG else "fixed")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The package installed from its wheel; its tests are in the group "installed", so that one worker builds it once."""
    return install(tmp_path_factory.mktemp("installed"))
