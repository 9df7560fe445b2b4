"""A class on two servers behind nginx, as docs/deployment.md sets it up, with PostgreSQL; `make class-db` starts both."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

import pytest
from sqlalchemy import create_engine, text

from rankviz.classroom.room_codes import phone_hash
from rankviz.classroom.store import Store
from rankviz.classroom.store_setting import SETTING
from tests.helpers.hostile import slowness
from tests.helpers.waiting import until
from tools import class_db, nginx
from tools.phones import Phone, Teacher
from tools.server import free_port, serving

POSTGRES, NGINX = os.environ.get(class_db.DATABASE, ""), os.environ.get(class_db.PROXY, "")
REASON = "no PostgreSQL or nginx is named; `make class-db` starts both and runs this"
pytestmark = pytest.mark.slow
PHONES = 200
QUESTIONS = ("323012", "302112", "331002", "300123")
GOAL = 0.6  # s until a question is on 95 of 100 phones
NUMBERS = ("0.785", "0.961", "0.5", "11/14", "1")


class Cluster(NamedTuple):
    """Two servers, and what is in front of them."""

    proxy: nginx.Proxy
    ports: tuple[int, int]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    if not (POSTGRES and NGINX):
        pytest.skip(REASON)
    engine = create_engine(POSTGRES)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS class_schema, class_room, class_question, class_answer CASCADE"))
    engine.dispose()
    ports = (free_port(), free_port())
    given = {SETTING: POSTGRES, "STREAMLIT_SERVER_COOKIE_SECRET": "of both"}
    with ExitStack() as stack, ThreadPoolExecutor() as starting:
        contexts = [serving("app.py", port, given) for port in ports]
        started = [starting.submit(stack.enter_context, each) for each in contexts]
        for each in started:
            each.result()
        yield Cluster(stack.enter_context(nginx.proxy(Path(NGINX), ports)), ports)


async def came(url: str, code: str) -> list[Phone]:
    phones = [Phone(url, code) for _ in range(PHONES)]
    for at in range(0, PHONES, 20):
        await asyncio.gather(*(each.open(page=True) for each in phones[at : at + 20]))
    return phones


async def lesson(cluster: Cluster) -> None:
    teacher = Teacher(f"http://127.0.0.1:{cluster.ports[0]}")  # her page is of one server, whatever the phones are of
    code = await teacher.open()
    phones = await came(cluster.proxy.url, code)
    assert len(cluster.proxy.servers(200)) == 2
    store = Store(POSTGRES)
    for number, grades in enumerate(QUESTIONS, 1):
        began = time.perf_counter()
        await teacher.act("ask", f"ask=value&v=1&m=ndcg&k=6&g={grades}&missed=32")
        shown = await asyncio.gather(*(each.wait_for_version(teacher.version) for each in phones))
        if number > 1:  # what is loaded at first is loaded
            assert quantiles([each - began for each in shown], n=20)[-1] <= GOAL * slowness()
        assert await answered(phones) == {each.phone: (each.seq, each.typed) for each in store.answers_to(code, number)}
        await teacher.act("next")
        assert teacher.view["answer_count"] == PHONES
    await teacher.end()
    await until(lambda: {each.closed for each in phones} == {4410})
    assert {len(store.answers_to(code, number)) for number in range(1, len(QUESTIONS) + 1)} == {0}
    store.end()
    await asyncio.gather(*(each.end() for each in phones))


async def answered(phones: list[Phone]) -> dict[str, tuple[int, str]]:
    """All answer at once, every fifth is cut off, and a tenth answers again; what is to be in the store."""
    draw, last = random.Random(9), {}  # noqa: S311

    async def one(number: int, phone: Phone) -> None:
        for again in (False, True)[: 2 if number % 10 == 3 else 1]:
            typed = draw.choice(NUMBERS)
            sent = await phone.answer(typed, cut=draw.choice((0.0, 0.005)) if number % 5 == 0 and not again else None)
            assert sent.fate.result() == "ok"
            last[phone_hash(phone.code, phone.name)] = (phone.seq, typed)

    await asyncio.gather(*(one(*each) for each in enumerate(phones)))
    return last


def test_no_answer_of_two_hundred_phones_on_two_servers_is_lost_or_counted_twice_and_all_are_told(cluster: Cluster) -> None:
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, lesson(cluster)).result()


def test_the_page_shows_a_block_for_nginx_that_can_be_followed_here() -> None:
    block = nginx.documented(nginx.PAGE.read_text(encoding="utf-8"), 8080, (8501, 8502))
    assert "listen 127.0.0.1:8080;" in block
    assert "server 127.0.0.1:8501; server 127.0.0.1:8502; }" in block
    assert "ip_hash" not in block  # a class has one address
