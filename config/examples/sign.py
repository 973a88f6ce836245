"""python3 sign.py [TARGET [KEY [EXPIRES]]]"""
import base64
import hashlib
import hmac
import sys


def signed(target, key, expires):
    """The path and query of a picture, percent-encoded, with a signature until `expires` (Unix seconds)."""
    target += f"{'&' if '?' in target else '?'}expires={expires}"
    code = hmac.new(key.encode(), target.encode(), hashlib.sha256).digest()
    return f"{target}&sig={base64.urlsafe_b64encode(code).decode().rstrip('=')}"


if __name__ == "__main__":
    words = ["/render.png?m=Hi!&m=Caf%C3%A9&theme=whatsapp", "secret", "4102444800"]
    words[: len(sys.argv) - 1] = sys.argv[1:]
    print(signed(*words))
