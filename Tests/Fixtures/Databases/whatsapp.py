#!/usr/bin/env python3
"""Builds WhatsApp's databases below ../Imports/whatsapp: every type and event once, one unknown of
each, NULL where phones have NULL. All people are invented."""
import pathlib
import shutil
import sqlite3

here = pathlib.Path(__file__).parent
out = here.parent / "Imports" / "whatsapp"
picture = (here.parent / "Pictures" / "turned.jpg").read_bytes()
START = 1_767_348_000_000  # 2026-01-02 10:00 UTC
APPLE = 978_307_200


def varint(number):
    number &= 2**64 - 1
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


class Builder:
    def __init__(self, path, tables, encoding="UTF-8"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        self.path = path
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA page_size=512")
        self.db.execute(f"PRAGMA encoding='{encoding}'")
        for table, columns in tables.items():
            self.db.execute(f"CREATE TABLE {table} ({columns})")

    def add(self, table, **values):
        names = ", ".join(values)
        marks = ", ".join("?" * len(values))
        return self.db.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(values.values())).lastrowid


# MARK: Android

ANDROID = {
    "message": "_id INTEGER PRIMARY KEY, chat_row_id INTEGER NOT NULL, from_me INTEGER NOT NULL, key_id TEXT NOT NULL,"
    " sender_jid_row_id INTEGER, status INTEGER, broadcast INTEGER, recipient_count INTEGER, participant_hash TEXT,"
    " origination_flags INTEGER, origin INTEGER, timestamp INTEGER, received_timestamp INTEGER,"
    " receipt_server_timestamp INTEGER, message_type INTEGER, text_data TEXT, starred INTEGER, lookup_tables INTEGER,"
    " sort_id INTEGER NOT NULL DEFAULT 0, message_add_on_flags INTEGER, view_mode INTEGER",
    "chat": "_id INTEGER PRIMARY KEY, jid_row_id INTEGER UNIQUE, hidden INTEGER, subject TEXT, created_timestamp INTEGER,"
    " archived INTEGER, sort_timestamp INTEGER, group_type INTEGER NOT NULL DEFAULT 0",
    "jid": "_id INTEGER PRIMARY KEY, user TEXT NOT NULL, server TEXT NOT NULL, agent INTEGER, device INTEGER,"
    " type INTEGER, raw_string TEXT",
    "jid_map": "lid_row_id INTEGER PRIMARY KEY, jid_row_id INTEGER NOT NULL, sort_id INTEGER",
    "lid_display_name": "lid_row_id INTEGER PRIMARY KEY, display_name TEXT, username TEXT",
    "props": "_id INTEGER PRIMARY KEY, key TEXT UNIQUE, value TEXT",
    "message_media": "message_row_id INTEGER PRIMARY KEY, chat_row_id INTEGER, file_path TEXT, file_size INTEGER,"
    " file_length INTEGER, mime_type TEXT, media_name TEXT, media_caption TEXT, file_hash TEXT, media_duration INTEGER,"
    " width INTEGER, height INTEGER, page_count INTEGER, message_url TEXT, media_key BLOB, raw_transcription_text TEXT",
    "message_thumbnail": "message_row_id INTEGER PRIMARY KEY, thumbnail BLOB",
    "media_hash_thumbnail": "media_hash TEXT PRIMARY KEY, thumbnail BLOB",
    "message_text": "message_row_id INTEGER PRIMARY KEY, description TEXT, page_title TEXT, url TEXT",
    "message_quoted": "message_row_id INTEGER PRIMARY KEY, chat_row_id INTEGER, parent_message_chat_row_id INTEGER,"
    " from_me INTEGER, sender_jid_row_id INTEGER, key_id TEXT, timestamp INTEGER, message_type INTEGER, text_data TEXT",
    "message_add_on": "_id INTEGER PRIMARY KEY, chat_row_id INTEGER, from_me INTEGER, key_id TEXT, sender_jid_row_id INTEGER,"
    " parent_message_row_id INTEGER, timestamp INTEGER, message_add_on_type INTEGER",
    "message_add_on_reaction": "message_add_on_row_id INTEGER PRIMARY KEY, reaction TEXT, sender_timestamp INTEGER",
    "message_add_on_poll_vote": "message_add_on_row_id INTEGER PRIMARY KEY, sender_timestamp INTEGER",
    "message_add_on_poll_vote_selected_option": "_id INTEGER PRIMARY KEY, message_add_on_row_id INTEGER,"
    " message_poll_option_id INTEGER",
    "message_poll": "message_row_id INTEGER PRIMARY KEY, selectable_options_count INTEGER, end_time INTEGER",
    "message_poll_option": "_id INTEGER PRIMARY KEY, message_row_id INTEGER, option_name TEXT, vote_total INTEGER",
    "message_edit_info": "message_row_id INTEGER PRIMARY KEY, original_key_id TEXT, edited_timestamp INTEGER,"
    " sender_timestamp INTEGER",
    "message_revoked": "message_row_id INTEGER PRIMARY KEY, revoked_key_id TEXT, admin_jid_row_id INTEGER,"
    " revoke_timestamp INTEGER",
    "receipt_user": "_id INTEGER PRIMARY KEY, message_row_id INTEGER, receipt_user_jid_row_id INTEGER,"
    " receipt_timestamp INTEGER, read_timestamp INTEGER, played_timestamp INTEGER",
    "message_location": "message_row_id INTEGER PRIMARY KEY, chat_row_id INTEGER, latitude REAL, longitude REAL,"
    " place_name TEXT, place_address TEXT, url TEXT, live_location_share_duration INTEGER",
    "message_vcard": "_id INTEGER PRIMARY KEY, message_row_id INTEGER, vcard TEXT",
    "message_mentions": "_id INTEGER PRIMARY KEY, message_row_id INTEGER, jid_row_id INTEGER",
    "message_forwarded": "message_row_id INTEGER PRIMARY KEY, forward_score INTEGER",
    "message_view_once_media": "message_row_id INTEGER PRIMARY KEY, state INTEGER",
    "message_ephemeral": "message_row_id INTEGER PRIMARY KEY, duration INTEGER",
    "message_album": "message_row_id INTEGER PRIMARY KEY, image_count INTEGER, video_count INTEGER",
    "message_association": "_id INTEGER PRIMARY KEY, parent_message_row_id INTEGER, child_message_row_id INTEGER,"
    " association_type INTEGER",
    "message_group_invite": "message_row_id INTEGER PRIMARY KEY, group_name TEXT, expiration INTEGER",
    "message_system": "message_row_id INTEGER PRIMARY KEY, action_type INTEGER",
    "message_system_group": "message_row_id INTEGER PRIMARY KEY, is_me_joined INTEGER",
    "message_system_chat_participant": "message_row_id INTEGER, user_jid_row_id INTEGER",
    "message_system_number_change": "message_row_id INTEGER PRIMARY KEY, old_jid_row_id INTEGER, new_jid_row_id INTEGER",
    "message_system_value_change": "message_row_id INTEGER PRIMARY KEY, old_data TEXT",
    "message_system_block_contact": "message_row_id INTEGER PRIMARY KEY, is_blocked INTEGER",
    "message_system_business_state": "message_row_id INTEGER PRIMARY KEY, business_name TEXT",
    "message_future": "message_row_id INTEGER PRIMARY KEY, version INTEGER, data BLOB",
    "call_log": "_id INTEGER PRIMARY KEY, jid_row_id INTEGER, from_me INTEGER, call_id TEXT, timestamp INTEGER,"
    " video_call INTEGER, duration INTEGER, call_result INTEGER, bytes_transferred INTEGER DEFAULT 0, group_jid_row_id INTEGER",
    "message_call_log": "message_row_id INTEGER, call_log_row_id INTEGER",
    "missed_call_logs": "_id INTEGER PRIMARY KEY, message_row_id INTEGER, timestamp INTEGER, video_call INTEGER",
}

