#!/usr/bin/env python3
"""Builds the databases of Apple's Messages in this folder, with invented people:

  mac/          chat.db with the columns of macOS 15, an address book and attachments
  phone.db      the columns of iOS 9: seconds, no attributedBody
  wide.db       mac/chat.db in UTF-16
  log/          chat.db with a -wal that has two committed messages and an uncommitted tail
"""
import base64
import json
import os
import plistlib
import shutil
import sqlite3
import struct
import tempfile
import zlib
from plistlib import UID

HERE = os.path.dirname(os.path.abspath(__file__))
APPLE = 978_307_200
START = 1_750_000_000 - APPLE
FFFC, FFFD = "\ufffc", "\ufffd"


# Typed streams

class Stream:
    """Writes an attributed string. Strings and objects have tables of their own for references."""

    def __init__(self):
        self.out = bytearray(b"\x04\x0bstreamtyped\x81\xe8\x03")
        self.strings, self.objects = [], []

    def number(self, value):
        if -110 <= value <= 127:
            self.out += struct.pack("<b", value)
        elif -32768 <= value < 65536:
            self.out += b"\x81" + struct.pack("<H", value & 0xFFFF)
        else:
            self.out += b"\x82" + struct.pack("<I", value & 0xFFFFFFFF)

    def reference(self, place):
        self.number(place - 110)

    def string(self, text):
        if text in self.strings:
            return self.reference(self.strings.index(text))
        self.out.append(0x84)
        self.number(len(text))
        self.out += text.encode()
        self.strings.append(text)

    def classes(self, *chain):
        for index, (name, version) in enumerate(chain):
            if ("class", name) in self.objects:
                return self.reference(self.objects.index(("class", name)))
            self.out.append(0x84)
            self.string(name)
            self.number(version)
            self.objects.append(("class", name))
        self.out.append(0x85)

    def begin(self, *chain):
        self.out.append(0x84)
        self.objects.append(None)
        self.classes(*chain)

    def end(self):
        self.out.append(0x86)

    def text(self, text, name="NSString"):
        key = ("text", text)
        if name == "NSString" and key in self.objects:
            return self.reference(self.objects.index(key))
        self.out.append(0x84)
        self.objects.append(key)
        chain = [("NSString", 1), ("NSObject", 0)]
        self.classes(*([("NSMutableString", 1)] if name != "NSString" else []), *chain)
        self.string("+")
        data = text.encode()
        self.number(len(data)) if len(data) < 128 else self.long(len(data))
        self.out += data
        self.end()

    def long(self, value):
        self.out += b"\x81" + struct.pack("<H", value)

    def value(self, value):
        self.string("@")
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, tuple):
            self.begin(("NSURL", 0), ("NSObject", 0))
            self.string("c")
            self.number(0)
            self.string("@")
            self.text(value[0])
            return self.end()
        key = ("number", value)
        if key in self.objects:
            return self.reference(self.objects.index(key))
        self.out.append(0x84)
        self.objects.append(key)
        self.classes(("NSNumber", 0), ("NSValue", 0), ("NSObject", 0))
        self.string("*")
        place = ("c string", "i")
        if place in self.objects:
            self.reference(self.objects.index(place))
        else:
            self.out.append(0x84)
            self.string("i")
            self.objects.append(place)
        self.string("i")
        self.number(value)
        self.end()


def attributed(*runs):
    """Runs of (text, attributes)."""
    stream = Stream()
    stream.string("@")
    stream.begin(("NSMutableAttributedString", 0), ("NSAttributedString", 0), ("NSObject", 0))
    stream.string("@")
    stream.text("".join(text for text, _ in runs), "NSMutableString")
    sets = []
    for text, attributes in runs:
        known = attributes in sets
        if not known:
            sets.append(attributes)
        stream.string("iI")
        stream.number(sets.index(attributes) + 1)
        length = len(text.encode("utf-16-le")) // 2
        stream.number(length) if length < 128 else stream.long(length)
        if not known:
            stream.string("@")
            stream.begin(("NSDictionary", 0), ("NSObject", 0))
            stream.string("i")
            stream.number(len(attributes))
            for name, value in attributes.items():
                stream.value(name)
                stream.value(value)
            stream.end()
    stream.end()
    return bytes(stream.out)


