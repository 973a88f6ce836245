#!/usr/bin/env python3
"""Reads the invented databases and backups of the fixtures with Chatprint and with other programs, and prints a line for
each pair: how many texts are equal, and how many only one of both has. Fails if fewer are equal than when this was
written, or if the other program reads a text that nobody has explained.

usage: compare.py CHATPRINT"""
import collections
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unicodedata
import zipfile

chatprint = sys.argv[1]
imports = pathlib.Path(__file__).parent.parent / "Fixtures" / "Imports"
peers = pathlib.Path(sys.executable).parent
scratch = pathlib.Path(tempfile.mkdtemp())
failed = []

SIGNAL_KEY = "000102030405060708090a0b0c0d0e0f" * 2


def run(*words, **options):
    result = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert result.returncode == 0, f"{words}: {result.stdout}"
    return result.stdout


def plain(text):
    """Without formatting marks, blanks and what stands for an attachment: programs write these differently."""
    text = unicodedata.normalize("NFC", re.sub(r"<br ?/?>", "\n", text))
    return "".join(re.sub(r"[*_~`￼﻿\u200e\u200f]", "", text).split())


def ours(export, password=None):
    """The texts of all chats that Chatprint reads."""
    words = []
    if password:
        secret = scratch / "password"
        secret.write_text(password)
        words = ["--source-password-file", secret]
    out = scratch / "out"
    run(chatprint, "batch", export, "--chats", "-o", out, "--format", "txt", "--quiet", *words)
    chats = json.loads((out / "report.json").read_text())["files"]
    shutil.rmtree(out)
    texts = collections.Counter()
    for chat in chats:
        run(chatprint, "import", export, "--chat", chat["id"] or chat["title"], "-o", scratch / "chat.json", *words)
        for message in json.loads((scratch / "chat.json").read_text())["messages"]:
            parts = message.get("attachments", []) + message.get("edits", [])
            for value in [message.get("text"), *(part.get("caption") or part.get("text") for part in parts)]:
                texts[plain(value or "")] += 1
    del texts[""]
    return texts


def texts(rows):
    counted = collections.Counter(plain(row) for row in rows if row)
    del counted[""]
    return counted


def compare(name, mine, theirs, equal, explained=""):
    """`explained` is a pattern for texts that only the other program reads, or words in its own way."""
    both = sum((mine & theirs).values())
    rest = [text for text in (theirs - mine).elements() if not re.fullmatch(explained, text)]
    print(f"{name:44} {both:4} equal {sum((mine - theirs).values()):4} only here "
          f"{sum((theirs - mine).values()):4} only there, {len(rest)} unexplained")
    for text in rest:
        print("    " + text)
    if both < equal or rest:
        failed.append(name)


def joined(name, one, other, chat, same, common):
    """Joins what another program wrote of a chat to its source."""
    run(chatprint, "join", one, other, "--chat", chat, "--same", same, "--report", scratch / "report.json",
        "-o", scratch / "chat.json")
    sources = json.loads((scratch / "report.json").read_text())["sources"]
    counts = ", ".join(f"{source['only_here']} only in {source['name']}" for source in sources)
    print(f"{name:44} {sources[0]['joined']:4} joined, {counts}")
    if sources[0]["joined"] < common:
        failed.append(name)


def same(name, mine, theirs):
    print(f"{name:44} {len(theirs):8} bytes, {'equal' if mine == theirs else 'different'}")
    if mine != theirs:
        failed.append(name)


def copy(path):
    target = scratch / "copies" / str(len(list(scratch.glob("copies/*")))) / path.name
    if path.is_dir():
        shutil.copytree(path, target)
    else:
        target.parent.mkdir(parents=True)
        shutil.copy(path, target)
    return target


def exporter(export, system, *words):
    """The texts that whatsapp-chat-exporter reads, without those of calls and notices, which it words itself."""
    folder = copy(export)
    run(peers / "wtsexporter", system, *words, "-j", "out.json", "--no-html", "-o", "out", "--no-banner", cwd=folder)
    chats = json.loads((folder / "out.json").read_text())
    return texts(message["caption"] or message["data"] for chat in chats.values() for message in chat["messages"].values()
                 if isinstance(message["data"], str) and not message["meta"] and not message["media"])


