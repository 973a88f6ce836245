#!/usr/bin/env python3
"""Builds encrypted backups of Signal below ../Imports/signal, with every kind of message once. All
people are invented.

  backup-folder.zip/     a backup folder of Android (version 2) and an older one, recovery key KEY
  backup-file.backup     a backup file of Android (version 1) with today's tables, passphrase PASSPHRASE
  backup-old.backup      a backup file (version 0) with the tables of 2019
  desktop.zip/           the folder of Signal Desktop, key DESKTOP_KEY

Needs the package cryptography, and sqlcipher3-wheels for Signal Desktop.
"""
import base64
import gzip
import hashlib
import hmac
import json
import pathlib
import shutil
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

HERE = pathlib.Path(__file__).parent
OUT = HERE.parent / "Imports" / "signal"
STICKER = (HERE.parent / "Pictures" / "lossy.webp").read_bytes()
PICTURE = (HERE.parent / "Pictures" / "turned.jpg").read_bytes()
KEY = "dtjs858asj6tv0jzsqrsmj0ubp335pisj98e9ssnss8myoc08drhtcktyawvx45l"
PASSPHRASE = "123451234512345123451234512345"
DESKTOP_KEY = "000102030405060708090a0b0c0d0e0f" * 2
START = 1_767_348_000_000  # 2026-01-02 10:00 UTC


def pattern(seed, count):
    """Bytes that look random and never change."""
    out = b""
    while len(out) < count:
        out += hashlib.sha256(f"{seed} {len(out)}".encode()).digest()
    return out[:count]


def hkdf(key, info, count):
    return HKDF(hashes.SHA256(), count, None, info).derive(key)


def ctr(data, key, counter):
    return Cipher(algorithms.AES(key), modes.CTR(counter)).encryptor().update(data)


def cbc(data, key, vector):
    pad = 16 - len(data) % 16
    return Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor().update(data + bytes([pad]) * pad)


def code(data, key):
    return hmac.new(key, data, hashlib.sha256).digest()


def sealed(data, key, vector):
    """A file with the cipher's key and the code's key of 32 bytes each."""
    data = vector + cbc(data, key[:32], vector)
    return data + code(data, key[32:])


def varint(number):
    number &= 2**64 - 1
    data = b""
    while number > 127:
        data += bytes([number & 127 | 128])
        number >>= 7
    return data + bytes([number])


def message(*fields):
    """Pairs of number and value; the value None is left out."""
    data = b""
    for number, value in zip(fields[::2], fields[1::2]):
        if value is None:
            continue
        if isinstance(value, bool):
            value = int(value)
        if isinstance(value, int):
            data += varint(number << 3) + varint(value)
        elif isinstance(value, float):
            data += varint(number << 3 | 1) + struct.pack("<d", value)
        else:
            value = value.encode() if isinstance(value, str) else value
            data += varint(number << 3 | 2) + varint(len(value)) + value
    return data


def delimited(data):
    return varint(len(data)) + data


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


ACI = {name: pattern(name, 16) for name in ("Ana", "Ben", "Cleo", "Dora")}
VOICE = b"\xff\xf1" + pattern("voice", 300)
LONG = "A long text. " * 200


# MARK: The backup folder

class Folder:
    """Writes files of a backup folder under the names that their keys give them."""

    def __init__(self, root):
        self.root = root
        self.names = []

    def pointer(self, data, mime, name=None, width=None, height=None, caption=None, is_there=True, damage=False):
        key = pattern(data[:40].hex() + "key", 64)
        digest = hashlib.sha256(data).digest()
        if is_there:
            stored = hashlib.sha256(digest + key).hexdigest()
            self.names.append(stored)
            # Padded with zeros to a size that tells little.
            padded = data + bytes(-len(data) % 64)
            content = sealed(padded, key, pattern(data[:40].hex() + "iv", 16))
            if damage:
                content = content[:20] + bytes([content[20] ^ 1]) + content[21:]
            write(self.root / "files" / stored[:2] / stored, content)
        locator = message(1, pattern("transit", 64), 3, len(data), 9, key, 10, digest)
        return message(4, mime, 7, name, 8, width, 9, height, 10, caption, 13, locator)


def text(body, *ranges):
    fields = [1, body]
    for start, length, kind, value in ranges:
        fields += [2, message(1, start or None, 2, length, kind, value)]
    return message(*fields)


ME, BEN, CLEO, GROUP, NEWS, DORA = 1, 2, 3, 4, 5, 6


class Frames:
    def __init__(self):
        self.data = delimited(message(1, 1, 2, START + 86_400_000, 3, pattern("media", 32), 4, "8.0"))
        self.time = START

    def add(self, number, content):
        self.data += delimited(message(number, content))

    def details(self, author, status=None):
        if author == ME:
            return 9, message(1, message(1, BEN, 2, self.time, status or 6, b""))
        return 8, message(1, self.time + 500, 3, True)

    def item(self, author, number, content, *more, chat=7, status=None, direction=None):
        self.time += 60_000
        kind, details = direction or self.details(author, status)
        self.add(4, message(1, chat, 2, author, 3, self.time, kind, details, number, content, *more))
        return self.time

    def update(self, author, number, content, chat=7):
        self.item(author, 15, message(number, content), chat=chat, direction=(10, b""))


def reactions(*pairs, number=6):
    fields = []
    for place, (emoji, author) in enumerate(pairs):
        fields += [number, message(1, emoji, 2, author, 3, START, 4, place + 1)]
    return message(*fields)