def part(number, **more):
    names = {
        "file": "__kIMFileTransferGUIDAttributeName", "mention": "__kIMMentionConfirmedMention",
        "link": "__kIMLinkAttributeName", "bold": "__kIMTextBoldAttributeName",
        "italic": "__kIMTextItalicAttributeName", "underline": "__kIMTextUnderlineAttributeName",
        "strike": "__kIMTextStrikethroughAttributeName", "effect": "__kIMTextEffectAttributeName",
        "spoken": "IMAudioTranscription",
    }
    return {"__kIMMessagePartAttributeName": number} | {names[key]: value for key, value in more.items()}


def plain(text):
    return attributed((text, part(0)))


# Property lists

def binary(value):
    return plistlib.dumps(value, fmt=plistlib.FMT_BINARY)


def archived(value):
    """A keyed archive of dictionaries, lists, texts, numbers and addresses (as tuples)."""
    objects = ["$null"]
    classes = {}

    def kind(name):
        if name not in classes:
            objects.append({"$classname": name, "$classes": [name, "NSObject"]})
            classes[name] = UID(len(objects) - 1)
        return classes[name]

    def add(item):
        place = len(objects)
        objects.append(None)
        if isinstance(item, dict):
            objects[place] = {"NS.keys": [add(key) for key in item], "NS.objects": [add(each) for each in item.values()],
                              "$class": kind("NSDictionary")}
        elif isinstance(item, list):
            objects[place] = {"NS.objects": [add(each) for each in item], "$class": kind("NSArray")}
        elif isinstance(item, tuple):
            objects[place] = {"NS.base": UID(0), "NS.relative": add(item[0]), "$class": kind("NSURL")}
        else:
            objects[place] = item
        return UID(place)

    root = add(value)
    return binary({"$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": {"root": root}, "$objects": objects})


def poll(title, options):
    listed = [{"optionIdentifier": key, "text": text, "attributedText": "", "creatorHandle": "+15550101",
               "canBeEdited": False} for key, text in options]
    return address({"title": title, "creatorHandle": "+15550101", "orderedPollOptions": listed})


def address(item):
    coded = base64.b64encode(json.dumps({"version": 1, "item": item}).encode()).decode()
    return archived({"URL": (f"data:,{coded}?src=p&c=3",), "an": "Polls", "ldtext": "Poll"})


# Files

