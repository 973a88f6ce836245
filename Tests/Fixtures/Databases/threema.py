#!/usr/bin/env python3
"""Builds data backups of Threema below ../Imports/threema: every type and status once, one unknown of each.
All people are invented. Needs the Python package pyzipper."""
import json
import pathlib
import shutil
import struct
import zlib

import pyzipper
from pyzipper import zipfile_aes

here = pathlib.Path(__file__).parent
out = here.parent / "Imports" / "threema"
picture = (here.parent / "Pictures" / "turned.jpg").read_bytes()
START = 1_767_348_000_000  # 2026-01-02 10:00 UTC
PASSWORD = b"harbour lights 7"
ANA, BEN, CLEO, DORA = "ANA4TEST", "BEN4TEST", "CLEO4TST", "DORA4TST"

CONTACT = "identity publickey verification acid firstname lastname nick_name last_update hidden archived identity_id"
MESSAGE = (
    "apiid uid isoutbox isread issaved messagestae posted_at created_at modified_at type body isstatusmessage caption"
    " quoted_message_apiid delivered_at read_at g_msg_states display_tags edited_at deleted_at")
GROUP_MESSAGE = MESSAGE.replace("uid ", "uid identity ", 1)
LIST_MESSAGE = " ".join(GROUP_MESSAGE.split()[:-4])
GROUP = (
    "id creator groupname created_at last_update members archived groupDesc groupDescTimestamp group_uid user_state")
LIST = "id distribution_list_name created_at last_update distribution_members archived"
BALLOT = "id aid creator ref ref_id name state assessment type choice_type last_viewed_at created_at modified_at"
CHOICE = "id ballot aid type name vote_count order created_at modified_at"
VOTE = "id ballot_uid choice_uid identity choice created_at modified_at"
REACTION = "identity api_message_id sender_identity emoji_sequence reacted_at"
GROUP_REACTION = "api_group_id group_creator_identity api_message_id sender_identity emoji_sequence reacted_at"


def table(columns, rows):
    """All values are in quotation marks, which are doubled, as are backslashes."""
    columns = columns.split()

    def line(values):
        return ",".join('"' + str(v).replace('"', '""') + '"' for v in values)

    lines = [line(columns)]
    for row in rows:
        assert set(row) <= set(columns), set(row) - set(columns)
        lines.append(line(str(row.get(column, "")).replace("\\", "\\\\") for column in columns))
    return ("\n".join(lines) + "\n").encode()


class Chat:
    def __init__(self, prefix, columns):
        self.rows, self.media = [], {}
        self.prefix, self.columns = prefix, columns

    def add(self, kind, body="", me=0, sender=None, media=None, thumbnail=None, **more):
        number = len(self.rows) + 1
        at = START + 60_000 * number
        row = dict(
            apiid=f"{number:016x}", uid=f"{self.prefix[0]}-{number:04d}", isoutbox=me, isread=1, issaved=1,
            messagestae="READ" if me else "", posted_at=at, created_at=at + 500, type=kind, body=body, isstatusmessage=0)
        if "display_tags" in self.columns.split():
            row["display_tags"] = 0
        if sender:
            row["identity"] = sender
        row |= more
        self.rows.append({k: v for k, v in row.items() if v is not None})
        if media:
            self.media[self.prefix + "media_" + row["uid"]] = media
        if thumbnail:
            self.media[self.prefix.replace("list_message_", "list_") + "thumbnail_" + row["uid"]] = thumbnail
        return row["apiid"]


def file(mime, size, name=None, rendering=0, caption=None, **facts):
    return json.dumps(["0a", "0b", mime, size, name, rendering, True, caption, "image/jpeg", facts], ensure_ascii=False)


def status(kind, **facts):
    return json.dumps([kind, facts])


contacts = table(CONTACT, [
    dict(identity=BEN, publickey="00", firstname="Ben", lastname="Ito", nick_name="benny", identity_id="b1"),
    dict(identity=CLEO, publickey="00", nick_name="Cleo \"C\" Ray", identity_id="c1"),
    dict(identity=DORA, publickey="00", identity_id="d1", hidden=1),
])
common = {"settings": b'"version","27"\n', "identity": b"AAAA-BBBB", "contacts.csv": contacts}