def whatsapp():
    folder = imports / "whatsapp"
    database = (folder / "android-database.zip" / "msgstore.db").read_bytes()
    for number, key in (12, "files/key"), (14, "key"), (15, "encrypted_backup.key"):
        backup = folder / f"crypt{number}.zip"
        encrypted = next(backup.rglob(f"msgstore.db.crypt{number}"))
        run(peers / "wadecrypt", backup / key, encrypted, scratch / "plain.db")
        same(f"wa-crypt-tools, crypt{number}", database, (scratch / "plain.db").read_bytes())
        compare("  and the texts of both", ours(backup), ours(folder / "android-database.zip"), 24)
    # A message that the app does not show, one of the status page, and questions of polls, which are no texts here.
    hidden, polls = "nevershown|Astatus", "Wheredowego\\?|Secondpoll"
    android = ("-a", "-d", "msgstore.db", "-w", "wa.db", "-m", "Media")
    compare("whatsapp-chat-exporter, msgstore.db", ours(folder / "android-database.zip"),
            exporter(folder / "android-database.zip", *android), 17, hidden)
    compare("whatsapp-chat-exporter, groups", ours(folder / "android-database-group.zip"),
            exporter(folder / "android-database-group.zip", *android), 4, polls + "|Ask@88001or.*")
    compare("whatsapp-chat-exporter, crypt15", ours(folder / "crypt15.zip"), exporter(
        folder / "crypt15.zip", "-a", "-k", "encrypted_backup.key", "-b", "Databases/msgstore.db.crypt15", "-d", "msgstore.db"), 17, hidden)
    iphone = ("-i", "-d", "ChatStorage.sqlite", "-w", "ContactsV2.sqlite", "-m", "Message")
    compare("whatsapp-chat-exporter, ChatStorage.sqlite", ours(folder / "iphone-database.zip"),
            exporter(folder / "iphone-database.zip", *iphone), 8, hidden + "|" + polls)
    compare("whatsapp-chat-exporter, groups of an iPhone", ours(folder / "iphone-database-group.zip"),
            exporter(folder / "iphone-database-group.zip", *iphone), 6)


def messages():
    from imessage_reader.fetch_data import FetchData

    mac = imports / "imessage" / "mac"
    database = copy(mac / "chat.db")
    # It ends at a body that is damaged on purpose.
    with sqlite3.connect(database) as writer:
        writer.execute("UPDATE message SET attributedBody = NULL WHERE instr(attributedBody, 'NSString') = 0")
    rows = FetchData(str(database)).get_messages()
    # Words that stand for a reaction, an app or a picture, a text without its mentions' names, and a message of no chat.
    explained = "Reacted.*|Loved|Sentapoll|\ufffd+|https://example.org/canoe|Firsttheshore.*|Nobodyknows.*"
    compare("imessage_reader, chat.db", ours(mac), texts(row[1] for row in rows), 14, explained)


def backup():
    from iphone_backup_decrypt import EncryptedBackup

    locked = imports / "backup" / "locked.zip"
    zipfile.ZipFile(locked).extractall(scratch / "locked")
    folder = next((scratch / "locked").rglob("Manifest.plist")).parent
    opened = EncryptedBackup(backup_directory=str(folder), passphrase="chatprint")
    sms = opened.extract_file_as_bytes(relative_path="Library/SMS/sms.db", domain_like="HomeDomain")
    plain = imports / "backup" / "phone.zip"
    with zipfile.ZipFile(plain) as files:
        name = next(name for name in files.namelist() if name.endswith("3d0d7e5fb2ce288813306e4d4636395e047a3d28"))
        same("iphone_backup_decrypt, sms.db", files.read(name), sms)
    compare("  and the texts of both", ours(locked, "chatprint"), ours(plain), 60)


def signal():
    import sqlcipher3

    folder = imports / "signal" / "desktop.zip" / "Signal"
    mine = ours(folder)
    target = copy(folder)
    database = sqlcipher3.connect(str(target / "sql" / "db.sqlite"))
    database.execute(f"PRAGMA key = \"x'{SIGNAL_KEY}'\"")
    bodies = [body for (body,) in database.execute("SELECT body FROM messages")]
    # Its mark stands for a name.
    mention = "bolditalic.*"
    compare("sqlcipher3, Signal Desktop", mine, texts(bodies), 13, mention)
    # It ends at a message that is damaged on purpose and at a sticker without a key, and needs newer columns.
    for row, text in database.execute("SELECT rowid, json FROM messages").fetchall():
        try:
            message = json.loads(text)
        except ValueError:
            database.execute("DELETE FROM messages WHERE rowid = ?", (row,))
            continue
        message.pop("sticker", None)
        database.execute("UPDATE messages SET json = ? WHERE rowid = ?", (json.dumps(message), row))
    database.execute("ALTER TABLE callsHistory ADD COLUMN endedTimestamp INTEGER")
    database.execute("ALTER TABLE sessions ADD COLUMN ourServiceId TEXT")
    database.commit()
    database.close()
    run(peers / "sigexport", "--source", target, "--key", SIGNAL_KEY, "--no-html", "--no-stickers", scratch / "signal")
    rows = [json.loads(line) for path in (scratch / "signal").rglob("data.json") for line in path.read_text().splitlines()]
    compare("signal-export, Signal Desktop", mine, texts(row.get("body") for row in rows), 12,
            mention + "|(Outgoing|Incoming)call")
    # It writes calls as words, and notices as messages without content.
    joined("  joined to its source", folder, scratch / "signal", "Hikers", "CleoRay=Cle", 13)


for check in whatsapp, messages, backup, signal:
    check()
shutil.rmtree(scratch)
if failed:
    sys.exit("different: " + ", ".join(failed))
