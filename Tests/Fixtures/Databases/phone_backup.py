#!/usr/bin/env python3
"""Builds backups of an iPhone in ../Imports/backup, with Messages, WhatsApp and WhatsApp Business from the databases
beside that folder:

  phone.zip      not encrypted, in a folder named like a device
  locked.zip     encrypted, password "chatprint"

Each lacks a file that Manifest.db lists. In locked.zip, one file has no key and one a damaged description. All people are
invented. Needs the package cryptography; the order of keys, salts and dates is fixed."""
import hashlib
import pathlib
import plistlib
import sqlite3
import struct
import tempfile
import zipfile
from plistlib import UID

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.keywrap import aes_key_wrap

HERE = pathlib.Path(__file__).parent
IMPORTS = HERE.parent / "Imports"
UDID = "00008030-000A1B2C3D4E5F60"
WHATSAPP = "AppDomainGroup-group.net.whatsapp.WhatsApp.shared"
BUSINESS = "AppDomainGroup-group.net.whatsapp.WhatsAppSMB.shared"


def encrypted(data, key, pads=True):
    padding = 16 - len(data) % 16 if pads else -len(data) % 16
    data += bytes([padding]) * padding
    context = Cipher(algorithms.AES(key), modes.CBC(bytes(16))).encryptor()
    return context.update(data) + context.finalize()


def tlv(tag, data):
    if isinstance(data, int):
        data = struct.pack(">I", data)
    return tag.encode() + struct.pack(">I", len(data)) + data


class Keys:
    """The key bag, and a key for each file."""

    def __init__(self, password, rounds=(1000, 10)):
        first, salt = bytes(range(0x10, 0x24)), bytes(range(0x30, 0x44))
        key = hashlib.pbkdf2_hmac("sha256", password.encode(), first, rounds[0], 32)
        key = hashlib.pbkdf2_hmac("sha1", key, salt, rounds[1], 32)
        self.classes = {number: bytes([0xC0 + number]) * 32 for number in (1, 2, 3, 4, 11)}
        uuid = iter(range(1, 100))
        bag = tlv("VERS", 5) + tlv("TYPE", 1) + tlv("UUID", bytes([next(uuid)]) * 16) + tlv("HMCK", bytes(40))
        bag += tlv("WRAP", 1) + tlv("SALT", salt) + tlv("ITER", rounds[1]) + tlv("DPWT", 1) + tlv("DPIC", rounds[0])
        bag += tlv("DPSL", first)
        for number, value in self.classes.items():
            # The key of class 11 needs the device.
            bag += tlv("UUID", bytes([next(uuid)]) * 16) + tlv("CLAS", number) + tlv("WRAP", 1 if number == 11 else 3)
            bag += tlv("KTYP", 0) + tlv("WPKY", aes_key_wrap(key, value))
        self.bag = bag

    def wrapped(self, key, number):
        return struct.pack("<I", number) + aes_key_wrap(self.classes[number], key)


def description(path, size, key, has_key=True):
    """A keyed archive of an MBFile."""
    root = {"Birth": 1767348000, "LastModified": 1767348000, "LastStatusChange": 1767348000, "Flags": 0, "GroupID": 501,
            "UserID": 501, "InodeNumber": 4711, "Mode": 0o100644, "ProtectionClass": 3 if key else 0, "Size": size,
            "RelativePath": UID(2), "$class": UID(3)}
    objects = ["$null", root, path, {"$classname": "MBFile", "$classes": ["MBFile", "NSObject"]}]
    if key and has_key:
        root["EncryptionKey"] = UID(4)
        objects += [{"NS.data": key, "$class": UID(5)},
                    {"$classname": "NSMutableData", "$classes": ["NSMutableData", "NSData", "NSObject"]}]
    return plistlib.dumps({"$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)},
                           "$objects": objects}, fmt=plistlib.FMT_BINARY)


