"""A server that speaks HTTP/2 alone (RFC 9113), over TLS, and answers each request with its head."""

import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import h2.config
import h2.connection
import h2.events


@contextmanager
def serve_http2(cert: str, key: str) -> Iterator[int]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(cert, key)
    context.set_alpn_protocols(["h2"])
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_accept, args=(listener, context), daemon=True)
        thread.start()
        port: int = listener.getsockname()[1]
        yield port
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(5)


def _accept(listener: socket.socket, context: ssl.SSLContext) -> None:
    while True:
        try:
            plain, _ = listener.accept()
        except OSError:
            return
        with context.wrap_socket(plain, server_side=True) as stream:
            _answer(stream)


def _answer(stream: ssl.SSLSocket) -> None:
    connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
    connection.initiate_connection()
    stream.sendall(connection.data_to_send())
    while data := stream.recv(65536):
        for event in connection.receive_data(data):
            if isinstance(event, h2.events.RequestReceived):
                head = {name.decode(): value.decode() for name, value in event.headers}
                body = json.dumps(head).encode()
                headers = [(":status", "200"), ("content-type", "application/json")]
                connection.send_headers(event.stream_id, headers)
                connection.send_data(event.stream_id, body, end_stream=True)
        stream.sendall(connection.data_to_send())
