#!/usr/bin/env python3
"""Runs a command against a stand-in of the bot interfaces of Telegram, Discord and Slack, and prints the requests
that it received: method, path, authorization and fields, where a PNG is `png` and any other file its beginning.

    messengers.py PATH COMMAND...

PATH follows the stand-in's address in the variable API, such as /api/v10 for Discord. The variables TOKEN and CHAT
are `secret` and `42`. The command's input is that of this program, in which the stand-in's address replaces `{API}`;
its output is the file `output`. Exits with the code of the command.
"""

import email.parser
import email.policy
import http.server
import json
import os
import subprocess
import sys
import threading
import urllib.parse

# A picture of one pixel.
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc000"
    "0003010100c9fe92ef0000000049454e44ae426082")
AUTHOR = {"id": "7", "username": "ben", "global_name": "Ben", "bot": False}
requests = []


def messages(address):
    """A hundred and two messages of Discord, the newest first; Discord returns at most a hundred at once."""
    found = [{"id": str(1000 + n), "type": 0, "timestamp": f"2026-05-31T09:{n // 60:02}:{n % 60:02}.000000+00:00",
              "edited_timestamp": None, "content": f"Message **{n}**", "author": AUTHOR, "attachments": [], "embeds": [],
              "mentions": []}
             for n in range(102)]
    found[1]["message_reference"] = {"message_id": "1000"}
    found[1]["type"] = 19
    found[2]["attachments"] = [{"id": "9", "filename": "dot.png", "content_type": "image/png", "size": len(PICTURE),
                                "url": f"{address}/files/dot.png"}]
    found[3]["attachments"] = [{"id": "10", "filename": "notes.txt", "content_type": "text/plain", "size": 5,
                                "url": f"{address}/files/notes.txt"}]
    found[4] |= {"content": "Thanks, <@7>", "mentions": [AUTHOR]}
    found[5]["embeds"] = [{"type": "rich", "title": "Ticket closed", "description": "By Ben", "url": "https://example.com/1"}]
    return found[::-1]


def words(body):
    if body.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    try:
        return json.dumps(json.loads(body))
    except ValueError:
        return body[:60].decode(errors="replace")


class Messengers(http.server.BaseHTTPRequestHandler):
    def fields(self, body):
        kind = self.headers.get("Content-Type", "")
        if kind.startswith("multipart/form-data"):
            head = f"Content-Type: {kind}\r\n\r\n".encode()
            form = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + body)
            for part in form.iter_parts():
                name, file = part.get_param("name", header="Content-Disposition"), part.get_filename()
                value = words(part.get_payload(decode=True))
                yield f"{name}={file + ':' + part.get_content_type() + ':' if file else ''}{value}"
        elif kind.startswith("application/x-www-form-urlencoded"):
            yield from (f"{name}={words(value.encode())}" for name, value in urllib.parse.parse_qsl(body.decode()))
        elif body:
            yield words(body)

    def answer(self, body, kind="application/json"):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def note(self, body=b""):
        key = self.headers.get("Authorization")
        requests.append(" ".join([self.command, self.path] + ([key] if key else []) + list(self.fields(body))))

    def do_GET(self):
        self.note()
        address = f"http://127.0.0.1:{self.server.server_port}"
        path, _, query = self.path.partition("?")
        if path == "/files/dot.png":
            return self.answer(PICTURE, "image/png")
        if path.endswith("/messages"):
            asked = dict(urllib.parse.parse_qsl(query))
            found = [m for m in messages(address) if int(m["id"]) < int(asked.get("before", 9999))]
            return self.answer(found[:int(asked.get("limit", 50))])
        self.answer({"id": "42", "name": "general"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.note(body)
        if self.path.startswith("/upload/"):
            return self.answer(b"OK", "text/plain")
        self.answer({"ok": True, "id": "1", "file_id": "F1",
                     "upload_url": f"http://127.0.0.1:{self.server.server_port}/upload/1"})

    def log_message(self, *_):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Messengers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    api = f"http://127.0.0.1:{server.server_port}{sys.argv[1].rstrip('/')}"
    with open("output", "wb") as output:
        result = subprocess.run(
            sys.argv[2:], env=os.environ | {"API": api, "TOKEN": "secret", "CHAT": "42"}, stdout=output,
            input=sys.stdin.buffer.read().replace(b"{API}", api.encode()))
    print("\n".join(requests))
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())