def folder_frames(folder):
    frames = Frames()
    frames.add(1, message(1, pattern("profile", 32), 2, "ana.01", 4, "Ana", 5, "Costa", 9, message(1, True)))
    frames.add(2, message(1, ME, 5, b""))
    frames.add(2, message(1, BEN, 2, message(1, ACI["Ben"], 4, 15550100, 11, "Ben", 12, "Ito")))
    frames.add(2, message(1, CLEO, 2, message(1, ACI["Cleo"], 4, 15550101, 16, message(1, "Cle"), 18, "Cleo", 19, "Ray")))
    title = message(1, "Hikers")
    members = [message(1, ACI[name], 2, 1) for name in ("Ana", "Ben", "Cleo")]
    snapshot = message(2, title, 6, 3, 7, members[0], 7, members[1], 7, members[2])
    frames.add(2, message(1, GROUP, 3, message(1, pattern("group", 32), 5, snapshot)))
    frames.add(2, message(1, NEWS, 6, b""))
    frames.add(2, message(1, DORA, 2, message(1, ACI["Dora"], 4, 15550102)))
    frames.add(2, message(1, 9, 4, message(1, bytes(16), 3, message(1, "My story"))))
    frames.add(3, message(1, 7, 2, GROUP))
    frames.add(3, message(1, 8, 2, BEN, 3, True))
    frames.add(3, message(1, 10, 2, DORA))
    frames.add(5, message(1, pattern("pack", 16), 2, pattern("packkey", 32)))
    frames.add(7, message(1, "Night"))
    frames.add(8, message(1, "All", 6, 1))
    # Texts with every style and a mention.
    styled = "bold italic spoiler gone code and \ufffc"
    marks = [(0, 4, 4, 1), (5, 6, 4, 2), (12, 7, 4, 3), (20, 4, 4, 4), (25, 4, 4, 5), (34, 1, 3, ACI["Cleo"])]
    first = frames.item(BEN, 11, message(2, text(styled, *marks)) + reactions(("👍", ME), ("👍", CLEO), ("🎉", CLEO)))
    quote = message(1, first, 2, BEN, 3, text("bold italic spoiler gone code and \ufffc"), 5, 1)
    frames.item(ME, 11, message(1, quote, 2, text("An answer to it")), status=7)
    # An edited message with two older versions.
    revisions = []
    for place, old in enumerate(("See yuo at 8", "See you at 8")):
        revisions += [6, message(1, 7, 2, BEN, 3, frames.time + 1000 * place, 8, message(1, frames.time), 11, message(2, text(old)))]
    frames.item(BEN, 11, message(2, text("See you at 9")), *revisions)
    # Files.
    picture = folder.pointer(PICTURE, "image/jpeg", "lake.jpg", 24, 16, "The lake")
    voice = folder.pointer(VOICE, "audio/aac")
    absent = folder.pointer(b"absent", "application/pdf", "map.pdf", is_there=False)
    damaged = folder.pointer(b"damaged" * 20, "image/png", "damaged.png", damage=True)
    frames.item(CLEO, 11, message(2, text("Files"), 3, message(1, picture, 3, True), 3, message(1, voice, 2, 1, 3, True),
                                  3, message(1, absent), 3, message(1, damaged)))
    frames.item(ME, 11, message(2, text(LONG[:100]), 5, folder.pointer(LONG.encode(), "text/x-signal-plain")), status=9)
    preview = message(1, "https://example.org/lake", 2, "The lake", 4, "Water and hills", 5, START)
    frames.item(BEN, 11, message(2, text("https://example.org/lake"), 4, preview), 7, True)
    # One of each other kind.
    card = message(1, message(1, "Dora", 2, "Lind"), 3, message(1, "+15550102", 2, 2), 4, message(1, "dora@example.org"))
    frames.item(BEN, 12, message(1, card) + reactions(("🙏", ME), number=2))
    sticker = message(1, pattern("pack", 16), 3, 3, 4, "🎉", 5, folder.pointer(STICKER, "image/webp"))
    frames.item(CLEO, 13, message(1, sticker) + reactions(("😂", BEN), number=2))
    frames.item(BEN, 14, b"")
    frames.item(BEN, 16, message(1, "1.25", 2, "0.0004", 3, "Coffee"))
    frames.item(BEN, 17, message(2, 2))
    frames.item(CLEO, 18, reactions(("👀", BEN), number=2))
    frames.item(CLEO, 19, message(1, message(1, text("Nice story"))))
    frames.item(CLEO, 19, message(2, "🔥"))
    votes = message(1, ME, 2, 1), message(1, CLEO, 2, 1)
    poll = message(1, "When?", 2, True, 3, message(1, "Sat", 2, votes[0], 2, votes[1]), 3, message(1, "Sun"), 4, True)
    frames.item(BEN, 20, poll + reactions(("🗳️", CLEO), number=5))
    frames.item(CLEO, 22, message(1, ME))
    frames.item(CLEO, 99, message(1, "a kind of tomorrow"))
    # Updates.
    for number in range(1, 17):
        frames.update(BEN, 1, message(1, number))
    frames.update(BEN, 1, message(1, 200))
    ben, cleo = ACI["Ben"], ACI["Cleo"]
    group = [
        message(2, message(1, ben)), message(3, message(1, ben, 2, "Hikers")), message(4, message(1, ben)),
        message(5, message(1, ben, 2, "We walk")), message(9, message(1, ben, 2, cleo, 3, True)),
        message(10, message(1, cleo)), message(11, message(1, ben, 2, cleo)), message(18, message(1, ben, 2, cleo)),
        message(28, message(1, cleo)), message(34, message(1, 604_800_000, 2, ben)), message(77, message(1, ben)),
    ]
    frames.update(BEN, 2, b"".join(message(1, change) for change in group))
    frames.update(BEN, 2, b"")
    frames.update(BEN, 3, message(1, 604_800_000))
    frames.update(BEN, 3, b"")
    frames.update(BEN, 4, message(1, "Ben I", 2, "Ben Ito"))
    frames.update(BEN, 5, message(1, 15550107))
    frames.update(BEN, 6, message(1, 15550108))
    for kind, direction, state in ((1, 1, 1), (2, 1, 3), (1, 2, 2), (2, 2, 1), (1, 1, 4)):
        frames.update(ME if direction == 2 else BEN, 7, message(1, 5, 2, kind, 3, direction, 4, state, 5, frames.time, 6, True))
    for state in range(1, 9):
        frames.update(BEN, 8, message(2, state, 4, BEN, 5, frames.time, 6, frames.time + 90_000))
    frames.update(BEN, 9, message(1, 15550100))
    frames.update(BEN, 10, message(1, first, 2, "When?"))
    frames.update(BEN, 11, message(1, first))
    frames.update(BEN, 55, message(1, first))
    for status in range(3, 10):
        frames.item(ME, 11, message(2, text(f"State {status}")), chat=8, status=status)
    frames.item(BEN, 11, message(2, text("The other chat")), chat=8)
    frames.item(BEN, 11, message(2, text("A chat that is not listed")), chat=11)
    return frames.data


