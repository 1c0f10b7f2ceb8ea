"""Receive webhooks of Segtier and refuse what is forged, altered or old. Standard library only; Python 3.9 or later.

    SEGTIER_WEBHOOK_SECRET=whsec_… python3 verify_webhook.py 8080
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE_S = 300


def verify(secret, headers, body, now=None):
    """The event, as a dict. `headers`: anything with get(); `body`: the bytes as they came; raises ValueError."""
    message_id = headers.get("webhook-id") or ""
    sent = headers.get("webhook-timestamp") or ""
    signatures = headers.get("webhook-signature") or ""
    if not (message_id and sent.isascii() and sent.isdigit() and signatures):
        raise ValueError("not signed")
    if abs((time.time() if now is None else now) - int(sent)) > TOLERANCE_S:
        raise ValueError("too old, or from the future: replayed, or a clock is wrong")
    key = base64.b64decode(secret.split("_", 1)[1])
    signed = b".".join([message_id.encode(), sent.encode(), body])
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(wanted.encode(), one.encode()) for one in signatures.split(" ")):
        raise ValueError("the signature is not right")
    return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    """Answers first and works later: after 10 s Segtier takes it that nothing came, and sends it again."""

    seen = set()  # keep these in your database, for as long as Segtier may send again (two days)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            message = verify(os.environ["SEGTIER_WEBHOOK_SECRET"], self.headers, body)
        except ValueError as fault:
            self.send_error(400, str(fault))
            return
        self.send_response(204)
        self.end_headers()
        message_id = self.headers["webhook-id"]
        if message_id not in self.seen:
            self.seen.add(message_id)
            print(message["type"], message["data"]["subject"], message["data"]["database_id"], flush=True)


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