# MARK: A contact

chat = Chat("message_", MESSAGE)
hello = chat.add("TEXT", "Hello *Ana*, a \"quoted\" word, a back\\slash\nand a second line")
reply = chat.add("TEXT", "Yes! 👋", me=1, quoted_message_apiid=hello, delivered_at=START + 130_000, read_at=START + 140_000)
chat.add("TEXT", f"> {BEN}: Hello Ana\n> and more\n\nThe old way to quote", me=1, messagestae="USERACK")
chat.add("TEXT", "> no quotation, only a mark", messagestae="USERDEC")
chat.add("TEXT", "Edited words", edited_at=START + 900_000)
chat.add("TEXT", deleted_at=START + 950_000)
chat.add("TEXT", "Starred, with @[CLEO4TST] and @[ANA4TEST]", display_tags=1)
chat.add("IMAGE", "[true,\"0a\",\"0b\",\"0c\"]", media=picture, caption="The *view*")
chat.add("IMAGE", "[false,\"0a\",\"0b\",\"0c\"]", thumbnail=picture)
chat.add("FILE", file("image/jpeg", 750, "IMG_1.jpg", 1, "At the lake", w=640, h=480), media=picture)
chat.add("FILE", file("image/png", 750, "s.png", 2), media=picture)
chat.add("FILE", file("image/webp", 900, "wave.webp", 1, a=True), thumbnail=picture)
chat.add("FILE", file("application/pdf", 120_000, "Plan \\ May.pdf", 0, "Please sign"), me=1, messagestae="DELIVERED")
chat.add("FILE", file("audio/aac", 4_000, "recordAudio.aac", 1, d=7.4), me=1, messagestae="CONSUMED")
chat.add("FILE", file("audio/mpeg", 90_000, "song.mp3", 0, d=183))
chat.add("FILE", file("video/mp4", 800_000, "film.mp4", 1, "A film", d=12, w=1280, h=720), thumbnail=picture)
chat.add("FILE", "[\"0a\",\"0b\"]")
chat.add("VIDEO", "[12,true,\"0a\",\"0b\",70000]", thumbnail=picture)
chat.add("VOICEMESSAGE", "[5,true,\"0a\",\"0b\"]", media=b"voice")
chat.add("LOCATION", "[52.5163,13.3777,10.0,\"Pariser Platz 1\",\"Gate Café\"]")
chat.add("LOCATION", "[99.0,13.0]", me=1, messagestae="SENT")
chat.add("CONTACT", "an old contact")
chat.add("BALLOT", "[1,7]", me=1, messagestae="SENDING")
chat.add("BALLOT", "[3,7]", me=1, messagestae="SENDFAILED")
chat.add("BALLOT", "[1,99]")
for code, me, facts in [
    (1, 0, {}), (1, 1, {}), (2, 0, dict(duration=65)), (2, 1, dict(duration=5)), (3, 1, dict(reason=1)),
    (3, 1, dict(reason=2)), (3, 0, dict(reason=3)), (4, 1, {}), (9, 0, {}),
]:
    chat.add("VOIP_STATUS", status(1, status=code, **facts), me=me, apiid="")
for code in range(1, 11):
    chat.add("FORWARD_SECURITY_STATUS", status(3, status=code, quantity=2), isstatusmessage=1)
