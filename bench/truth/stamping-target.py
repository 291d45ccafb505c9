"""
A target that reports when the kernel received each request. A target that reads a clock in its event loop joins
requests that it reads in one turn, and this alone moves the gaps between requests.

It prints its port. For each line of its input it prints a line: `begin` drops the record, and `report` prints the
record as JSON: the instants of arrivals in nanoseconds of CLOCK_MONOTONIC less the base, in their order.
"""
import gc
import json
import select
import socket
import struct
import sys
import time

SO_TIMESTAMPNS = 35
response = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok"
# The kernel stamps packets by the wall clock.
base = int(sys.argv[1]) + time.time_ns() - time.monotonic_ns()
server = socket.create_server(("127.0.0.1", 0), backlog=4096)
server.setblocking(False)
poll = select.epoll()
poll.register(server.fileno(), select.EPOLLIN)
poll.register(0, select.EPOLLIN)
sockets = {}
arrived = []
gc.disable()


def accept():
    accepted, _ = server.accept()
    accepted.setblocking(False)
    accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    accepted.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    sockets[accepted.fileno()] = accepted
    poll.register(accepted.fileno(), select.EPOLLIN)


def answer(number):
    connection = sockets[number]
    try:
        data, ancillary, _, _ = connection.recvmsg(4096, 128)
    except ConnectionError:
        data, ancillary = b"", []
    if data == b"":
        poll.unregister(number)
        sockets.pop(number).close()
        return
    for level, kind, stamp in ancillary:
        if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS:
            seconds, nanoseconds = struct.unpack("qq", stamp[:16])
            arrived.append(seconds * 10**9 + nanoseconds - base)
    connection.send(response)


print(server.getsockname()[1], flush=True)
while True:
    for number, _ in poll.poll():
        if number == server.fileno():
            accept()
        elif number != 0:
            answer(number)
        else:
            line = sys.stdin.readline()
            if line == "":
                sys.exit()
            print(json.dumps(sorted(arrived)) if line == "report\n" else "ready", flush=True)
            if line == "begin\n":
                arrived.clear()