def picture(color, width=240, height=160):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = b"".join(
        b"\0" + b"".join(bytes(max(0, c - (x + y) % 60) for c in color) for x in range(width)) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


MESSAGE = """ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, text TEXT, replace INTEGER DEFAULT 0,
service_center TEXT, handle_id INTEGER DEFAULT 0, subject TEXT, country TEXT, attributedBody BLOB, version INTEGER DEFAULT 0,
type INTEGER DEFAULT 0, service TEXT, account TEXT, account_guid TEXT, error INTEGER DEFAULT 0, date INTEGER,
date_read INTEGER, date_delivered INTEGER, is_delivered INTEGER DEFAULT 0, is_finished INTEGER DEFAULT 0,
is_emote INTEGER DEFAULT 0, is_from_me INTEGER DEFAULT 0, is_empty INTEGER DEFAULT 0, is_delayed INTEGER DEFAULT 0,
is_auto_reply INTEGER DEFAULT 0, is_prepared INTEGER DEFAULT 0, is_read INTEGER DEFAULT 0,
is_system_message INTEGER DEFAULT 0, is_sent INTEGER DEFAULT 0, has_dd_results INTEGER DEFAULT 0,
is_service_message INTEGER DEFAULT 0, is_forward INTEGER DEFAULT 0, was_downgraded INTEGER DEFAULT 0,
is_archive INTEGER DEFAULT 0, cache_has_attachments INTEGER DEFAULT 0, cache_roomnames TEXT,
was_data_detected INTEGER DEFAULT 0, was_deduplicated INTEGER DEFAULT 0"""
NEWER = """, is_audio_message INTEGER DEFAULT 0, is_played INTEGER DEFAULT 0, date_played INTEGER,
item_type INTEGER DEFAULT 0, other_handle INTEGER DEFAULT 0, group_title TEXT, group_action_type INTEGER DEFAULT 0,
share_status INTEGER DEFAULT 0, share_direction INTEGER DEFAULT 0, is_expirable INTEGER DEFAULT 0,
expire_state INTEGER DEFAULT 0, message_action_type INTEGER DEFAULT 0, message_source INTEGER DEFAULT 0,
associated_message_guid TEXT, associated_message_type INTEGER DEFAULT 0, balloon_bundle_id TEXT, payload_data BLOB,
expressive_send_style_id TEXT, associated_message_range_location INTEGER DEFAULT 0,
associated_message_range_length INTEGER DEFAULT 0, time_expressive_send_played INTEGER, message_summary_info BLOB,
ck_sync_state INTEGER DEFAULT 0, ck_record_id TEXT, ck_record_change_tag TEXT, destination_caller_id TEXT,
is_corrupt INTEGER DEFAULT 0, reply_to_guid TEXT, sort_id INTEGER, is_spam INTEGER DEFAULT 0,
has_unseen_mention INTEGER DEFAULT 0, thread_originator_guid TEXT, thread_originator_part TEXT,
syndication_ranges TEXT, synced_syndication_ranges TEXT, was_delivered_quietly INTEGER DEFAULT 0,
did_notify_recipient INTEGER DEFAULT 0, date_retracted INTEGER, date_edited INTEGER,
was_detonated INTEGER DEFAULT 0, part_count INTEGER, is_stewie INTEGER DEFAULT 0, is_sos INTEGER DEFAULT 0,
is_critical INTEGER DEFAULT 0, bia_reference_id TEXT, is_kt_verified INTEGER DEFAULT 0, fallback_hash TEXT,
associated_message_emoji TEXT DEFAULT NULL, is_pending_satellite_send INTEGER DEFAULT 0, needs_relay INTEGER DEFAULT 0,
schedule_type INTEGER DEFAULT 0, schedule_state INTEGER DEFAULT 0, sent_or_received_off_grid INTEGER DEFAULT 0,
date_recovered INTEGER DEFAULT 0"""
CHAT = """ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, style INTEGER, state INTEGER,
account_id TEXT, properties BLOB, chat_identifier TEXT, service_name TEXT, room_name TEXT, account_login TEXT,
is_archived INTEGER DEFAULT 0, last_addressed_handle TEXT, display_name TEXT, group_id TEXT"""
HANDLE = """ROWID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, id TEXT NOT NULL, country TEXT, service TEXT NOT NULL,
uncanonicalized_id TEXT, person_centric_id TEXT, UNIQUE (id, service)"""
ATTACHMENT = """ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, created_date INTEGER DEFAULT 0,
start_date INTEGER DEFAULT 0, filename TEXT, uti TEXT, mime_type TEXT, transfer_state INTEGER DEFAULT 0,
is_outgoing INTEGER DEFAULT 0, user_info BLOB, transfer_name TEXT, total_bytes INTEGER DEFAULT 0,
is_sticker INTEGER DEFAULT 0, sticker_user_info BLOB, attribution_info BLOB, hide_attachment INTEGER DEFAULT 0,
ck_sync_state INTEGER DEFAULT 0, original_guid TEXT, emoji_image_short_description TEXT"""


class Messages:
    def __init__(self, path, encoding="UTF-8", is_old=False, log=False):
        for ending in "", "-wal", "-shm":
            if os.path.exists(path + ending):
                os.remove(path + ending)
        self.path, self.is_old = path, is_old
        self.database = sqlite3.connect(path, isolation_level=None)
        run = self.database.execute
        run(f"PRAGMA encoding='{encoding}'")
        run("PRAGMA page_size=1024")
        if log:
            run("PRAGMA journal_mode=WAL")
            run("PRAGMA wal_autocheckpoint=0")
        run("CREATE TABLE _SqliteDatabaseProperties (key TEXT, value TEXT, UNIQUE(key))")
        run("INSERT INTO _SqliteDatabaseProperties VALUES('_ClientVersion', '18020')")
        run(f"CREATE TABLE message ({MESSAGE}{'' if is_old else NEWER})")
        run(f"CREATE TABLE chat ({CHAT})")
        run(f"CREATE TABLE handle ({HANDLE})")
        run(f"CREATE TABLE attachment ({ATTACHMENT})")
        run("CREATE TABLE chat_handle_join (chat_id INTEGER, handle_id INTEGER, UNIQUE(chat_id, handle_id))")
        run("""CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER, message_date INTEGER DEFAULT 0,
            PRIMARY KEY (chat_id, message_id))""")
        run("CREATE TABLE message_attachment_join (message_id INTEGER, attachment_id INTEGER)")
        run("CREATE TABLE deleted_messages (ROWID INTEGER PRIMARY KEY, guid TEXT)")
        if not is_old:
            run("""CREATE TABLE chat_recoverable_message_join (chat_id INTEGER, message_id INTEGER, delete_date INTEGER,
                PRIMARY KEY (chat_id, message_id))""")
        # As on a Mac: the trigger calls a function that only Apple's process has.
        run("""CREATE TRIGGER after_delete_on_message AFTER DELETE ON message BEGIN
            SELECT after_delete_message_plugin(OLD.ROWID, OLD.guid); END""")
        self.time = START

    def row(self, table, **values):
        names = ", ".join(values)
        marks = ", ".join("?" * len(values))
        return self.database.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(values.values())).lastrowid

    def handle(self, address, service="iMessage", person=None):
        return self.row("handle", id=address, service=service, country="us", person_centric_id=person)

    def chat(self, guid, identifier, handles, service="iMessage", **more):
        chat = self.row("chat", guid=guid, style=43 if ";+;" in guid else 45, chat_identifier=identifier,
                        service_name=service, account_login="E:nora@example.org", **more)
        for handle in handles:
            self.row("chat_handle_join", chat_id=chat, handle_id=handle)
        return chat

    def stamp(self, seconds):
        return seconds if self.is_old else seconds * 1_000_000_000

    def say(self, chat, name, handle=0, *, text=None, body=None, after=60, files=(), **more):
        self.time += after
        if isinstance(body, str):
            body = plain(body)
        sent = {"is_sent": 1} if handle == 0 else {}
        for key in "date_read", "date_delivered", "date_edited", "date_retracted":
            if key in more:
                more[key] = self.stamp(self.time + more[key])
        message = self.row("message", guid=name, text=text, attributedBody=body, handle_id=handle,
                           is_from_me=int(handle == 0), date=self.stamp(self.time),
                           **{"service": "iMessage", **sent, **more})
        for number in chat if isinstance(chat, tuple) else (chat,):
            if number is not None:
                self.row("chat_message_join", chat_id=number, message_id=message, message_date=self.stamp(self.time))
        for file in files:
            self.row("message_attachment_join", message_id=message, attachment_id=file)
        return message

    def file(self, name, path, mime, **more):
        return self.row("attachment", guid=name, filename=path, mime_type=mime,
                        transfer_name=os.path.basename(path) if path else None, **more)

    def finish(self):
        self.database.execute("DELETE FROM sqlite_sequence WHERE name != 'message'")
        self.database.execute("VACUUM")
        self.database.close()


