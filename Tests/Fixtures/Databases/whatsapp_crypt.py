#!/usr/bin/env python3
"""Encrypts the database of ../Imports/whatsapp/android-database.zip as WhatsApp's backups do, into folders
beside it. Keys and the owner's IDs are invented. Needs the Python package cryptography."""
import hashlib
import hmac
import io
import pathlib
import shutil
import zipfile
import zlib

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

out = pathlib.Path(__file__).parent.parent / "Imports" / "whatsapp"
plain = out / "android-database.zip"
messages = (plain / "msgstore.db").read_bytes()
contacts = (plain / "wa.db").read_bytes()

ROOT = bytes(range(32))
FILE_KEY = bytes(range(64, 96))
SALT = bytes(range(96, 128))
OWNER = bytes(range(128, 144))
JAVA = bytes.fromhex("aced0005757200025b42acf317f8060854e00200007870")


def varint(number):
    data = b""
    while number > 127:
        data += bytes([number & 127 | 128])
        number >>= 7
    return data + bytes([number])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


def info(flags=()):
    return field(4, field(1, "2.26.1.20") + field(3, "00") + b"".join(field(flag, 1) for flag in flags))


def end_to_end_key():
    inner = hmac.new(bytes(32), ROOT, hashlib.sha256).digest()
    return hmac.new(inner, b"backup encryption\x01", hashlib.sha256).digest()


def sealed(head, key, nonce, text, has_checksum=True):
    data = head + AESGCM(key).encrypt(nonce, text, None)
    return data + hashlib.md5(data).digest() if has_checksum else data


def crypt15(text, nonce, flags=(4,), has_checksum=True):
    """With many flags, the length takes two bytes."""
    head = field(1, 1) + field(3, field(1, nonce)) + info(flags)
    return sealed(varint(len(head)) + head, end_to_end_key(), nonce, text, has_checksum)


def crypt14(text, nonce):
    cipher = field(1, b"\0\1") + field(2, b"2") + field(3, SALT) + field(4, OWNER) + field(5, nonce)
    head = field(1, 0) + field(2, cipher) + info(range(5, 39))
    return sealed(varint(len(head)) + head, FILE_KEY, nonce, text)


def crypt12(text, nonce):
    return sealed(b"\0\1\1" + SALT + OWNER + nonce, FILE_KEY, nonce, text) + b"--00"


def key_file(payload):
    return JAVA + len(payload).to_bytes(4, "big") + payload


def write(folder, files):
    shutil.rmtree(out / folder, ignore_errors=True)
    for name, data in files.items():
        path = out / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


image = "Media/WhatsApp Images/IMG-20260102-WA0001.jpg"
nonce = bytes(range(160, 176))
write("crypt15.zip", {
    "Databases/msgstore.db.crypt15": crypt15(zlib.compress(messages, 9), nonce, range(4, 38)),
    "Databases/msgstore-2026-01-01.1.db.crypt15": b"an older copy, which is not read",
    "Databases/msgstore-increment-1-2026-01-03.1.db.crypt15": b"changes, which are not read",
    "Backups/wa.db.crypt15": crypt15(contacts, bytes(range(176, 192)), has_checksum=False),
    "Backups/stickers.db.crypt15": b"of no message",
    image: (plain / image).read_bytes(),
    "encrypted_backup.key": key_file(ROOT),
})
old_key = key_file(b"\0\1\2" + SALT + OWNER + hashlib.sha256(OWNER).digest() + bytes(16) + FILE_KEY)
write("crypt14.zip", {"msgstore.db.crypt14": crypt14(zlib.compress(messages, 9), nonce), "key": old_key})
write("crypt12.zip", {"msgstore.db.crypt12": crypt12(zlib.compress(messages, 9), nonce), "files/key": old_key})

# A ZIP, of which only the database is read.
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
    for name, data in ("notes.txt", b"no database"), ("msgstore.db", messages):
        archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
(out / "packed.crypt15").write_bytes(crypt15(packed.getvalue(), nonce))
# Ten megabytes of zeros.
(out / "bomb.crypt15").write_bytes(crypt15(zlib.compress(bytes(10 << 20), 9), nonce))