def folder_backup(root, name, frames, names):
    root_key = hkdf(KEY.encode(), b"20240801_SIGNAL_BACKUP_KEY", 32)
    assert root_key.hex() == "ea26a2ddb5dba5ef9e34e1b8dea1f5ae7f255306a6d2d883e542306eaa9fe985"
    identifier = bytes.fromhex("8a624fbc45379043f39f1391cddc5fe8")
    vector = pattern(name + " id", 12)
    opening = hkdf(root_key, b"20241011_SIGNAL_LOCAL_BACKUP_METADATA_KEY", 32)
    hidden = ctr(identifier, opening, vector + bytes(4))
    write(root / name / "metadata", message(1, 1, 2, message(1, vector, 2, hidden)))
    keys = hkdf(root_key, b"20241007_SIGNAL_BACKUP_ENCRYPT_MESSAGE_BACKUP:" + identifier, 64)
    packed = gzip.compress(frames, mtime=0)
    packed += bytes(-len(packed) % 541)
    vector = pattern(name, 16)
    data = vector + cbc(packed, keys[32:], vector)
    write(root / name / "main", data + code(data, keys[:32]))
    write(root / name / "files", b"".join(delimited(message(1, name)) for name in names))


def folder():
    root = OUT / "backup-folder.zip" / "SignalBackups"
    shutil.rmtree(root.parent, ignore_errors=True)
    files = Folder(root)
    frames = folder_frames(files)
    folder_backup(root, "signal-backup-2026-01-03-10-00-00", frames, files.names)
    old = Frames()
    old.add(2, message(1, ME, 5, b""))
    folder_backup(root, "signal-backup-2025-12-01-10-00-00", old.data, [])



# MARK: The backup file

NEW_TABLES = {
    "message": "_id INTEGER PRIMARY KEY AUTOINCREMENT, date_sent INTEGER NOT NULL, date_received INTEGER NOT NULL,"
    " date_server INTEGER DEFAULT -1, thread_id INTEGER NOT NULL REFERENCES thread (_id) ON DELETE CASCADE,"
    " from_recipient_id INTEGER NOT NULL, from_device_id INTEGER, to_recipient_id INTEGER NOT NULL, type INTEGER NOT NULL,"
    " body TEXT, read INTEGER DEFAULT 0, expires_in INTEGER DEFAULT 0, quote_id INTEGER DEFAULT 0,"
    " quote_author INTEGER DEFAULT 0, quote_body TEXT DEFAULT NULL, quote_type INTEGER DEFAULT 0,"
    " shared_contacts TEXT DEFAULT NULL, link_previews TEXT DEFAULT NULL, view_once INTEGER DEFAULT 0,"
    " has_delivery_receipt INTEGER DEFAULT 0, has_read_receipt INTEGER DEFAULT 0, viewed INTEGER DEFAULT 0,"
    " remote_deleted INTEGER DEFAULT 0, message_ranges BLOB DEFAULT NULL, story_type INTEGER DEFAULT 0,"
    " parent_story_id INTEGER DEFAULT 0, latest_revision_id INTEGER DEFAULT NULL REFERENCES message (_id) ON DELETE CASCADE,"
    " revision_number INTEGER DEFAULT 0, message_extras BLOB DEFAULT NULL, deleted_by INTEGER DEFAULT NULL,"
    " UNIQUE (date_sent, from_recipient_id)",
    "recipient": "_id INTEGER PRIMARY KEY AUTOINCREMENT, type INTEGER DEFAULT 0, e164 TEXT UNIQUE DEFAULT NULL,"
    " aci TEXT UNIQUE DEFAULT NULL, username TEXT UNIQUE DEFAULT NULL, group_id TEXT UNIQUE DEFAULT NULL,"
    " system_given_name TEXT DEFAULT NULL, system_family_name TEXT DEFAULT NULL, system_joined_name TEXT DEFAULT NULL,"
    " profile_given_name TEXT DEFAULT NULL, profile_family_name TEXT DEFAULT NULL,"
    " nickname_given_name TEXT DEFAULT NULL, nickname_family_name TEXT DEFAULT NULL",
    "thread": "_id INTEGER PRIMARY KEY AUTOINCREMENT, recipient_id INTEGER NOT NULL UNIQUE, snippet TEXT",
    "groups": "_id INTEGER PRIMARY KEY, group_id TEXT NOT NULL UNIQUE, recipient_id INTEGER NOT NULL, title TEXT DEFAULT NULL",
    "attachment": "_id INTEGER PRIMARY KEY AUTOINCREMENT, message_id INTEGER, content_type TEXT, data_size INTEGER,"
    " file_name TEXT, voice_note INTEGER DEFAULT 0, borderless INTEGER DEFAULT 0, video_gif INTEGER DEFAULT 0,"
    " quote INTEGER DEFAULT 0, width INTEGER DEFAULT 0, height INTEGER DEFAULT 0, caption TEXT DEFAULT NULL,"
    " sticker_pack_id TEXT DEFAULT NULL, sticker_emoji TEXT DEFAULT NULL, display_order INTEGER DEFAULT 0",
    "reaction": "_id INTEGER PRIMARY KEY, message_id INTEGER NOT NULL, author_id INTEGER NOT NULL, emoji TEXT NOT NULL,"
    " date_sent INTEGER NOT NULL, date_received INTEGER NOT NULL, UNIQUE(message_id, author_id) ON CONFLICT REPLACE",
    "mention": "_id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, message_id INTEGER, recipient_id INTEGER,"
    " range_start INTEGER, range_length INTEGER",
    "call": "_id INTEGER PRIMARY KEY, call_id INTEGER NOT NULL, message_id INTEGER DEFAULT NULL, peer INTEGER,"
    " type INTEGER NOT NULL, direction INTEGER NOT NULL, event INTEGER NOT NULL",
    "poll": "_id INTEGER PRIMARY KEY AUTOINCREMENT, author_id INTEGER NOT NULL, message_id INTEGER NOT NULL, question TEXT,"
    " allow_multiple_votes INTEGER DEFAULT 0, end_message_id INTEGER DEFAULT 0",
    "poll_option": "_id INTEGER PRIMARY KEY AUTOINCREMENT, poll_id INTEGER NOT NULL, option_text TEXT, option_order INTEGER",
    "poll_vote": "_id INTEGER PRIMARY KEY AUTOINCREMENT, poll_id INTEGER NOT NULL, poll_option_id INTEGER, voter_id INTEGER,"
    " vote_count INTEGER, date_received INTEGER DEFAULT 0, vote_state INTEGER DEFAULT 0",
    "identities": "_id INTEGER PRIMARY KEY, address TEXT, identity_key TEXT",
}