chat.add("FORWARD_SECURITY_STATUS", status(3, status=0, staticText="A fixed sentence"), isstatusmessage=1)
chat.add("STATUS", "Ben has a new ID", isstatusmessage=1)
chat.add("SOMETHING_NEW", "words of a new type")
chat.add("TEXT", "Without a time", posted_at=None, created_at=None)
direct = common | chat.media | {
    "message_b1.csv": table(MESSAGE, chat.rows), "message_c1.csv": table(MESSAGE, []),
    "contact_profile_pic_b1": picture, "contact_avatar_me": picture,
    "contact_reactions.csv": table(REACTION, [
        dict(identity=BEN, api_message_id=reply, sender_identity=BEN, emoji_sequence="❤️", reacted_at=START),
        dict(identity=BEN, api_message_id=hello, sender_identity=ANA, emoji_sequence="👍", reacted_at=START),
        dict(identity=BEN, api_message_id=hello, sender_identity=BEN, emoji_sequence="👍", reacted_at=START),
        dict(identity=CLEO, api_message_id=hello, sender_identity=CLEO, emoji_sequence="😡", reacted_at=START)]),
    "ballot.csv": table(BALLOT, [
        dict(id=7, aid="00aa", creator=ANA, ref="IdentityBallotModel", ref_id=BEN, name="Where do we eat?",
             state="CLOSED", assessment="MULTIPLE_CHOICE", type="INTERMEDIATE", choice_type="TEXT")]),
    "ballot_choice.csv": table(CHOICE, [
        dict(id=1, ballot=f"00aa-{ANA}", aid=11, type="Text", name="Pizza", vote_count=0, order=1),
        dict(id=2, ballot=f"00aa-{ANA}", aid=10, type="Text", name="Thai", vote_count=0, order=0),
        dict(id=3, ballot="00bb-X", aid=12, type="Text", name="of another poll", vote_count=0, order=0)]),
    "ballot_vote.csv": table(VOTE, [
        dict(id=1, ballot_uid=f"00aa-{ANA}", choice_uid=10, identity=ANA, choice=1),
        dict(id=2, ballot_uid=f"00aa-{ANA}", choice_uid=10, identity=BEN, choice=1),
        dict(id=3, ballot_uid=f"00aa-{ANA}", choice_uid=11, identity=BEN, choice=1),
        dict(id=4, ballot_uid=f"00aa-{ANA}", choice_uid=11, identity=ANA, choice=0)]),
}

# MARK: A group

chat = Chat("group_message_", GROUP_MESSAGE)
for code, facts in [
    (0, {}), (1, dict(newGroupName="Hikers")), (2, {}), (3, dict(identity=CLEO)), (4, dict(identity=DORA)),
    (5, dict(identity="GONE4TST")), (6, {}), (7, {}), (8, dict(identity=BEN, ballotName="When?")),
    (9, dict(identity=BEN, ballotName="When?")), (10, dict(ballotName="When?")), (11, dict(ballotName="When?")),
    (12, {}), (13, {}), (77, {}),
]:
    chat.add("GROUP_STATUS", status(4, status=code, **facts), isstatusmessage=1)
first = chat.add("TEXT", "Who comes?", sender=BEN, g_msg_states=json.dumps({CLEO: "USERACK", ANA: "USERACK", DORA: "READ"}))
chat.add("TEXT", "I do, @[@@@@@@@@]!", me=1, sender=ANA, quoted_message_apiid=first)
chat.add("TEXT", "Me too", sender=CLEO)
chat.add("IMAGE", "[true]", sender=DORA, media=picture)
chat.add("BALLOT", "[1,8]", sender=BEN)
chat.add("GROUP_CALL_STATUS", status(2, status=1, callId="1", callerIdentity=BEN), isstatusmessage=1)
chat.add("GROUP_CALL_STATUS", status(2, status=2, callId="1"), isstatusmessage=1)
chat.add("TEXT", "From a member who is gone", sender="GONE4TST")
chat.add("TEXT", "Sent before all", sender=CLEO, posted_at=START)
group = common | chat.media | {
    "groups.csv": table(GROUP, [
        dict(id="00112233", creator=BEN, groupname="Hikers", members=f"{ANA};{BEN};{CLEO};{DORA}",
             groupDesc="Walks on Sundays", group_uid="g1", user_state=0),
        dict(id="44556677", creator=ANA, groupname="Empty", members=ANA, group_uid="g2", user_state=0)]),
    "group_message_g1.csv": table(GROUP_MESSAGE, chat.rows),
    "group_message_g2.csv": table(GROUP_MESSAGE, []),
    "group_reactions.csv": table(GROUP_REACTION, [
        dict(api_group_id="00112233", group_creator_identity=BEN, api_message_id=f"{18:016x}", sender_identity=BEN,
             emoji_sequence="🎉", reacted_at=START),
        dict(api_group_id="44556677", group_creator_identity=ANA, api_message_id=f"{18:016x}", sender_identity=BEN,
             emoji_sequence="😡", reacted_at=START)]),
    "ballot.csv": table(BALLOT, [
        dict(id=8, aid="00cc", creator=BEN, ref="GroupBallotModel", ref_id="g1", name="When?", state="OPEN")]),
    "ballot_choice.csv": table(CHOICE, [
        dict(id=4, ballot=f"00cc-{BEN}", aid=1, type="Text", name="Saturday", vote_count=3, order=0),
        dict(id=5, ballot=f"00cc-{BEN}", aid=2, type="Text", name="Sunday", vote_count=0, order=1)]),
    "ballot_vote.csv": table(VOTE, [
        dict(id=5, ballot_uid=f"00cc-{BEN}", choice_uid=2, identity=CLEO, choice=1)]),
}