def fill(messages, text_too=False):
    m = messages
    ana = m.handle("+15550101", person="P1")
    ana_sms = m.handle("+15550101", "SMS", "P1")
    ana_mail = m.handle("ana@example.org", person="P1")
    ben = m.handle("+15550102")
    cleo = m.handle("cleo@example.net")
    dora = m.handle("+4915555000103")
    direct = m.chat("iMessage;-;+15550101", "+15550101", [ana], last_addressed_handle="+15550100")
    direct_sms = m.chat("SMS;-;+15550101", "+15550101", [ana_sms], "SMS")
    direct_mail = m.chat("any;-;ana@example.org", "ana@example.org", [ana_mail])
    group = m.chat("iMessage;+;chat100200", "chat100200", [ana, ben, cleo], display_name="Lake trip \U0001f6f6",
                   group_id="G-1")
    unnamed = m.chat("any;+;00112233445566778899aabbccddeeff", "00112233445566778899aabbccddeeff", [ben, cleo], "RCS")

    def app(bundle, **content):
        return {"balloon_bundle_id": bundle, "payload_data": archived(content) if content else None, "body": plain(FFFD)}

    extension = "com.apple.messages.MSMessageExtensionBalloonPlugin:"
    effect = "com.apple.messages.effect.CK"
    send = "com.apple.MobileSMS.expressivesend."

    # The direct talk: three rows of the table chat are one.
    m.say(direct, "D-01", ana, body="Hi Nora \U0001f44b are you coming on Saturday?", date_read=20)
    m.say(direct, "D-02", body="Yes! I'll bring the canoe", date_delivered=1, date_read=30, is_delivered=1)
    m.say(direct_sms, "D-03", ana_sms, text="No signal here, so a green one", service="SMS")
    m.say(direct_sms, "D-04", text="Got it", service="sms", was_downgraded=1)
    m.say(direct_mail, "D-05", ana_mail, body="And this from my mail address", thread_originator_guid="D-02",
          thread_originator_part="0:0:25", reply_to_guid="D-04")
    m.say(direct, "D-06", ana, body=attributed(
        ("Bring the ", part(0)), ("big", part(0, bold=1)), (" map, ", part(0)), ("not", part(0, italic=1, underline=1)),
        (" the ", part(0)), ("old", part(0, strike=1)), (" one. See ", part(0)),
        ("example.org/lake", part(0, link=("https://example.org/lake",))), (" ", part(0)), ("wow", part(0, effect=5))))
    m.say(direct, "D-07", body="x" * 100 + " longer than one length byte can say: " + "é" * 60)
    m.say(direct, "D-08", body="Loud and clear", expressive_send_style_id=send + "loud", subject="A subject")
    m.say(direct, "D-09", ana, body="Happy birthday!", expressive_send_style_id=effect + "HappyBirthdayEffect")
    one = m.file("A-1", "~/Library/Messages/Attachments/0a/10/A-1/lake.png", "image/png", uti="public.png")
    two = m.file("A-2", "~/Library/Messages/Attachments/0b/11/A-2/lake.png", "image/png", uti="public.png")
    gone = m.file("A-3", "~/Library/Messages/Attachments/0c/12/A-3/gone.pdf", "application/pdf", total_bytes=48211)
    m.say(direct, "D-10", ana, body=attributed(
        ("First the shore", part(0)), (FFFC, part(1, file="A-1")), (FFFC, part(2, file="A-2")),
        ("and then the plan", part(3)), (FFFC, part(4, file="A-3"))), files=[one, two, gone], part_count=5)
    m.say(direct, "D-11", ana, body=plain("About the plan"), thread_originator_guid="D-10",
          thread_originator_part="3:0:17")
    voice = m.file("A-4", "~/Library/Messages/Attachments/0d/13/A-4/Audio Message.caf", "audio/x-caf",
                   uti="com.apple.coreaudio-format")
    m.say(direct, "D-12", body=attributed((FFFC, part(0, file="A-4", spoken="See you at nine"))), files=[voice],
          is_audio_message=1)
    m.say(direct, "D-13", ana, body="See you at ten", date_edited=120, message_summary_info=binary({
        "ec": {"0": [{"d": float(m.time + 60), "t": plain("See you at nine")},
                     {"d": float(m.time + 90), "t": plain("See you at half past nine")},
                     {"d": float(m.time + 180), "t": plain("See you at ten")}]},
        "ep": [0], "otr": {"0": {"lo": 0, "le": 15}}, "ust": True}))
    m.say(direct, "D-14", ana, date_edited=60, message_summary_info=binary({"rp": [0], "otr": {"0": {"lo": 0, "le": 5}}}))
    m.say(direct, "D-15", body="Only the first part stays", date_edited=30, message_summary_info=binary({"rp": [1]}))
    m.say(direct, "D-16", ana, date_edited=60, message_summary_info=binary({
        "ec": {"0": [{"d": 1.0, "t": plain("Bodies can be missing")}, {"d": 2.0, "t": plain("Bodies may be missing")}]}}))
    m.say(direct, "D-17", body="This did not go out", error=22)
    m.say(direct, "D-18", text=f"Stored as text{FFFC}", files=[m.file("A-5", None, "text/vcard")])
    m.say(direct, "D-19", ana, body=b"\x04\x0bstreamtyped damaged \x01\x2b\x0ePlain and true\x86\x84")
    m.say(direct, "D-20", ana)
    preview = m.file("A-6", "~/Library/Messages/Attachments/0e/14/A-6/x.pluginPayloadAttachment", None, hide_attachment=1)
    m.say(direct, "D-21", ana, body="https://example.org/canoe", balloon_bundle_id="com.apple.messages.URLBalloonProvider",
          payload_data=archived({"richLinkMetadata": {
              "URL": ("https://example.org/canoe",), "originalURL": ("https://example.org/canoe",),
              "title": "Canoes for two", "summary": "By the hour or the day", "siteName": "Lake House"}}), files=[preview])
    m.say(direct, "D-22", **app(extension + "ABCDE12345:org.example.chess", an="Chess", ldtext="Your move",
                                URL=("https://example.org/chess/7",),
                                userInfo={"caption": "Nora's turn", "subcaption": "Move 12"}))
    m.say(direct, "D-23", ana, **app(extension + "0000000000:com.apple.PassbookUIService.PeerPaymentMessagesExtension",
                                     an="Apple Cash", ldtext="$12 payment"))
    m.say(direct, "D-24", **app("com.apple.Handwriting.HandwritingProvider"))
    m.say(direct, "D-25", ana, **app("com.apple.DigitalTouchBalloonProvider"))
    sticker = m.file("A-7", "~/Library/Messages/Attachments/0f/15/A-7/star.png", "image/png", is_sticker=1,
                     emoji_image_short_description="a star")
    m.say(direct, "D-26", ana, body=attributed((FFFC, part(0, file="A-7"))), files=[sticker],
          associated_message_guid="p:0/D-02", associated_message_type=1000)
    m.say(direct, "D-27", ana, body="A kind that nobody knows", associated_message_type=77)
    m.say(direct, "D-28", ana, associated_message_type=78)

    # Every reaction, one removed, one replaced, one of a message that is not there.
    for kind, target in ((2000, "p:0/D-02"), (2001, "p:0/D-04"), (2002, "p:0/D-07"), (2003, "p:0/D-08"),
                         (2004, "bp:D-22"), (2005, "D-12")):
        m.say(direct, f"T-{kind}", ana, body=f"Reacted {kind}", after=1, associated_message_type=kind,
              associated_message_guid=target)
    m.say(direct, "T-2006", body="Reacted", associated_message_type=2006, associated_message_emoji="\U0001f9ed",
          associated_message_guid="p:2/D-10")
    m.say(direct, "T-2007", body="Sticker", associated_message_type=2007, associated_message_guid="p:3/D-10", files=[sticker])
    m.say(direct, "T-A", body="Loved", associated_message_type=2000, associated_message_guid="p:0/D-01")
    m.say(direct, "T-B", body="Removed a heart", associated_message_type=3000, associated_message_guid="p:0/D-01")
    m.say(direct, "T-C", body="Liked", associated_message_type=2001, associated_message_guid="p:0/D-06")
    m.say(direct, "T-D", body="Laughed", associated_message_type=2003, associated_message_guid="p:0/D-06")
    m.say(direct, "T-E", ana, body="Loved", associated_message_type=2000, associated_message_guid="p:0/NOWHERE")

    # The group: events, mentions, polls.
    m.say(group, "G-01", item_type=2, group_title="Lake trip \U0001f6f6")
    m.say(group, "G-02", item_type=1, group_action_type=0, other_handle=cleo)
    m.say(group, "G-03", ana, body=attributed(("Hi ", part(0)), ("Ben", part(0, mention="+15550102")), (", tent or hut?", part(0))))
    m.say(group, "G-04", ana, body=plain(FFFD), balloon_bundle_id=extension + "0000000000:com.apple.messages.Polls",
          payload_data=poll("Where do we sleep?", [("o1", "Tent"), ("o2", "Hut")]))
    m.say(group, "G-05", ana, body="Sent a poll", text="Sent a poll", after=1)
    m.say(group, "G-06", cleo, associated_message_type=2, associated_message_guid="G-04", body=plain(FFFD),
          balloon_bundle_id=extension + "0000000000:com.apple.messages.Polls",
          payload_data=poll("Where do we sleep?", [("o1", "Tent"), ("o2", "Hut"), ("o3", "Hammock")]))
    for name, handle, target, chosen in (("V-1", ben, "G-04", ["o1"]), ("V-2", cleo, "G-06", ["o3"]), ("V-3", ben, "G-04", ["o2"]),
                                         ("V-4", 0, "G-06", ["o2"])):
        m.say(group, name, handle, associated_message_type=4000, associated_message_guid=target,
              balloon_bundle_id=extension + "0000000000:com.apple.messages.Polls",
              payload_data=address({"votes": [{"voteOptionIdentifier": key, "participantHandle": "x",
                                               "serverVoteTime": 1.5} for key in chosen]}))
    m.say(group, "G-07", ben, body="\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35")
    for number, (handle, more) in enumerate((
            (ben, dict(item_type=3, group_action_type=1)), (ben, dict(item_type=3, group_action_type=2)),
            (cleo, dict(item_type=3, group_action_type=4)), (cleo, dict(item_type=3, group_action_type=6)),
            (ana, dict(item_type=4, share_status=0)), (ana, dict(item_type=4, share_status=1)),
            (ana, dict(item_type=5)), (0, dict(item_type=6)), (0, dict(item_type=1, group_action_type=1, other_handle=dora)),
            (ben, dict(item_type=1, group_action_type=0, other_handle=ben)), (0, dict(item_type=2, group_title=None)),
            (cleo, dict(item_type=3, group_action_type=0)), (ana, dict(item_type=9, group_action_type=3)))):
        m.say(group, f"E-{number:02}", handle, **more)
    m.say(unnamed, "U-01", ben, body="RCS works, too", service="RCS")
    m.say(unnamed, "U-02", body="So it does", service="rcs")
    m.say((direct, unnamed), "B-01", ben, body="A row of two chats", service="RCS")

    # Deleted a while ago, without a chat, and two numbers that no row has.
    lost = m.say(None, "R-01", ana, body="I should not have said that")
    m.row("chat_recoverable_message_join", chat_id=direct, message_id=lost, delete_date=m.stamp(m.time + 500))
    m.say(None, "O-01", ana, body="Nobody knows where this belongs")
    m.database.execute("DROP TRIGGER after_delete_on_message")
    for name in "X-1", "X-2":
        gone = m.say(direct, name, ana, body="never seen")
        m.database.execute("DELETE FROM message WHERE ROWID = ?", (gone,))
        m.database.execute("DELETE FROM chat_message_join WHERE message_id = ?", (gone,))
    m.database.execute("CREATE TRIGGER after_delete_on_message AFTER DELETE ON message BEGIN "
                       "SELECT after_delete_message_plugin(OLD.ROWID, OLD.guid); END")
    m.say(direct, "D-29", ana, body="The last one", after=3600)