OLD_TABLES = {
    "sms": "_id integer PRIMARY KEY, thread_id INTEGER, address TEXT, address_device_id INTEGER DEFAULT 1, person INTEGER,"
    " date INTEGER, date_sent INTEGER, protocol INTEGER, read INTEGER DEFAULT 0, status INTEGER DEFAULT -1, type INTEGER,"
    " body TEXT, delivery_receipt_count INTEGER DEFAULT 0, read_receipt_count INTEGER DEFAULT 0,"
    " expires_in INTEGER DEFAULT 0, remote_deleted INTEGER DEFAULT 0, reactions BLOB DEFAULT NULL",
    "mms": "_id INTEGER PRIMARY KEY, thread_id INTEGER, date INTEGER, date_received INTEGER, msg_box INTEGER, body TEXT,"
    " part_count INTEGER, address TEXT, delivery_receipt_count INTEGER DEFAULT 0, read_receipt_count INTEGER DEFAULT 0,"
    " expires_in INTEGER DEFAULT 0, quote_id INTEGER DEFAULT 0, quote_author TEXT, quote_body TEXT",
    "part": "_id INTEGER PRIMARY KEY, mid INTEGER, seq INTEGER DEFAULT 0, ct TEXT, name TEXT, _data TEXT, data_size INTEGER,"
    " file_name TEXT, unique_id INTEGER NOT NULL, voice_note INTEGER DEFAULT 0, quote INTEGER DEFAULT 0,"
    " width INTEGER DEFAULT 0, height INTEGER DEFAULT 0",
    "thread": "_id INTEGER PRIMARY KEY, date INTEGER DEFAULT 0, recipient_ids TEXT, snippet TEXT",
    "groups": "_id INTEGER PRIMARY KEY, group_id TEXT, title TEXT, members TEXT",
    "recipient_preferences": "_id INTEGER PRIMARY KEY, recipient_ids TEXT UNIQUE, system_display_name TEXT DEFAULT NULL,"
    " signal_profile_name TEXT DEFAULT NULL",
}


