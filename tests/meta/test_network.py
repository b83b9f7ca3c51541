"""Is the network closed while tests run, but for this machine?"""

from __future__ import annotations

import socket

import pytest
from pytest_socket import SocketConnectBlockedError

ELSEWHERE = ("192.0.2.1", 80)  # an address kept for documentation: nobody answers there


@pytest.mark.filterwarnings("ignore:A test tried to use socket")
def test_another_machine_is_out_of_reach() -> None:
    """A connection to another machine is refused before it is tried."""
    with socket.socket() as client, pytest.raises(SocketConnectBlockedError):
        client.connect(ELSEWHERE)


def test_this_machine_is_in_reach() -> None:
    """A server that a test starts itself is reached."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        client.connect(server.getsockname())