# MARK: A distribution list

chat = Chat("distribution_list_message_", LIST_MESSAGE)
chat.add("TEXT", "Happy new year!", me=1)
chat.add("FILE", file("image/jpeg", 750, "card.jpg", 1), me=1, media=picture)
chat.add("FILE", file("video/mp4", 99_000, "year.mp4", 1, d=4), me=1, thumbnail=picture)
news = common | chat.media | {
    "distribution_list.csv": table(LIST, [
        dict(id=42, distribution_list_name="News", distribution_members=f"{BEN};{CLEO}")]),
    "distribution_list_message_42.csv": table(LIST_MESSAGE, chat.rows),
}

# MARK: Files

shutil.rmtree(out, ignore_errors=True)
for name, files in ("direct.zip", direct), ("group.zip", group), ("list.zip", news):
    (out / name).mkdir(parents=True)
    for path, data in files.items():
        (out / name / path).write_bytes(data)


class Salt:
    """The same in every run."""

    @staticmethod
    def new():
        return Salt()

    def read(self, length):
        return bytes(range(length))


zipfile_aes.Random = Salt


def packed(name, files, method=pyzipper.ZIP_STORED, version=2):
    """Version 2 has no CRC."""
    with pyzipper.AESZipFile(out / name, "w", compression=method, encryption=pyzipper.WZ_AES) as archive:
        archive.setpassword(PASSWORD)
        archive.setencryption(pyzipper.WZ_AES, nbits=256 if version == 2 else 128, force_wz_aes_version=version)
        for path, data in files.items():
            facts = zipfile_aes.AESZipInfo(path)
            facts.compress_type = method
            archive.writestr(facts, data)




class OldCipher:
    """That of the first ZIP programs."""

    def __init__(self, password):
        self.keys = [0x12345678, 0x23456789, 0x34567890]
        for byte in password:
            self.update(byte)

    @staticmethod
    def sum(crc, byte):
        return zlib.crc32(bytes([byte]), crc ^ 0xFFFFFFFF) ^ 0xFFFFFFFF

    def update(self, byte):
        a, b, c = self.keys
        a = self.sum(a, byte)
        b = ((b + (a & 255)) * 134775813 + 1) & 0xFFFFFFFF
        self.keys = [a, b, self.sum(c, b >> 24)]

    def encrypt(self, data):
        out = bytearray()
        for byte in data:
            mask = (self.keys[2] | 2) & 0xFFFF
            out.append(byte ^ (mask * (mask ^ 1) >> 8 & 255))
            self.update(byte)
        return bytes(out)


def packed_old(name, path, data):
    crc = zlib.crc32(data)
    body = OldCipher(PASSWORD).encrypt(bytes(range(11)) + bytes([crc >> 24]) + data)
    path = path.encode()
    facts = struct.pack("<HHHHHIIIHH", 20, 1, 0, 0, 0x21, crc, len(body), len(data), len(path), 0)
    local = b"PK\3\4" + facts + path + body
    entry = b"PK\1\2" + struct.pack("<H", 20) + facts + struct.pack("<HHHII", 0, 0, 0, 0, 0) + path
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(entry), len(local), 0)
    (out / name).write_bytes(local + entry + end)


TALK = "[02.01.26, 10:00:00] Ben: Hello\n[02.01.26, 10:01:00] Ana: Hi\n"
packed("threema-backup.zip", news | group | direct, pyzipper.ZIP_DEFLATED)
packed("whatsapp.zip", {"_chat.txt": TALK.encode()})
packed("whatsapp-crc.zip", {"_chat.txt": TALK.encode()}, pyzipper.ZIP_DEFLATED, version=1)
packed_old("whatsapp-old.zip", "_chat.txt", TALK.encode())