class BackupFile:
    def __init__(self, version, tables):
        self.version = version
        vector, salt = pattern(f"vector {version}", 16), pattern("salt", 32)
        self.tail = vector[4:]
        self.counter = int.from_bytes(vector[:4], "big")
        password = PASSPHRASE.encode()
        key = password
        for number in range(250_000):
            key = hashlib.sha512((salt if number == 0 else b"") + key + password).digest()
        keys = hkdf(key[:32], b"Backup Export", 64)
        self.cipher, self.code = keys[:32], keys[32:]
        header = message(1, message(1, vector, 2, salt, 3, version or None))
        self.data = struct.pack(">I", len(header)) + header
        self.columns = {}
        self.times = 0
        self.frame(message(5, message(1, 268 if version else 18)))
        for name, columns in tables.items():
            # The columns that are not constraints.
            self.columns[name] = [part.split()[0] for part in split(columns) if not part.startswith("UNIQUE")]
            self.statement(f"CREATE TABLE {name} ({columns})")
        self.statement("CREATE INDEX message_thread ON message (thread_id)")
        self.statement("CREATE TRIGGER t AFTER INSERT ON message BEGIN DELETE FROM message; END")

    def block(self):
        block = struct.pack(">I", self.counter) + self.tail
        self.counter += 1
        return block

    def frame(self, content):
        block = self.block()
        length = struct.pack(">I", len(content) + 10)
        if self.version:
            sealed = ctr(length + content, self.cipher, block)
            self.data += sealed + code(sealed, self.code)[:10]
        else:
            sealed = ctr(content, self.cipher, block)
            self.data += length + sealed + code(sealed, self.code)[:10]

    def file(self, data, damage=False):
        block = self.block()
        sealed = ctr(data, self.cipher, block)
        mark = code(block + sealed, self.code)[:10]
        self.data += (bytes([sealed[0] ^ 1]) + sealed[1:] if damage else sealed) + mark

    def statement(self, sql, *values):
        fields = [1, sql]
        for value in values:
            number = {str: 1, int: 2, float: 3, bytes: 4, type(None): 5}[type(value)]
            fields += [2, message(number, True if value is None else value)]
        self.frame(message(2, message(*fields)))

    def add(self, table, **values):
        names = self.columns[table]
        assert set(values) <= set(names), set(values) - set(names)
        marks = ",".join("?" * len(names))
        self.statement(f"INSERT INTO {table} VALUES ({marks})", *(values.get(name) for name in names))

    def attach(self, table, data, damage=False, **values):
        self.add(table, data_size=len(data), **values)
        self.frame(message(4, message(1, values["_id"], 2, values.get("unique_id", -1), 3, len(data))))
        self.file(data, damage)

    def end(self, path):
        self.frame(message(3, message(1, "org.thoughtcrime.securesms_preferences", 2, "pref", 3, "value")))
        self.frame(message(9, message(1, "account.registered", 3, True)))
        self.frame(message(7, message(1, "avatar", 2, 5, 3, "2")))
        self.file(b"image")
        self.frame(message(8, message(1, 1, 2, 7)))
        self.file(b"sticker")
        self.frame(message(6, True))
        write(path, self.data)


def split(columns):
    parts, depth, last = [], 0, 0
    for place, letter in enumerate(columns + ","):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(columns[last:place].strip())
            last = place + 1
    return parts


def uuid(name):
    digits = ACI[name].hex()
    return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])


INBOX, SENT, PUSH = 20 | 0xA00000, 23 | 0xA00000, 0x200000