def build(add, files, password=None, rounds=(1000, 10), absent=(), keyless=(), damaged=(), unpadded=()):
    """Passes the files of a backup to `add(path, bytes)`.

    files: (domain, path, bytes), in the order of their rows."""
    keys = Keys(password, rounds) if password else None
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "Manifest.db"
        database = sqlite3.connect(path, isolation_level=None)
        database.executescript("""
            PRAGMA page_size = 1024;
            CREATE TABLE Files (fileID TEXT PRIMARY KEY, domain TEXT, relativePath TEXT, flags INTEGER, file BLOB);
            CREATE INDEX FilesDomainIdx ON Files(domain);
            CREATE INDEX FilesRelativePathIdx ON Files(relativePath);
            CREATE INDEX FilesFlagsIdx ON Files(flags);
            CREATE TABLE Properties (key TEXT PRIMARY KEY, value BLOB);
            INSERT INTO Properties VALUES ('salt', x'00112233');
            BEGIN;""")

        def row(domain, name, flags, blob):
            digest = hashlib.sha1(f"{domain}-{name}".encode()).hexdigest()
            database.execute("INSERT INTO Files VALUES (?, ?, ?, ?, ?)", (digest, domain, name, flags, blob))
            return digest

        row("HomeDomain", "Library/SMS", 2, description("Library/SMS", 0, None))
        row("CameraRollDomain", "Media/DCIM/100APPLE/IMG_0001.HEIC", 1, description("x", 1, None))
        for number, (domain, name, data) in enumerate(files):
            key = hashlib.sha256(b"key %d" % number).digest()
            blob = description(name, len(data), keys and keys.wrapped(key, 3), name not in keyless)
            digest = row(domain, name, 1, blob[:-40] if name in damaged else blob)
            if keys:
                data = encrypted(data, key, name not in unpadded)
            if name not in absent:
                add(f"{digest[:2]}/{digest}", data)
        database.execute("COMMIT")
        database.close()
        manifest = path.read_bytes()
    device = {"DeviceName": "Nora's iPhone", "ProductVersion": "18.1", "UniqueDeviceID": UDID, "ProductType": "iPhone12,1"}
    facts = {"IsEncrypted": keys is not None, "Version": "10.0", "SystemDomainsVersion": "24.0", "Lockdown": device,
             "WasPasscodeSet": True, "Applications": {"net.whatsapp.WhatsApp": {"CFBundleIdentifier": "net.whatsapp.WhatsApp"}}}
    if keys:
        key = hashlib.sha256(b"manifest").digest()
        manifest = encrypted(manifest, key)
        facts |= {"BackupKeyBag": keys.bag, "ManifestKey": keys.wrapped(key, 4)}
    add("Manifest.db", manifest)
    add("Manifest.plist", plistlib.dumps(facts, fmt=plistlib.FMT_BINARY))
    add("Info.plist", plistlib.dumps({"Device Name": "Nora's iPhone", "Product Version": "18.1", "Unique Identifier": UDID}))
    add("Status.plist", plistlib.dumps({"SnapshotState": "finished", "IsFullBackup": True, "Version": "3.3",
                                        "BackupState": "new", "UUID": "1"}, fmt=plistlib.FMT_BINARY))


def address_book():
    """AddressBook.sqlitedb of iOS. Its Ben Ito is also a chat of WhatsApp."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "book"
        database = sqlite3.connect(path)
        database.executescript("""
            PRAGMA page_size = 1024;
            CREATE TABLE ABPerson (ROWID INTEGER PRIMARY KEY, First TEXT, Last TEXT, Nickname TEXT, Organization TEXT);
            CREATE TABLE ABMultiValue (UID INTEGER PRIMARY KEY, record_id INTEGER, property INTEGER, value TEXT);
            INSERT INTO ABPerson VALUES (1, 'Ben', 'Ito', NULL, NULL), (2, NULL, NULL, NULL, 'Lake House');
            INSERT INTO ABMultiValue VALUES (1, 1, 3, '(555) 0101'), (2, 1, 4, 'ana@example.org'), (3, 2, 3, '555 0102');""")
        database.commit()
        database.close()
        return path.read_bytes()


def content():
    mac, direct = IMPORTS / "imessage" / "mac", IMPORTS / "whatsapp" / "iphone-database.zip"
    group = IMPORTS / "whatsapp" / "iphone-database-group.zip"
    files = [("HomeDomain", "Library/SMS/sms.db", (mac / "chat.db").read_bytes()),
             ("HomeDomain", "Library/AddressBook/AddressBook.sqlitedb", address_book())]
    for file in sorted(mac.glob("Attachments/**/*")):
        if file.is_file():
            files.append(("MediaDomain", f"Library/SMS/{file.relative_to(mac)}", file.read_bytes()))
    files.append(("MediaDomain", "Library/SMS/Attachments/0c/12/A-3/gone.pdf", b"%PDF"))
    for file in sorted(direct.glob("**/*")):
        if file.is_file():
            files.append((WHATSAPP, str(file.relative_to(direct)), file.read_bytes()))
    for name in "ChatStorage.sqlite", "ChatStorage.sqlite-wal":
        files.append((BUSINESS, name, (group / name).read_bytes()))
    return files


class Zip:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)

    def add(self, name, data):
        self.zip.writestr(zipfile.ZipInfo(f"{UDID}/{name}", (2026, 1, 2, 10, 0, 0)), data, zipfile.ZIP_DEFLATED)


def main():
    out = IMPORTS / "backup"
    out.mkdir(exist_ok=True)
    files = content()
    gone = "Library/SMS/Attachments/0c/12/A-3/gone.pdf"
    plain = Zip(out / "phone.zip")
    build(plain.add, files, absent=[gone])
    plain.zip.close()
    locked = Zip(out / "locked.zip")
    build(locked.add, files, "chatprint", absent=[gone], keyless=["Library/SMS/Attachments/0b/11/A-2/lake.png"],
          damaged=["Library/SMS/Attachments/0f/15/A-7/star.png"], unpadded=["Library/AddressBook/AddressBook.sqlitedb"])
    locked.zip.close()


if __name__ == "__main__":
    main()