CARD = "BEGIN:VCARD\nVERSION:3.0\nFN:{0}\nTEL;type=CELL:{1}\nEND:VCARD\n"


class Android(Builder):
    def __init__(self, path, encoding="UTF-8"):
        super().__init__(path, ANDROID, encoding)
        self.count = 0
        for user, server, kind in [
            ("4915550100", "s.whatsapp.net", 0), ("4915550101", "s.whatsapp.net", 0),
            ("88001", "lid", 18), ("88002", "lid", 18), ("120363000000000001", "g.us", 1),
            ("status", "broadcast", 11), ("88003", "lid", 18), ("4915550109", "s.whatsapp.net", 0),
        ]:
            self.add("jid", user=user, server=server, agent=0, device=0, type=kind, raw_string=f"{user}@{server}")
        self.add("jid_map", lid_row_id=3, jid_row_id=2)
        self.add("lid_display_name", lid_row_id=4, display_name="Cleo (profile)")
        self.add("lid_display_name", lid_row_id=7, username="dora.k")
        self.add("props", key="user_push_name", value="Ana Silva")
        # The dummy that every database has.
        self.add("message", chat_row_id=-1, from_me=0, key_id="-1", message_type=-1, timestamp=0, sort_id=1)

    def message(self, kind, text=None, me=0, sender=None, chat=1, status=None, minutes=None, **more):
        self.count += 1
        at = START + 60_000 * (self.count if minutes is None else minutes)
        values = dict(
            chat_row_id=chat, from_me=me, key_id=f"{self.count:03d}A0FIXTURE", sender_jid_row_id=sender or 0,
            status=(13 if me else 0) if status is None else status, timestamp=at, received_timestamp=at + 500,
            message_type=kind, text_data=text, sort_id=self.count + 1)
        return self.add("message", **(values | more))

    def media(self, kind, path=None, mime=None, text=None, me=0, more=None, **values):
        row = self.message(kind, text, me, **(more or {}))
        self.add("message_media", **(dict(message_row_id=row, file_path=path, mime_type=mime, file_size=0) | values))
        return row

    def reaction(self, message, emoji, me=0, sender=None, at=0, kind=56):
        row = self.add("message_add_on", chat_row_id=1, from_me=me, key_id=f"R{at}", sender_jid_row_id=sender,
                       parent_message_row_id=message, timestamp=START + at, message_add_on_type=kind)
        if kind == 56:
            self.add("message_add_on_reaction", message_add_on_row_id=row, reaction=emoji, sender_timestamp=START + at)
        return row