def file():
    out = BackupFile(1, NEW_TABLES)
    time = START
    number = 0

    def add(author, type=None, thread=1, **values):
        nonlocal time, number
        time += 60_000
        number += 1
        out.add("message", _id=number, date_sent=time, date_received=time + 500, thread_id=thread,
                from_recipient_id=author, to_recipient_id=1, type=SENT if type is None and author == 1 else INBOX if type is None else type, **values)
        return number

    out.add("recipient", _id=1, e164="+15550109", aci=uuid("Ana"), profile_given_name="Ana", profile_family_name="Costa")
    out.add("recipient", _id=2, e164="+15550100", aci=uuid("Ben"), profile_given_name="Ben", profile_family_name="Ito")
    out.add("recipient", _id=3, e164="+15550101", aci=uuid("Cleo"), system_joined_name="Cleo Ray", nickname_given_name="Cle")
    out.add("recipient", _id=4, type=3, group_id="__signal_group__v2__!00")
    out.add("recipient", _id=5, e164="+15550102")
    out.add("groups", _id=1, group_id="__signal_group__v2__!00", recipient_id=4, title="Hikers")
    out.add("thread", _id=1, recipient_id=4)
    out.add("thread", _id=2, recipient_id=2)
    out.add("thread", _id=3, recipient_id=5)
    out.add("identities", _id=1, address="2")
    styles = message(1, message(2, 4, 4, 0), 1, message(1, 5, 2, 6, 4, 1), 1, message(1, 12, 2, 7, 4, 2),
                     1, message(1, 20, 2, 4, 4, 3), 1, message(1, 25, 2, 4, 4, 4))
    first = add(2, body="bold italic spoiler gone code and \ufffc", message_ranges=styles)
    first_time = time
    out.add("mention", _id=1, thread_id=1, message_id=first, recipient_id=3, range_start=34, range_length=1)
    for author, emoji in ((1, "👍"), (3, "👍"), (2, "🎉")):
        out.add("reaction", _id=author, message_id=first, author_id=author, emoji=emoji, date_sent=time + author, date_received=time)
    add(1, body="An answer to it", quote_id=first_time, quote_author=2, quote_body="bold italic", has_read_receipt=1)
    # An edited message: older versions refer to the last one.
    old = add(2, body="See yuo at 8", latest_revision_id=number + 3, revision_number=0)
    add(2, body="See you at 8", latest_revision_id=number + 2, revision_number=1)
    assert add(2, body="See you at 9", revision_number=2) == old + 2
    # Files.
    files = add(3, body="Files")
    out.attach("attachment", VOICE, _id=2, message_id=files, content_type="audio/aac", voice_note=1, display_order=1)
    out.attach("attachment", PICTURE, _id=1, message_id=files, content_type="image/jpeg", file_name="lake.jpg", width=24, height=16,
               caption="The lake", display_order=0)
    out.attach("attachment", b"damaged" * 20, damage=True, _id=3, message_id=files, content_type="image/png",
               file_name="damaged.png", display_order=2)
    out.add("attachment", _id=4, message_id=files, content_type="application/pdf", file_name="map.pdf", data_size=10, display_order=3)
    long = add(1, body=LONG[:100], has_delivery_receipt=1)
    out.attach("attachment", LONG.encode(), _id=5, message_id=long, content_type="text/x-signal-plain")
    quoted = add(2, body="That one", quote_id=first_time + 300_000, quote_author=3, quote_body="")
    out.attach("attachment", PICTURE, _id=6, message_id=quoted, content_type="image/jpeg", quote=1)
    link = [{"url": "https://example.org/lake", "title": "The lake", "description": "Water and hills", "date": 1}]
    add(2, body="https://example.org/lake", link_previews=json.dumps(link))
    # One of each other kind.
    card = [{"name": {"givenName": "Dora", "familyName": "Lind"}, "phoneNumbers": [{"number": "+15550102", "type": "MOBILE"}],
             "emails": [{"email": "dora@example.org", "type": "HOME"}]}]
    add(2, shared_contacts=json.dumps(card))
    sticker = add(3)
    out.attach("attachment", STICKER, _id=7, message_id=sticker, content_type="image/webp", sticker_pack_id="aa", sticker_emoji="🎉")
    add(2, remote_deleted=1)
    add(2, deleted_by=1)
    add(3, view_once=1)
    add(3, body="Nice story", parent_story_id=-5)
    add(3, INBOX | 0x100000000, body="🔥", parent_story_id=-5)
    add(2, INBOX | 0x200000000)
    add(2, INBOX | 0x300000000, body="payment")
    add(3, body="a story", story_type=1)
    poll = add(2, body="When?")
    out.add("poll", _id=1, author_id=2, message_id=poll, question="When?", allow_multiple_votes=1, end_message_id=99)
    for place, name in enumerate(("Sat", "Sun")):
        out.add("poll_option", _id=place + 1, poll_id=1, option_text=name, option_order=place)
    for place, (option, voter, state) in enumerate(((1, 1, 4), (1, 3, 2), (2, 1, 3), (2, 3, 1))):
        out.add("poll_vote", _id=place + 1, poll_id=1, poll_option_id=option, voter_id=voter, vote_count=1, vote_state=state)
    # Events.
    for kind in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18):
        call = add(1 if kind in (2, 11) else 2, kind)
        if kind in (2, 10, 12):
            out.add("call", _id=call, call_id=call, message_id=call, type=0, direction=1, event={2: 2, 10: 3, 12: 6}[kind])
    change = message(1, message(1, "Ben I", 2, "Ben Ito"))
    add(2, 7, body=base64.b64encode(change).decode())
    add(2, 7, message_extras=message(3, change))
    add(2, 7, body="not Base64")
    group = b"".join(message(1, part) for part in (message(3, message(1, ACI["Ben"], 2, "Hikers")), message(18, message(1, ACI["Ben"], 2, ACI["Cleo"]))))
    add(2, INBOX | 0x90000, message_extras=message(1, message(2, group)))
    add(2, INBOX | 0x90000, body="AAAA")
    add(3, INBOX | 0x20000)
    add(2, INBOX | 0x40000, expires_in=604_800_000)
    add(2, INBOX | 0x40000)
    for flag in (0x400000, 0x200, 0x4000, 0x2000, 0x10000000, 0x400000000, 0x500000000, 0x600000000, 0x800000000):
        add(2, INBOX | flag)
    add(2, message_extras=message(5, b""))
    add(2, message_extras=message(6, b""))
    add(2, 31 | PUSH, body="A type of tomorrow")
    for kind in (21, 22, 24, 25, 26, 23):
        add(1, kind | PUSH, thread=2, body=f"State {kind}")
    add(1, thread=2, body="Viewed", viewed=1)
    add(2, thread=2, body="The other chat")
    # A row of another form, and statements that nothing may run.
    out.statement("INSERT INTO message (_id, body) VALUES (?, ?)", 1, "no thread")
    out.statement("INSERT INTO message VALUES (1, 'literal')")
    out.statement("INSERT INTO message VALUES (?)", 1, 2)
    out.statement("DROP TABLE message")
    out.end(OUT / "backup-file.backup")


def old_file():
    out = BackupFile(0, OLD_TABLES)
    group = "__textsecure_group__!00"
    out.add("recipient_preferences", _id=1, recipient_ids="+15550100", system_display_name="Ben Ito")
    out.add("recipient_preferences", _id=2, recipient_ids="+15550101", signal_profile_name="Cleo")
    out.add("groups", _id=1, group_id=group, title="Hikers", members="+15550100,+15550101")
    out.add("thread", _id=1, recipient_ids=group)
    out.add("thread", _id=2, recipient_ids="+15550102")
    out.add("sms", _id=1, thread_id=1, address="+15550100", date=START + 900, date_sent=START, type=INBOX, body="Hello",
            reactions=message(1, message(1, "👍", 2, 7, 3, START)))
    out.add("sms", _id=2, thread_id=1, address="+15550101", date=START + 60_900, date_sent=START + 60_000, type=INBOX, body="Hi")
    out.add("mms", _id=1, thread_id=1, date=START + 120_000, date_received=START + 120_900, msg_box=SENT, address=group,
            body="A picture", quote_id=START, quote_author="+15550100", quote_body="Hello", part_count=1, read_receipt_count=1)
    out.attach("part", PICTURE, _id=1, mid=1, ct="image/jpeg", unique_id=1_600_000_000_000, file_name="lake.jpg", width=24, height=16)
    out.add("mms", _id=2, thread_id=1, date=START + 180_000, date_received=START + 180_900, msg_box=INBOX | 0x10000,
            address="+15550100", body="AAAA")
    out.add("sms", _id=3, thread_id=1, address="+15550100", date=START + 240_000, date_sent=START + 240_000, type=3)
    out.add("sms", _id=4, thread_id=2, address="+15550102", date=START, date_sent=START, type=INBOX, body="No name")
    out.end(OUT / "backup-old.backup")