def contacts(path):
    if os.path.exists(path):
        os.remove(path)
    book = sqlite3.connect(path)
    book.executescript("""
        CREATE TABLE ZABCDRECORD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZFIRSTNAME VARCHAR, ZLASTNAME VARCHAR,
            ZNICKNAME VARCHAR, ZORGANIZATION VARCHAR, ZNAME VARCHAR);
        CREATE TABLE ZABCDPHONENUMBER (Z_PK INTEGER PRIMARY KEY, ZOWNER INTEGER, ZFULLNUMBER VARCHAR);
        CREATE TABLE ZABCDEMAILADDRESS (Z_PK INTEGER PRIMARY KEY, ZOWNER INTEGER, ZADDRESS VARCHAR, ZADDRESSNORMALIZED VARCHAR);
        INSERT INTO ZABCDRECORD VALUES (1, 1, 'Ana', 'Rivera', NULL, NULL, NULL), (2, 1, NULL, NULL, 'Benno', NULL, NULL),
            (3, 1, 'Nora', 'Lind', NULL, NULL, NULL);
        INSERT INTO ZABCDPHONENUMBER VALUES (1, 1, '(555) 0101'), (2, 2, '+1 555-0102'), (3, 3, '555 0100');
        INSERT INTO ZABCDEMAILADDRESS VALUES (1, 1, 'Ana@Example.org', '<ana@example.org>');
    """)
    book.commit()
    book.execute("VACUUM")
    book.close()


