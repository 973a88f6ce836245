#!/usr/bin/env python3
"""Writes the property lists, the keyed archive, the typedstream and the protobuf message beside it."""
import datetime
import pathlib
import plistlib
from plistlib import UID

here = pathlib.Path(__file__).parent

values = {
    "text": "Hallo", "emoji": "Grüße 👋", "yes": True, "no": False, "int": 1, "neg": -5, "big": 2**40, "huge": 2**63 + 5,
    "real": 1.5, "date": datetime.datetime(2026, 5, 31, 9, 40), "data": b"\0\1\2", "array": [1, "a", []],
    "dict": {"x": {"y": "z"}}, "long": "x" * 300, "empty": "",
}
(here / "binary.plist").write_bytes(plistlib.dumps(values, fmt=plistlib.FMT_BINARY))
(here / "xml.plist").write_bytes(plistlib.dumps(values, fmt=plistlib.FMT_XML))


def kind(*names):
    return {"$classname": names[0], "$classes": [*names, "NSObject"]}


objects = [
    "$null",
    {"NS.keys": [UID(2), UID(3), UID(4), UID(5), UID(20)],
     "NS.objects": [UID(6), UID(7), UID(8), UID(9), UID(19)], "$class": UID(10)},
    "name", "list", "when", "url", "Ana",
    {"NS.objects": [UID(6), UID(11), UID(12)], "$class": UID(13)},
    {"NS.time": 5.0, "$class": UID(14)},
    {"NS.base": UID(0), "NS.relative": UID(15), "$class": UID(16)},
    kind("NSDictionary"), {"NS.string": "Ben", "$class": UID(17)}, {"NS.data": b"\1\2", "$class": UID(18)},
    kind("NSArray"), kind("NSDate"), "https://example.org/", kind("NSURL"), kind("NSMutableString", "NSString"),
    kind("NSMutableData", "NSData"), {"Size": 17, "Path": UID(6), "Missing": UID(0), "$class": UID(21)}, "file",
    kind("MBFile"),
]
archive = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)}, "$objects": objects}
(here / "archive.plist").write_bytes(plistlib.dumps(archive, fmt=plistlib.FMT_BINARY))

# "Hi Bo 👋" with a mention of +15550100 on "Bo".
(here / "mention.typedstream").write_bytes(bytes.fromhex(
    "040b73747265616d747970656481e803840140848484194e534d757461626c6541747472696275746564537472696e67008484124e5341747472"
    "696275746564537472696e67008484084e534f626a6563740085928484840f4e534d757461626c65537472696e67018484084e53537472696e67"
    "019584012b0a486920426f20f09f918b86840269490103928484840c4e5344696374696f6e617279009584016901928498981d5f5f6b494d4d65"
    "737361676550617274417474726962757465 4e616d658692848484084e534e756d626572008484074e5356616c7565009584012a849b9b008686"
    "99020292849a9b02929b92849d9e9f9b0086928498981c5f5f6b494d4d656e74696f6e436f6e6669726d65644d656e74696f6e86928498980 92b"
    "3135353530313030868699010386".replace(" ", "")))

# 1: 150, 2: "testing", 3: {1: -1 in ten bytes, 2: "👋"}, 4: fixed 1.0, 5: fixed 1.0, 2 again.
(here / "message.protobuf").write_bytes(bytes.fromhex(
    "089601" "120774657374696e67" "1a1108ffffffffffffffffff01" "1204f09f918b" "21000000000000f03f" "2d0000803f" "12026869"))