# MARK: Signal Desktop

DESKTOP = """
CREATE TABLE items(id STRING PRIMARY KEY ASC, json TEXT);
CREATE TABLE sessions(id STRING PRIMARY KEY);
CREATE TABLE conversations(id STRING PRIMARY KEY ASC, json TEXT, active_at INTEGER, type STRING, members TEXT, name TEXT,
  profileName TEXT, profileFamilyName TEXT, profileFullName TEXT, e164 TEXT, serviceId TEXT, groupId TEXT);
CREATE TABLE messages(rowid INTEGER PRIMARY KEY ASC, id STRING UNIQUE, json TEXT, readStatus INTEGER, sent_at INTEGER,
  schemaVersion INTEGER, conversationId STRING, received_at INTEGER, source STRING, hasAttachments INTEGER, type STRING,
  body TEXT, sourceServiceId TEXT, isErased INTEGER, isViewOnce INTEGER, received_at_ms INTEGER, callId TEXT,
  isStory INTEGER GENERATED ALWAYS AS (type IS 'story'));
CREATE INDEX messages_conversation ON messages(conversationId, received_at);
CREATE TABLE callsHistory(callId TEXT PRIMARY KEY, peerId TEXT, ringerId TEXT, mode TEXT, type TEXT, direction TEXT,
  status TEXT, timestamp INTEGER);
CREATE TABLE message_attachments(messageId TEXT NOT NULL, editHistoryIndex INTEGER NOT NULL, attachmentType TEXT NOT NULL,
  orderInMessage INTEGER NOT NULL, conversationId TEXT NOT NULL, size INTEGER NOT NULL, contentType TEXT NOT NULL, path TEXT,
  localKey TEXT, caption TEXT, fileName TEXT, height INTEGER, width INTEGER, version INTEGER, flags INTEGER, pending INTEGER,
  PRIMARY KEY (messageId, editHistoryIndex, attachmentType, orderInMessage));
CREATE VIRTUAL TABLE messages_fts USING fts5(body);
"""