def attachments(folder):
    for path, data in (
            ("0a/10/A-1/lake.png", picture((90, 160, 220))), ("0b/11/A-2/lake.png", picture((120, 190, 120))),
            ("0d/13/A-4/Audio Message.caf", b"caff\0\1\0\0" + bytes(64)),
            ("0e/14/A-6/x.pluginPayloadAttachment", picture((220, 170, 90), 120, 120)),
            ("0f/15/A-7/star.png", picture((250, 210, 70), 96, 96))):
        name = os.path.join(folder, "Attachments", path)
        os.makedirs(os.path.dirname(name), exist_ok=True)
        with open(name, "wb") as file:
            file.write(data)


def old(path):
    m = Messages(path, is_old=True)
    ana = m.handle("+15550101")
    chat = m.chat("SMS;-;+15550101", "+15550101", [ana], "SMS")
    m.say(chat, "S-1", ana, text="From an old phone", service="SMS")
    m.say(chat, "S-2", text="In seconds", service="SMS", date_read=9)
    m.say(chat, "S-3", ana, text=None, service="Telegraph")
    m.say(chat, "S-4", ana, text="A time that cannot be")
    m.database.execute("UPDATE message SET date = -9223372036854775808 WHERE guid = 'S-4'")
    m.finish()


def main():
    mac = os.path.join(HERE, "mac")
    os.makedirs(os.path.join(mac, "Attachments"), exist_ok=True)
    m = Messages(os.path.join(mac, "chat.db"))
    fill(m)
    m.finish()
    contacts(os.path.join(mac, "AddressBook-v22.abcddb"))
    attachments(mac)
    m = Messages(os.path.join(HERE, "wide.db"), "UTF-16le")
    fill(m)
    m.finish()
    old(os.path.join(HERE, "phone.db"))
    with tempfile.TemporaryDirectory() as folder:
        m = Messages(os.path.join(folder, "chat.db"), log=True)
        ana = m.handle("+15550101")
        chat = m.chat("iMessage;-;+15550101", "+15550101", [ana])
        m.say(chat, "L-1", ana, body="In the file")
        m.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        m.say(chat, "L-2", body="In the log")
        m.say(chat, "L-3", ana, body="Also in the log")
        m.database.execute("PRAGMA cache_size=1")
        m.database.execute("BEGIN")
        for number in range(40):
            m.say(chat, f"N-{number}", ana, body="Never committed, and long enough to fill a page " * 4)
        os.makedirs(os.path.join(HERE, "log"), exist_ok=True)
        for ending in "", "-wal":
            shutil.copyfile(m.path + ending, os.path.join(HERE, "log", "chat.db" + ending))
        m.database.execute("ROLLBACK")


if __name__ == "__main__":
    main()
