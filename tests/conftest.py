"""What all tests share: the --long option and the profiles of hypothesis."""

import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None, derandomize=True, max_examples=50, print_blob=True)
settings.register_profile("long", deadline=None, derandomize=True, max_examples=250, print_blob=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "default")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    skip = pytest.mark.skip(reason="takes minutes: run with --long")
    for item in items:
        if item.get_closest_marker("long") is not None:
            item.add_marker(skip)