def android_direct(folder):
    db = Android(folder / "msgstore.db")
    db.add("chat", jid_row_id=1, hidden=0, subject=None, created_timestamp=START)
    db.add("chat", jid_row_id=6, hidden=0)
    db.message(7, None, status=6)
    db.add("message_system", message_row_id=db.count + 1, action_type=67)
    first = db.message(0, "Hello *Ana*, are you _there_?")
    reply = db.message(0, "Yes! 👋", me=1)
    db.add("message_quoted", message_row_id=reply, chat_row_id=1, from_me=0, key_id="002A0FIXTURE", message_type=0,
           text_data="Hello *Ana*, are you _there_?", timestamp=START)
    db.add("receipt_user", message_row_id=reply, receipt_user_jid_row_id=1, receipt_timestamp=START + 181_000,
           read_timestamp=START + 240_000)
    db.reaction(reply, "👍", sender=1, at=1)
    db.reaction(reply, "❤️", sender=1, at=2)
    db.reaction(first, "😂", me=1, at=3)
    db.reaction(first, "", me=1, at=4)
    db.reaction(first, None, sender=1, at=5, kind=68)
    db.reaction(first, None, sender=1, at=6, kind=79)
    db.media(1, "Media/WhatsApp Images/IMG-20260102-WA0001.jpg", "image/jpeg", "The *view*", file_size=len(picture),
             file_hash="aDE=")
    row = db.media(1, "Media/WhatsApp Images/IMG-20260102-WA0404.jpg", "image/jpeg", file_size=0, file_length=2048,
                   width=640, height=480)
    db.add("message_thumbnail", message_row_id=row, thumbnail=picture)
    db.media(2, "Media/WhatsApp Voice Notes/202601/PTT-20260102-WA0002.opus", "audio/ogg; codecs=opus",
             media_duration=7, more=dict(origin=1), raw_transcription_text="See you at noon")
    db.media(2, "Media/WhatsApp Audio/AUD-20260102-WA0003.mp3", "audio/mpeg", media_duration=183)
    db.media(3, "Media/WhatsApp Video/VID-20260102-WA0004.mp4", "video/mp4", "A film", media_duration=12)
    db.media(13, "Media/WhatsApp Animated Gifs/VID-20260102-WA0005.mp4", "video/mp4")
    db.media(9, "Media/WhatsApp Documents/plan.pdf", "application/pdf", media_name="Plan for May.pdf",
             media_caption="Please sign", file_size=120_000, page_count=3, me=1)
    db.media(20, "Media/WhatsApp Stickers/STK-20260102-WA0006.webp", "image/webp", file_hash="aDI=")
    db.add("media_hash_thumbnail", media_hash="aDI=", thumbnail=picture)
    row = db.message(4, None)
    db.add("message_vcard", message_row_id=row, vcard=CARD.format("Emil Noor", "+49 155 50107"))
    row = db.message(14, None, me=1)
    for card in [("Finn Oda", "+49 155 50108"), ("Greta Pax", "+49 155 50110")]:
        db.add("message_vcard", message_row_id=row, vcard=CARD.format(*card))
    row = db.message(5)
    db.add("message_location", message_row_id=row, latitude=52.5163, longitude=13.3777, place_name="Gate Café",
           place_address="Pariser Platz 1", url="https://example.org/gate")
    row = db.message(16, "on my way", me=1)
    db.add("message_location", message_row_id=row, latitude=52.5, longitude=13.4, live_location_share_duration=900)
    db.media(42, None, "image/jpeg")
    db.media(43, None, "video/mp4", me=1)
    db.media(82, None, "audio/ogg", media_duration=3)
    for row in range(db.count - 1, db.count + 2):
        db.add("message_view_once_media", message_row_id=row, state=row % 3)
    row = db.message(0, "https://example.org/walks is where I found it")
    db.add("message_text", message_row_id=row, url="https://example.org/walks", page_title="Walks",
           description="Forty walks around the lake")
    db.add("message_thumbnail", message_row_id=row, thumbnail=picture)
    row = db.message(0, "The final text", me=1, status=5)
    db.add("message_edit_info", message_row_id=row, original_key_id="X", edited_timestamp=START + 3_600_000,
           sender_timestamp=START + 3_600_000)
    row = db.message(15, None)
    db.add("message_revoked", message_row_id=row, revoked_key_id="Y", revoke_timestamp=START + 3_700_000)
    row = db.message(0, "Passed on by many", me=1, status=4, starred=1)
    db.add("message_forwarded", message_row_id=row, forward_score=127)
    db.message(0, "Passed on once", me=1, status=0, origination_flags=1)
    row = db.message(24, None)
    db.add("message_group_invite", message_row_id=row, group_name="Hikers", expiration=START // 1000)
    db.message(94, None)
    for number, (kind, me, video, seconds, result) in enumerate([
        (90, 0, 0, 65, 5), (90, 1, 1, 0, 2), (90, 0, 1, 0, 2), (8, 0, 0, 0, 4), (90, 1, 0, 0, 7), (90, 1, 0, 0, 3),
        (90, 0, 0, 0, 99),
    ]):
        row = db.message(kind, me=me)
        call = db.add("call_log", jid_row_id=1, from_me=me, call_id=f"c{number}", timestamp=START + 60_000 * db.count,
                      video_call=video, duration=seconds, call_result=result)
        db.add("message_call_log", message_row_id=row, call_log_row_id=call)
    row = db.message(10)
    db.add("missed_call_logs", message_row_id=row, video_call=1)
    # A call without a message, and one that the message above tells of.
    db.add("call_log", jid_row_id=1, from_me=0, call_id="alone", timestamp=START + 60_000 * db.count - 30_000,
           video_call=0, duration=5, call_result=5)
    db.add("call_log", jid_row_id=1, from_me=0, call_id="same", timestamp=START + 60_000 * db.count + 400,
           video_call=1, duration=0, call_result=2)
    for kind in [25, 27, 32, 45, 46, 49, 55, 28]:
        db.message(kind, f"Business text {kind}" if kind != 55 else None)
    row = db.message(7, None, status=6)
    db.add("message_system", message_row_id=row, action_type=56)
    db.add("message_ephemeral", message_row_id=row, duration=604_800)
    db.message(36, None)
    db.message(11, None)
    db.media(81, "Media/WhatsApp Video Notes/VID-1.mp4", "video/mp4", media_duration=4)
    db.message(92, "Picnic")
    db.message(112, None)
    db.message(116, "never shown")
    db.message(777, "Text of an unknown type")
    db.message(778, None)
    db.message(0, None)
    # A side row without its message, and a status update.
    db.add("message_quoted", message_row_id=9_999, key_id="gone")
    db.message(0, "A status", chat=2, sender=1)
    db.message(0, "From a chat that is gone", chat=77)
    contacts = Builder(folder / "wa.db", {
        "wa_contacts": "_id INTEGER PRIMARY KEY, jid TEXT, display_name TEXT, wa_name TEXT, given_name TEXT,"
        " family_name TEXT, number TEXT, status TEXT"})
    contacts.add("wa_contacts", jid="4915550100@s.whatsapp.net", display_name="Ben Ito", wa_name="benny")
    image = folder / "Media" / "WhatsApp Images" / "IMG-20260102-WA0001.jpg"
    image.parent.mkdir(parents=True, exist_ok=True)
    image.write_bytes(picture)


def android_group(path):
    db = Android(path, "UTF-16le")
    db.add("chat", jid_row_id=5, hidden=0, subject="Hikers", created_timestamp=START, group_type=0)
    ben, cleo, dora, zed = 3, 4, 7, 8
    for action, sender, people, text in [
        (11, ben, [], "Hikers"), (12, ben, [cleo, 0], None), (4, ben, [dora], None), (20, dora, [dora], None),
        (79, None, [dora], None), (1, ben, [], "Hikers and friends"), (6, ben, [], None), (27, ben, [], None),
        (15, ben, [cleo], None), (16, ben, [cleo], None), (18, None, [ben], None), (28, zed, [], None),
        (10, zed, [], None), (57, ben, [], None), (58, None, [], None), (58, None, [], None), (68, ben, [], None),
        (69, None, [], None), (70, cleo, [], None), (118, cleo, [], None), (165, dora, [], None),
        (5, dora, [], None), (13, dora, [dora], None), (7, ben, [dora], None), (14, ben, [dora], None),
        (2, ben, [], None), (87, None, [], None), (108, None, [cleo], None), (123, None, [], None),
        (4242, ben, [], "of another version"),
    ]:
        row = db.message(7, text, sender=sender, status=6)
        db.add("message_system", message_row_id=row, action_type=action)
        for person in people:
            db.add("message_system_chat_participant", message_row_id=row, user_jid_row_id=person)
        if action == 28:
            db.add("message_system_number_change", message_row_id=row, old_jid_row_id=zed, new_jid_row_id=1)
        if action == 58:
            db.add("message_system_block_contact", message_row_id=row, is_blocked=row % 2)
        if action == 69:
            db.add("message_system_business_state", message_row_id=row, business_name="Lake Boats")
    # Answers of three people to a poll; Cleo changes hers, Dora withdraws.
    poll = db.message(66, "Where do we go?", me=1)
    db.add("message_poll", message_row_id=poll, selectable_options_count=0)
    lake, hill, sea = [db.add("message_poll_option", message_row_id=poll, option_name=name, vote_total=0)
                       for name in ["Lake", "Hill", "Sea"]]
    for at, (sender, me, options) in enumerate([
        (ben, 0, [lake, hill]), (cleo, 0, [lake]), (cleo, 0, [sea]), (dora, 0, [sea]), (dora, 0, []), (None, 1, [hill]),
    ]):
        vote = db.add("message_add_on", chat_row_id=1, from_me=me, key_id=f"V{at}", sender_jid_row_id=sender,
                      parent_message_row_id=poll, timestamp=START + at, message_add_on_type=67)
        db.add("message_add_on_poll_vote", message_add_on_row_id=vote, sender_timestamp=START + at)
        for option in options:
            db.add("message_add_on_poll_vote_selected_option", message_add_on_row_id=vote, message_poll_option_id=option)
    quiz = db.message(106, "Second poll", sender=cleo)
    db.add("message_poll_option", message_row_id=quiz, option_name="Only option", vote_total=3)
    row = db.message(0, "Ask @88001 or @88002, not @88999", sender=dora)
    for person in [ben, cleo]:
        db.add("message_mentions", message_row_id=row, jid_row_id=person)
    # An album, one picture of which also came in HD.
    head = db.message(99, None, sender=cleo)
    db.add("message_album", message_row_id=head, image_count=2, video_count=1)
    children = [db.media(kind, f"Media/WhatsApp Images/IMG-{n}.jpg", "image/jpeg", text, more=dict(sender=cleo))
                for n, (kind, text) in enumerate([(1, "First"), (1, None), (3, None)])]
    for child in children:
        db.add("message_association", parent_message_row_id=head, child_message_row_id=child, association_type=2)
    for kind in [7, 12]:
        twin = db.media(1, "Media/WhatsApp Images/IMG-HD.jpg", "image/jpeg", more=dict(sender=cleo))
        db.add("message_association", parent_message_row_id=children[0], child_message_row_id=twin, association_type=kind)
    lonely = db.message(99, None, sender=ben)
    db.add("message_album", message_row_id=lonely, image_count=1, video_count=0)
    row = db.message(64, None, sender=ben)
    db.add("message_revoked", message_row_id=row, admin_jid_row_id=cleo, revoke_timestamp=START + 9_000_000)
    row = db.message(0, "A reply to what is gone", sender=zed, status=0)
    db.add("message_quoted", message_row_id=row, from_me=0, sender_jid_row_id=ben, key_id="GONE", message_type=1,
           text_data=None)
    # Two read it: the chat shows the status only. Its place in the order is not that of its row.
    row = db.message(0, "Bye", me=1, status=8, sort_id=db.count + 9)
    for person in [ben, cleo]:
        db.add("receipt_user", message_row_id=row, receipt_user_jid_row_id=person, receipt_timestamp=START,
               read_timestamp=START)
    db.message(0, "Before the last one", sender=cleo)


OLD = {
    "messages": "_id INTEGER PRIMARY KEY, key_remote_jid TEXT NOT NULL, key_from_me INTEGER, key_id TEXT NOT NULL,"
    " status INTEGER, needs_push INTEGER, data TEXT, timestamp INTEGER, media_url TEXT, media_mime_type TEXT,"
    " media_wa_type TEXT, media_size INTEGER, media_name TEXT, media_caption TEXT, media_hash TEXT,"
    " media_duration INTEGER, origin INTEGER, latitude REAL, longitude REAL, thumb_image TEXT, remote_resource TEXT,"
    " received_timestamp INTEGER, quoted_row_id INTEGER, starred INTEGER, edit_version INTEGER, forwarded INTEGER",
    "messages_quotes": "_id INTEGER PRIMARY KEY, key_remote_jid TEXT, key_from_me INTEGER, key_id TEXT, data TEXT,"
    " media_wa_type TEXT, remote_resource TEXT",
    "chat_list": "_id INTEGER PRIMARY KEY, key_remote_jid TEXT UNIQUE, subject TEXT",
    "message": "_id INTEGER PRIMARY KEY, chat_row_id INTEGER",
}


def android_old(path):
    db = Builder(path, OLD)
    group = "4915550100-1400000000@g.us"
    db.add("chat_list", key_remote_jid=group, subject="Old friends")
    db.add("messages", key_remote_jid="-1", key_from_me=0, key_id="-1", status=-1)
    quote = db.add("messages_quotes", key_remote_jid=group, key_from_me=0, key_id="K3", data="Hi all",
                   media_wa_type="0", remote_resource="4915550101@s.whatsapp.net")
    path = b"Media/WhatsApp Images/IMG-20180101-WA0001.jpg"
    java = b"\xac\xed\x00\x05sr\x00\x09MediaDatat\x00" + bytes([len(path)]) + path
    ben = "4915550101@s.whatsapp.net"
    rows = [
        dict(status=6, media_size=11, data="Old friends", remote_resource=ben),
        dict(status=6, media_size=999, remote_resource=ben),
        dict(data="Hi all", media_wa_type="0", remote_resource=ben),
        dict(data="Hello", media_wa_type="0", key_from_me=1, status=13, quoted_row_id=quote),
        dict(media_wa_type="1", media_caption="Beach", media_size=2000, thumb_image=java, remote_resource=ben,
             media_mime_type="image/jpeg"),
        dict(media_wa_type="2", origin=1, media_duration=4, remote_resource=ben),
        dict(media_wa_type="3", media_duration=9, remote_resource=ben),
        dict(media_wa_type="4", data=CARD.format("Emil Noor", "+49 155 50107"), media_name="Emil", remote_resource=ben),
        dict(media_wa_type="5", latitude=52.5, longitude=13.4, media_name="Gate", remote_resource=ben),
        dict(media_wa_type="9", media_name="notes.pdf", media_size=999, remote_resource=ben),
        dict(media_wa_type="0", edit_version=7, remote_resource=ben),
        dict(media_wa_type="15", remote_resource=ben),
        dict(media_wa_type="8", key_from_me=1), dict(media_wa_type="10", remote_resource=ben),
        dict(media_wa_type="0", data="Passed on", forwarded=1, starred=1, remote_resource=ben),
        dict(media_wa_type="555", data="unknown", remote_resource=ben), dict(data=None, remote_resource=None),
    ]
    for number, row in enumerate(rows, 1):
        values = dict(key_remote_jid=group, key_from_me=0, key_id=f"K{number}", status=0,
                      timestamp=1_514_800_000_000 + number * 60_000)
        db.add("messages", **(values | row))


# MARK: iPhone

PHONE = {
    "ZWAMESSAGE": "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHILDMESSAGESDELIVEREDCOUNT INTEGER,"
    " ZFLAGS INTEGER, ZGROUPEVENTTYPE INTEGER, ZISFROMME INTEGER, ZMESSAGEERRORSTATUS INTEGER, ZMESSAGESTATUS INTEGER,"
    " ZMESSAGETYPE INTEGER, ZSORT INTEGER, ZSTARRED INTEGER, ZCHATSESSION INTEGER, ZGROUPMEMBER INTEGER,"
    " ZLASTSESSION INTEGER, ZMEDIAITEM INTEGER, ZMESSAGEINFO INTEGER, ZPARENTMESSAGE INTEGER, ZMESSAGEDATE TIMESTAMP,"
    " ZSENTDATE TIMESTAMP, ZFROMJID VARCHAR, ZPUSHNAME VARCHAR, ZSTANZAID VARCHAR, ZTEXT VARCHAR, ZTOJID VARCHAR",
    "ZWACHATSESSION": "Z_PK INTEGER PRIMARY KEY, ZARCHIVED INTEGER, ZMESSAGECOUNTER INTEGER, ZREMOVED INTEGER,"
    " ZSESSIONTYPE INTEGER, ZGROUPINFO INTEGER, ZLASTMESSAGEDATE TIMESTAMP, ZCONTACTJID VARCHAR, ZPARTNERNAME VARCHAR",
    "ZWAMEDIAITEM": "Z_PK INTEGER PRIMARY KEY, ZFILESIZE INTEGER, ZMEDIAORIGIN INTEGER, ZMOVIEDURATION INTEGER,"
    " ZMESSAGE INTEGER, ZLATITUDE FLOAT, ZLONGITUDE FLOAT, ZMEDIALOCALPATH VARCHAR, ZMEDIAURL VARCHAR, ZTITLE VARCHAR,"
    " ZVCARDNAME VARCHAR, ZVCARDSTRING VARCHAR, ZXMPPTHUMBPATH VARCHAR, ZMEDIAKEY BLOB, ZMETADATA BLOB",
    "ZWAMESSAGEINFO": "Z_PK INTEGER PRIMARY KEY, ZMESSAGE INTEGER, ZRECEIPTINFO BLOB",
    "ZWAMESSAGEDATAITEM": "Z_PK INTEGER PRIMARY KEY, ZMESSAGE INTEGER, ZTITLE VARCHAR, ZSUMMARY VARCHAR,"
    " ZMATCHEDTEXT VARCHAR, ZCONTENT1 VARCHAR",
    "ZWAGROUPMEMBER": "Z_PK INTEGER PRIMARY KEY, ZISACTIVE INTEGER, ZISADMIN INTEGER, ZCHATSESSION INTEGER,"
    " ZCONTACTNAME VARCHAR, ZFIRSTNAME VARCHAR, ZMEMBERJID VARCHAR",
    "ZWAGROUPINFO": "Z_PK INTEGER PRIMARY KEY, ZCHATSESSION INTEGER, ZCREATIONDATE TIMESTAMP, ZCREATORJID VARCHAR",
    "ZWAPROFILEPUSHNAME": "Z_PK INTEGER PRIMARY KEY, ZJID VARCHAR, ZPUSHNAME VARCHAR",
    "ZWAVCARDMENTION": "Z_PK INTEGER PRIMARY KEY, ZMEDIAITEM INTEGER, ZSENDERJID VARCHAR, ZWHATSAPPID VARCHAR",
    "Z_METADATA": "Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR, Z_PLIST BLOB",
}
BEN = "4915550100@s.whatsapp.net"


class Phone(Builder):
    def __init__(self, path, encoding="UTF-8"):
        super().__init__(path, PHONE, encoding)
        self.count = 0

    def message(self, kind, text=None, me=0, chat=1, member=None, status=None, sender=BEN, event=0, media=None, **more):
        self.count += 1
        at = START / 1000 + 60 * self.count - APPLE
        values = dict(
            ZCHATSESSION=chat, ZISFROMME=me, ZMESSAGEDATE=at, ZSENTDATE=at + 1, ZTEXT=text, ZMESSAGETYPE=kind,
            ZMESSAGESTATUS=(8 if me else 0) if status is None else status, ZGROUPEVENTTYPE=event, ZGROUPMEMBER=member,
            ZFROMJID=None if me else sender, ZTOJID=sender if me else None, ZSTANZAID=f"{self.count:04X}C0FFEE0000000000",
            ZSORT=self.count)
        row = self.add("ZWAMESSAGE", **(values | more))
        if media is not None:
            self.add("ZWAMEDIAITEM", ZMESSAGE=row, **media)
        return row


def quoted(number, text, author=None):
    fields = field(5, f"{number:04X}C0FFEE0000000000")
    if author:
        fields += field(6, author)
    return fields + field(19, field(1, text))


def iphone_direct(folder):
    db = Phone(folder / "ChatStorage.sqlite")
    db.add("ZWACHATSESSION", ZCONTACTJID=BEN, ZPARTNERNAME="Ben from work", ZSESSIONTYPE=0, ZMESSAGECOUNTER=3)
    db.add("ZWACHATSESSION", ZCONTACTJID="88001@lid.status", ZPARTNERNAME="Ben", ZSESSIONTYPE=3)
    db.add("ZWACHATSESSION", ZCONTACTJID="4915550199@s.whatsapp.net", ZPARTNERNAME="Nobody wrote")
    db.message(10, None, event=2)
    first = db.message(0, "Hello *Ana*, are you _there_?", media={})
    db.message(0, "Yes! 👋", me=1, media=dict(ZMETADATA=quoted(2, "Hello *Ana*, are you _there_?")), ZSTARRED=1)
    db.add("ZWAMESSAGEINFO", ZMESSAGE=first, ZRECEIPTINFO=field(7, field(2, field(1, "r") + field(2, "😂") + field(3, 5))))
    db.add("ZWAMESSAGEINFO", ZMESSAGE=first + 1, ZRECEIPTINFO=field(
        7, field(1, field(1, "r") + field(2, BEN) + field(3, "👍") + field(4, 5))))
    db.message(1, None, media=dict(
        ZMEDIALOCALPATH="Media/4915550100@s.whatsapp.net/a/b/picture.jpg", ZTITLE="The *view*", ZVCARDSTRING="image/jpeg",
        ZFILESIZE=len(picture)))
    db.message(1, None, media=dict(
        ZMEDIALOCALPATH="Media/4915550100@s.whatsapp.net/a/b/gone.jpg", ZVCARDSTRING="image/jpeg", ZFILESIZE=2048,
        ZXMPPTHUMBPATH="Media/4915550100@s.whatsapp.net/a/b/gone.thumb"))
    files = [
        (2, "film.mp4", "video/mp4", 12, "A film"), (3, "note.opus", "audio/ogg; codecs=opus", 7, None),
        (11, "loop.mp4", "video/mp4", 0, None), (15, "sticker.webp", "image/webp", 0, None),
        (20, "20.jpg", "image/jpeg", 0, None), (43, "43.mp4", "video/mp4", 3, None), (54, "54.mp4", "video/mp4", 4, None),
        (53, "53.opus", "audio/ogg", 5, None),
    ]
    for kind, name, mime, seconds, title in files:
        db.message(kind, media=dict(ZMEDIALOCALPATH=f"Media/4915550100@s.whatsapp.net/{name}", ZVCARDSTRING=mime,
                                    ZMOVIEDURATION=seconds, ZTITLE=title))
    db.message(8, None, me=1, media=dict(ZMEDIALOCALPATH="Media/x/abcdef.pdf", ZTITLE="Plan for May.pdf",
                                         ZVCARDSTRING="application/pdf", ZFILESIZE=120_000))
    db.message(24, "Please sign", me=1, media=dict(ZTITLE="Budget.xlsx", ZFILESIZE=77))
    db.message(38, None, media=dict(ZVCARDSTRING="image/jpeg"))
    db.message(39, None, me=1, media=dict(ZVCARDSTRING="video/mp4"))
    db.message(4, None, media=dict(ZVCARDNAME="Emil Noor", ZVCARDSTRING=CARD.format("Emil Noor", "+49 155 50107")))
    db.message(4, None, media=dict(
        ZVCARDNAME="Finn Oda_$!<Name-Separator>!$_Greta Pax",
        ZVCARDSTRING=CARD.format("Finn Oda", "+49 155 50108") + "_$!<VCard-Separator>!$_"
        + CARD.format("Greta Pax", "+49 155 50110")))
    db.message(5, None, media=dict(ZLATITUDE=52.5163, ZLONGITUDE=13.3777, ZTITLE="Gate Café"))
    row = db.message(7, "https://example.org/walks is where I found it", media=dict(
        ZTITLE="Walks", ZMEDIAURL="https://example.org/walks", ZMETADATA=field(3, "Forty walks around the lake")))
    row = db.message(7, "Another: https://example.org/boats", me=1, status=6)
    db.add("ZWAMESSAGEDATAITEM", ZMESSAGE=row, ZTITLE="Boats", ZSUMMARY="For rent", ZMATCHEDTEXT="https://example.org/boats")
    db.message(14, None)
    db.message(46, "Where do we go?", me=1, status=1)
    db.message(0, "Not sent", me=1, status=9)
    for event in [1, 4, 22, 3, 34, 35, 60]:
        db.message(10, None, event=event)
    db.message(10, "\u200EYour message was too long", event=99)
    db.message(66, None, media=dict(ZVCARDSTRING=None))
    db.message(59, None)
    db.message(888, "Text of an unknown type")
    db.message(889, None, media=dict(ZMEDIALOCALPATH="Media/x/file.png", ZVCARDSTRING="image/png"))
    db.message(0, None, ZMESSAGEDATE=0.0, media=dict(ZMETADATA=b"\x2a\xff\x01"))
    db.message(0, "A status", chat=2)
    db.message(0, "Of no session", chat=None)
    contacts = Builder(folder / "ContactsV2.sqlite", {
        "ZWAADDRESSBOOKCONTACT": "Z_PK INTEGER PRIMARY KEY, ZFULLNAME VARCHAR, ZPHONENUMBER VARCHAR, ZWHATSAPPID VARCHAR,"
        " ZLID VARCHAR, ZBUSINESSNAME VARCHAR, ZABOUTTEXT VARCHAR"})
    contacts.add("ZWAADDRESSBOOKCONTACT", ZFULLNAME="Ben Ito".encode(), ZPHONENUMBER="+49 155 50100", ZWHATSAPPID=BEN,
                 ZLID="88001@lid")
    image = folder / "Message" / "Media" / "4915550100@s.whatsapp.net" / "a" / "b"
    image.mkdir(parents=True, exist_ok=True)
    (image / "picture.jpg").write_bytes(picture)
    (image / "gone.thumb").write_bytes(picture)


def iphone_group(folder):
    """UTF-16, and a log whose last transaction was never finished."""
    path = folder / "ChatStorage.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    work = folder.parent / "work.sqlite"
    db = Phone(work, "UTF-16le")
    group = "120363000000000001@g.us"
    db.add("ZWACHATSESSION", ZCONTACTJID=group, ZPARTNERNAME="Hikers", ZSESSIONTYPE=1, ZGROUPINFO=1)
    db.add("ZWAGROUPINFO", ZCHATSESSION=1, ZCREATORJID="88001@lid")
    ben, cleo, dora = [db.add("ZWAGROUPMEMBER", ZCHATSESSION=1, ZMEMBERJID=id, ZCONTACTNAME=name, ZFIRSTNAME=first)
                       for id, name, first in [("88001@lid", "", None), ("88002@lid", None, "Cleo"),
                                               ("4915550101@s.whatsapp.net", "Dora Kim", "Dora")]]
    db.add("ZWAPROFILEPUSHNAME", ZJID="88001@lid", ZPUSHNAME="benny")
    for event, text in [
        (12, None), (2, "88001@lid;88002@lid,4915550101@s.whatsapp.net"), (50, "88002@lid"), (1, "Hikers and friends"),
        (1, '{"subject": "Hikers again", "author": "88001@lid"}'), (7, "88001@lid;88002@lid"),
        (15, "4915550101@s.whatsapp.net"), (26, "86400"), (3, None), (4, "88002@lid"), (5, None), (9, "a text"), (10, None),
        (777, '{"setting": 1}'), (0, "\u200EBen changed this group's settings"),
    ]:
        db.message(6, text, member=ben, sender=group, event=event)
    db.db.execute("PRAGMA journal_mode=WAL")
    db.db.execute("PRAGMA wal_autocheckpoint=0")
    row = db.message(0, "Who comes?", member=cleo, sender=group)
    db.add("ZWAMESSAGEINFO", ZMESSAGE=row, ZRECEIPTINFO=field(
        7, field(1, field(1, "r") + field(2, "88001@lid") + field(3, "👍") + field(4, 5))
        + field(1, field(1, "s") + field(2, "4915550101@s.whatsapp.net") + field(3, "👍") + field(4, 6))))
    db.message(0, "I do", member=dora, sender=group,
               media=dict(ZMETADATA=quoted(db.count, "Who comes?", "88002@lid")))
    db.message(0, "Me too", me=1, sender=group)
    db.message(14, None, member=ben, sender=group, media=dict(ZVCARDSTRING="88002@lid"))
    db.message(0, "From a member that is unknown", member=99, sender=group)
    late = db.count
    db.message(0, "Last by its place", member=cleo, sender=group, ZSORT=late + 9)
    db.message(0, "Before the last one", member=dora, sender=group)
    db.db.execute("PRAGMA cache_size=1")
    db.db.execute("BEGIN")
    db.db.execute("UPDATE ZWAMESSAGE SET ZTEXT = 'never committed'")
    for number in range(60):
        db.message(0, f"never committed {number}", member=ben, sender=group)
    for ending in "", "-wal":
        shutil.copyfile(f"{work}{ending}", f"{path}{ending}")
    db.db.execute("ROLLBACK")
    db.db.close()
    work.unlink()
    (folder / "contacts.vcf").write_text(
        CARD.format("Ben Ito", "+49 155 50100") + CARD.format("Dora K. Kim", "0155 50101"))


# MARK: A talk that WhatsApp also exported as text

def android_joined(path):
    """The chats of joined-android.txt and joined-android-group.txt, without an address book."""
    db = Android(path)
    db.add("chat", jid_row_id=1, hidden=0, subject=None, created_timestamp=START)
    db.add("chat", jid_row_id=5, hidden=0, subject="Hikers", created_timestamp=START)
    # The text has minutes only.
    start, second = START + 17_000, dict(chat=2)

    def notice(action, text=None, sender=None, people=(), **more):
        row = db.message(7, text, sender=sender, status=6, **more)
        db.add("message_system", message_row_id=row, action_type=action)
        for person in people:
            db.add("message_system_chat_participant", message_row_id=row, user_jid_row_id=person)
        return row

    def call(me, video, seconds, result):
        row = db.message(90, me=me)
        log = db.add("call_log", jid_row_id=1, from_me=me, call_id=f"c{row}", timestamp=START + 60_000 * db.count,
                     video_call=video, duration=seconds, call_result=result)
        db.add("message_call_log", message_row_id=row, call_log_row_id=log)

    def poll(question, options, **more):
        row = db.message(66, question, **more)
        for name, votes in options:
            db.add("message_poll_option", message_row_id=row, option_name=name, vote_total=votes)

    notice(67)
    db.message(0, "Hello *Ana*, are you there?")
    db.message(0, "Yes! 👋", me=1)
    db.message(0, "One line\nanother line\n\nand the last one", me=1)
    db.media(1, "Media/WhatsApp Images/IMG-20260102-WA0001.jpg", "image/jpeg", "The *view*", file_size=2048)
    db.media(1, "Media/WhatsApp Images/IMG-20260102-WA0002.jpg", "image/jpeg", file_size=2049)
    db.media(2, "Media/WhatsApp Voice Notes/202601/PTT-20260102-WA0003.opus", "audio/ogg; codecs=opus", media_duration=7,
             more=dict(origin=1))
    db.media(9, "Media/WhatsApp Documents/DOC-20260102-WA0004.pdf", "application/pdf", media_name="Plan for May.pdf",
             file_size=120_000, me=1)
    row = db.message(15)
    db.add("message_revoked", message_row_id=row, revoked_key_id="Y", revoke_timestamp=START + 3_700_000)
    row = db.message(15, me=1)
    db.add("message_revoked", message_row_id=row, revoked_key_id="Z", revoke_timestamp=START + 3_800_000)
    row = db.message(0, "The final text", me=1)
    db.add("message_edit_info", message_row_id=row, original_key_id="X", edited_timestamp=START + 3_600_000)
    poll("Where do we go?", [("Lake", 2), ("Hill", 1)], me=1)
    row = db.message(5)
    db.add("message_location", message_row_id=row, latitude=52.5163, longitude=13.3777, place_name="Gate Café",
           place_address="Pariser Platz 1")
    row = db.message(5, me=1)
    db.add("message_location", message_row_id=row, latitude=52.5, longitude=13.4)
    row = db.message(16, me=1)
    db.add("message_location", message_row_id=row, latitude=52.6, longitude=13.5, live_location_share_duration=900)
    row = db.message(4)
    db.add("message_vcard", message_row_id=row, vcard=CARD.format("Emil Noor", "+49 155 50107"))
    row = db.media(42, None, "image/jpeg")
    db.add("message_view_once_media", message_row_id=row, state=1)
    call(0, 0, 0, 2)
    call(0, 1, 0, 2)
    call(1, 0, 125, 5)
    db.message(0, "ok")
    db.message(0, "ok", minutes=db.count)
    db.message(0, "ok", me=1, minutes=db.count)
    row = db.message(0, "https://example.org/walks")
    db.add("message_text", message_row_id=row, url="https://example.org/walks", page_title="Walks")
    db.media(20, "Media/WhatsApp Stickers/STK-20260102-WA0006.webp", "image/webp")
    row = notice(56)
    db.add("message_ephemeral", message_row_id=row, duration=604_800)
    row = db.message(0, "A reply", me=1)
    db.add("message_quoted", message_row_id=row, chat_row_id=1, from_me=0, key_id="002A0FIXTURE", message_type=0,
           text_data="Hello *Ana*, are you there?")
    db.message(11)
    db.message(0, "Only the phone has this", me=1)
    db.message(0, "The last one")
    ben, cleo = 3, 4
    notice(11, "Hikers", ben, **second)
    notice(4, None, ben, [cleo], **second)
    db.message(0, "Hi all", sender=cleo, **second)
    row = db.message(0, "Ask @88002 or me", sender=ben, **second)
    db.add("message_mentions", message_row_id=row, jid_row_id=cleo)
    db.message(0, "Me too", me=1, **second)
    db.message(0, "By train or by car?", sender=ben, **second)
    notice(1, "Hikers and friends", cleo, **second)
    poll("Second poll", [("Sea", 1), ("None", 0)], sender=cleo, **second)
    row = db.message(64, sender=ben, **second)
    db.add("message_revoked", message_row_id=row, admin_jid_row_id=cleo, revoke_timestamp=START + 9_000_000)
    notice(5, None, ben, [ben], **second)
    db.message(0, "Bye, Ben", sender=cleo, **second)
    db.db.execute("UPDATE message SET timestamp = timestamp + ? WHERE chat_row_id > 0", [start - START])


def iphone_joined(path):
    """The chat of joined-iphone.txt."""
    db = Phone(path)
    db.add("ZWACHATSESSION", ZCONTACTJID=BEN, ZPARTNERNAME="Ben Ito", ZSESSIONTYPE=0)
    folder = "Media/4915550100@s.whatsapp.net/"
    db.message(10, None, event=2)
    db.message(0, "Hello *Ana*, are you there?")
    db.message(0, "Yes! 👋", me=1)
    db.message(0, "One line\nanother line\n\nand the last one", me=1)
    db.message(1, media=dict(ZMEDIALOCALPATH=folder + "a.jpg", ZTITLE="The *view*", ZVCARDSTRING="image/jpeg", ZFILESIZE=9))
    for kind, name, mime in [(1, "b.jpg", "image/jpeg"), (2, "c.mp4", "video/mp4"), (3, "d.opus", "audio/ogg; codecs=opus"),
                             (11, "e.mp4", "video/mp4"), (15, "f.webp", "image/webp")]:
        db.message(kind, media=dict(ZMEDIALOCALPATH=folder + name, ZVCARDSTRING=mime, ZFILESIZE=9))
    db.message(8, me=1, media=dict(ZMEDIALOCALPATH=folder + "g.pdf", ZTITLE="Plan for May.pdf", ZVCARDSTRING="application/pdf"))
    db.message(38, media=dict(ZVCARDSTRING="image/jpeg"))
    db.message(4, media=dict(ZVCARDNAME="Emil Noor", ZVCARDSTRING=CARD.format("Emil Noor", "+49 155 50107")))
    db.message(5, media=dict(ZLATITUDE=52.5163, ZLONGITUDE=13.3777, ZTITLE="Gate Café"))
    db.message(5, me=1, media=dict(ZLATITUDE=52.5, ZLONGITUDE=13.4))
    db.message(14)
    db.message(14, me=1)
    db.message(46, "Where do we go?", me=1)
    db.message(59)
    db.message(0, "The final text", me=1)
    db.message(0, "ok")
    db.message(0, "ok", ZMESSAGEDATE=START / 1000 + 60 * db.count - APPLE)
    db.message(0, "Only the phone has this", me=1)
    db.message(0, "The last one")
    db.db.execute("UPDATE ZWAMESSAGE SET ZMESSAGEDATE = ZMESSAGEDATE + 17.25")


for name in ["android-database.zip", "android-database-group.zip", "iphone-database.zip", "iphone-database-group.zip"]:
    shutil.rmtree(out / name, ignore_errors=True)
android_direct(out / "android-database.zip")
android_group(out / "android-database-group.zip" / "msgstore.db")
android_old(out / "android-database-old.db")
iphone_direct(out / "iphone-database.zip")
iphone_group(out / "iphone-database-group.zip")
android_joined(out / "joined-android-database.db")
iphone_joined(out / "joined-iphone-database.db")
