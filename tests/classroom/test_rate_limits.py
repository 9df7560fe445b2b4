"""Wrong codes and new rooms: what somebody who guesses or floods takes from a class, which is nothing."""

from __future__ import annotations

import pytest

from rankviz.basics.limits import CLASS_NEW_ROOMS_OF_ADDRESS, CLASS_NEW_ROOMS_OF_SITE, CLASS_ROOMS, CLASS_WRONG_CODES
from rankviz.classroom.server.class_service import HOUR, RoomQuota
from rankviz.classroom.server.rate_limits import WrongCodes

CODE = "482915"


def guess(wrong: WrongCodes, address: str, tries: int, now: float = 0.0) -> int:
    """Try wrong codes; return how many were looked at."""
    looked_at = 0
    for number in range(tries):
        if wrong.is_allowed(address, now, str(100_000 + number)):
            wrong.record_failure(address, now)
            looked_at += 1
    return looked_at


def test_guessing_from_many_networks_keeps_no_class_out() -> None:
    wrong = WrongCodes()
    assert sum(guess(wrong, f"2001:db8:0:{number:x}::1", CLASS_WRONG_CODES) for number in range(12)) < 720
    for number in range(30):
        assert wrong.is_allowed(f"192.0.2.{number}", 0.0, CODE)
        assert guess(wrong, f"192.0.2.{number}", 1) == 1  # one that mistypes it may type it again
        assert wrong.is_allowed(f"192.0.2.{number}", 0.0, CODE)
    assert not wrong.is_allowed("2001:db8::99", 0.0, CODE)


def test_guessing_is_limited_from_each_network_and_where_many_guess() -> None:
    wrong = WrongCodes()
    found = [guess(wrong, f"198.51.100.{number}", 100) for number in range(20)]
    assert found[:10] == [60] * 10
    assert found[10:] == [3] * 10
    assert [guess(wrong, f"203.0.113.{number}", 100, 1.0) for number in range(3)] == [10, 3, 3]  # so many a second come back


def test_a_class_behind_an_address_from_which_somebody_guesses_comes_in() -> None:
    wrong = WrongCodes()
    wrong.record_success("192.0.2.1", CODE)
    guess(wrong, "192.0.2.1", 1000)
    assert all(wrong.is_allowed("192.0.2.1", 0.0, CODE) for _ in range(300))


def opened(quota: RoomQuota, address: str, tries: int, now: float) -> int:
    """Open rooms, each from a new visit; return how many were opened."""
    count = 0
    for number in range(tries):
        if quota.quota_problem(f"{address} {now} {number}", address, now) is None:
            quota.count(f"{address} {now} {number}", address, now)
            count += 1
    return count


@pytest.mark.slow
def test_no_network_takes_all_rooms() -> None:
    quota = RoomQuota()
    found = [opened(quota, f"2001:db8:0:1:{number:x}::1", 3, 0.0) for number in range(CLASS_ROOMS)]
    assert sum(found) == CLASS_NEW_ROOMS_OF_ADDRESS
    found = [opened(quota, f"2001:db8:0:{number:x}::1", 30, 1.0) for number in range(CLASS_ROOMS)]
    assert sum(found) == CLASS_NEW_ROOMS_OF_SITE - CLASS_NEW_ROOMS_OF_ADDRESS
    assert opened(quota, "2001:db8:1::1", 1, 1.0) == 1
    by_hour = [opened(quota, "192.0.2.1", 30, hour * HOUR) for hour in range(14)]
    assert by_hour == [20, 20, 20, *[0] * 9, 20, 20]