def desktop():
    import sqlcipher3

    root = OUT / "desktop.zip" / "Signal"
    shutil.rmtree(root.parent, ignore_errors=True)
    path = root / "sql" / "db.sqlite"
    path.parent.mkdir(parents=True)
    # The salt and the vectors of pages are random: the file differs each time.
    db = sqlcipher3.connect(str(path), isolation_level=None)
    db.execute(f"PRAGMA key=\"x'{DESKTOP_KEY}'\"")
    db.execute("PRAGMA journal_mode=WAL")
    db.executescript(DESKTOP)
    time = START
    number = 0
    ana, ben, cleo = uuid("Ana"), uuid("Ben"), uuid("Cleo")
    db.execute("INSERT INTO items VALUES('uuid_id', ?)", [json.dumps({"id": "uuid_id", "value": ana + ".2"})])

    def conversation(id, type, **values):
        details = values.pop("details", {})
        names = ["id", "type", "json", *values]
        marks = ",".join("?" * len(names))
        db.execute(f"INSERT INTO conversations({','.join(names)}) VALUES({marks})", [id, type, json.dumps(details), *values.values()])

    conversation("c-ana", "private", profileFullName="Ana Costa", e164="+15550109", serviceId=ana)
    conversation("c-ben", "private", profileFullName="Ben Ito", e164="+15550100", serviceId=ben)
    conversation("c-cleo", "private", name="Cleo Ray", e164="+15550101", serviceId=cleo, details={"nicknameGivenName": "Cle"})
    conversation("c-dora", "private", e164="+15550102")
    conversation("c-group", "group", name="Hikers", groupId="aa")

    def add(type, chat="c-group", source=None, columns={}, **details):
        nonlocal time, number
        time += 60_000
        number += 1
        values = {"id": f"m{number}", "conversationId": chat, "type": type, "sent_at": time, "received_at": number,
                  "received_at_ms": time + 500, "sourceServiceId": source, **columns}
        body = details.pop("body", None)
        values["body"] = body
        values["json"] = json.dumps(details)
        db.execute(f"INSERT INTO messages({','.join(values)}) VALUES({','.join('?' * len(values))})", list(values.values()))
        return f"m{number}"

    def attach(message, order, data, mime, kind="attachment", version=2, is_there=True, damage=False, index=-1, **values):
        key = pattern(f"{message} {order} {kind}", 64)
        place = hashlib.sha256(key).hexdigest()
        stored = f"{place[:2]}/{place}"
        content = sealed(data + bytes(-len(data) % 64), key, pattern(f"{message} {order} iv", 16)) if version == 2 else data
        if damage:
            content = content[:20] + bytes([content[20] ^ 1]) + content[21:]
        if is_there:
            write(root / "attachments.noindex" / stored, content)
        values = {"messageId": message, "editHistoryIndex": index, "attachmentType": kind, "orderInMessage": order,
                  "conversationId": "c-group", "size": len(data), "contentType": mime, "path": stored, "version": version,
                  "localKey": base64.b64encode(key).decode() if version == 2 else None, **values}
        db.execute(f"INSERT INTO message_attachments({','.join(values)}) VALUES({','.join('?' * len(values))})", list(values.values()))

    styles = [{"start": 0, "length": 4, "style": 1}, {"start": 5, "length": 6, "style": 2}, {"start": 12, "length": 7, "style": 3},
              {"start": 20, "length": 4, "style": 4}, {"start": 25, "length": 4, "style": 5},
              {"start": 34, "length": 1, "mentionAci": cleo, "replacementText": "Cle"}]
    add("incoming", source=ben, body="bold italic spoiler gone code and \ufffc", bodyRanges=styles,
        reactions=[{"emoji": "👍", "fromId": "c-ana", "timestamp": 1}, {"emoji": "👍", "fromId": "c-cleo", "timestamp": 2}])
    add("outgoing", body="An answer to it", quote={"id": time, "authorAci": ben, "text": "bold italic", "attachments": []},
        sendStateByConversationId={"c-ana": {"status": "Sent"}, "c-ben": {"status": "Read"}, "c-cleo": {"status": "Delivered"}})
    add("incoming", source=ben, body="See you at 9", editMessageTimestamp=time + 3000,
        editHistory=[{"body": "See you at 9", "timestamp": time + 3000}, {"body": "See you at 8", "timestamp": time + 2000},
                     {"body": "See yuo at 8", "timestamp": time + 60_000}])
    files = add("incoming", source=cleo, body="Files", columns={"hasAttachments": 1})
    attach(files, 1, VOICE, "audio/aac", flags=1)
    attach(files, 0, PICTURE, "image/jpeg", fileName="lake.jpg", width=24, height=16, caption="The lake")
    attach(files, 2, b"damaged" * 20, "image/png", damage=True, fileName="damaged.png")
    attach(files, 3, b"absent", "application/pdf", is_there=False, fileName="map.pdf")
    attach(files, 4, b"later", "video/mp4", pending=1, path=None)
    attach(files, 5, PICTURE, "image/jpeg", version=1)
    attach(files, 6, b"old version", "image/jpeg", index=1)
    old = hashlib.sha256(b"old").hexdigest()
    write(root / "attachments.noindex" / old[:2] / old, PICTURE)
    add("incoming", source=cleo, attachments=[{"contentType": "image/jpeg", "fileName": "old.jpg", "path": f"{old[:2]}\\{old}", "size": len(PICTURE)}])
    add("incoming", source=ben, body="https://example.org/lake",
        preview=[{"url": "https://example.org/lake", "title": "The lake", "description": "Water and hills"}])
    add("incoming", source=ben, contact=[{"name": {"givenName": "Dora", "familyName": "Lind"},
                                          "number": [{"value": "+15550102", "type": 1}], "email": [{"value": "dora@example.org"}]}])
    sticker = add("incoming", source=cleo, sticker={"packId": "aa", "stickerId": 3, "emoji": "🎉"})
    attach(sticker, 0, STICKER, "image/webp", kind="sticker")
    add("incoming", source=ben, deletedForEveryone=True)
    add("incoming", source=ben, deletedForEveryoneByAdminAci=ana)
    add("incoming", source=cleo, columns={"isViewOnce": 1, "isErased": 1})
    add("incoming", source=ben, poll={"question": "When?", "options": ["Sat", "Sun"], "allowMultiple": True, "terminatedAt": time,
                                      "votes": [{"fromConversationId": "c-ana", "optionIndexes": [0], "voteCount": 1},
                                                {"fromConversationId": "c-cleo", "optionIndexes": [0, 1], "voteCount": 1}]})
    for kind, direction, status in (("Audio", "Incoming", "Accepted"), ("Video", "Incoming", "Missed"), ("Audio", "Outgoing", "Pending"),
                                    ("Video", "Incoming", "Declined"), ("Group", "Incoming", "Joined")):
        call = f"call {number}"
        db.execute("INSERT INTO callsHistory VALUES(?,?,?,?,?,?,?,?)", [call, "c-ben", None, "Direct", kind, direction, status, time])
        add("call-history", source=ben, columns={"callId": call})
    add("call-history", source=ben, callHistoryDetails={"wasIncoming": True, "wasVideoCall": False, "acceptedTime": time, "endedTime": time + 90_000})
    add("group-v2-change", source=ben, groupV2Change={"from": ben, "details": [
        {"type": "title", "newTitle": "Hikers"}, {"type": "member-add", "aci": cleo}, {"type": "access-members", "newPrivilege": 2}]})
    add("group-v2-change", source=ben)
    for kind in ("keychange", "verified-change", "change-number-notification", "chat-session-refreshed", "delivery-issue",
                 "conversation-merge", "message-request-response-event", "title-transition-notification", "joined-signal-notification",
                 "group-v1-migration", "universal-timer-notification", "a-kind-of-tomorrow"):
        add(kind, source=ben)
    add("profile-change", profileChange={"type": "name", "oldName": "Ben I", "newName": "Ben Ito"})
    add("timer-notification", expirationTimerUpdate={"expireTimer": 604_800, "source": ben})
    add("story", source=ben, body="a story")
    for status in ("Failed", "Pending", "Sent", "Delivered", "Read", "Viewed"):
        add("outgoing", chat="c-ben", body=f"State {status}", sendStateByConversationId={"c-ben": {"status": status}})
    add("incoming", chat="c-ben", source=ben, body="The other chat", columns={"json": None})
    db.execute("UPDATE messages SET json = '{' WHERE conversationId = 'c-ben' AND type = 'incoming'")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    # The newest message is in the log only.
    add("incoming", source=cleo, body="In the log")
    log = path.with_name("db.sqlite-wal")
    kept = path.read_bytes(), log.read_bytes()
    # Closing the database merges its log.
    db.close()
    write(path, kept[0])
    write(log, kept[1])
    path.with_name("db.sqlite-shm").unlink(missing_ok=True)
    write(root / "config.json", json.dumps({"key": DESKTOP_KEY}).encode())


if __name__ == "__main__":
    folder()
    file()
    old_file()
    desktop()
