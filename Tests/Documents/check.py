#!/usr/bin/env python3
"""Checks documents against the rules that matter to archives and screen readers.

    script/install --documents && Tests/Documents/check.py FILE.pdf … [--source conversation.json]

Prints one line for each broken rule; exits with 1 if there is one. It is not a full validator: it covers
the rules that archives and screen readers depend on, so that a regression is noticed. --wcag also counts
violations of WCAG (wcag.py), which do not affect the exit status.
"""
import argparse
import collections
import hashlib
import json
import re
import sys

import pikepdf

import wcag

# ISO 19005-3, 6.1.13, and annex C of ISO 32000-1.
LONGEST_STRING = 32_767
LONGEST_SIDE = 14_400
LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
ARTIFACTS = ("/Pagination", "/Background", "/Layout", "/Page")
PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
PAINTING = set("S s f F f* B B* b b* sh Do Tj TJ ' \" EI".split())


def is_second(pdf):
    """Whether the file follows ISO 32000-2, as PDF/A-4 does."""
    return pdf.pdf_version >= "2.0"


def catalog(pdf):
    root = pdf.Root
    if "/Lang" not in root:
        yield "the catalog has no language"
    elif not LANGUAGE.fullmatch(str(root.Lang)):
        yield "the catalog's language is invalid"
    if not root.get("/MarkInfo", {}).get("/Marked", False):
        yield "the document is not marked as tagged"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle", False):
        yield "viewers would show the file's name instead of its title"
    intents = list(root.get("/OutputIntents", []))
    if len(intents) != 1 or intents[0].get("/S") != "/GTS_PDFA1":
        yield "there is not exactly one output intent"
    elif int(intents[0].DestOutputProfile.N) != 3:
        yield "the output profile does not have three components"
    if "/ID" not in pdf.trailer:
        yield "the trailer has no ID"
    if pdf.trailer.get("/Encrypt") is not None:
        yield "the document is encrypted"


def metadata(pdf):
    packet = pdf.Root.get("/Metadata")
    if packet is None:
        yield "there is no metadata stream"
        return
    if "/Filter" in packet:
        yield "the metadata stream is compressed"
    text = packet.read_bytes().decode("utf-8")
    if is_second(pdf):
        yield from second_metadata(pdf, text)
        return
    info = pdf.docinfo
    with pdf.open_metadata(set_pikepdf_as_editor=False) as facts:
        pairs = [("/Title", "dc:title"), ("/Producer", "pdf:Producer"), ("/Creator", "xmp:CreatorTool")]
        for key, name in pairs:
            if str(info.get(key, "")) != str(facts.get(name, "")):
                yield f"{key} and {name} differ"
        for key, name in [("/CreationDate", "xmp:CreateDate"), ("/ModDate", "xmp:ModifyDate")]:
            digits = re.sub(r"\D", "", str(info.get(key, "")))[:14]
            if digits != re.sub(r"\D", "", str(facts.get(name, "")))[:14]:
                yield f"{key} and {name} differ"
        if (facts.get("pdfaid:part"), facts.get("pdfaid:conformance")) != ("3", "A"):
            yield "the document does not claim PDF/A-3a"
        if facts.get("{http://www.aiim.org/pdfua/ns/id/}part") != "1":
            yield "the document does not claim PDF/UA-1"
        if str(info.get("/CreationDate", "")).startswith("D:1970"):
            yield "the document's creation date is in 1970"
    if "pdfaSchema:property" not in text:
        yield "the PDF/UA property is not described"


def second_metadata(pdf, text):
    """ISO 19005-4, 6.1.3 and 6.7, ISO 14289-2, 6."""
    if "/Info" in pdf.trailer:
        yield "the trailer repeats the metadata"
    if "pdfaExtension" in text:
        yield "there are extension schemas"
    with pdf.open_metadata(set_pikepdf_as_editor=False) as facts:
        claims = {
            "http://www.aiim.org/pdfa/ns/id/": {"part": "4", "rev": "2020", "conformance": "F"},
            "http://www.aiim.org/pdfua/ns/id/": {"part": "2", "rev": "2024"},
        }
        for namespace, values in claims.items():
            for name, value in values.items():
                if facts.get(f"{{{namespace}}}{name}") != value:
                    yield f"the document does not claim {name} {value} of {namespace}"
        if not facts.get("dc:title"):
            yield "the metadata have no title"
    for level in ("accessibility1.0", "reuse1.0"):
        # Well-Tagged PDF 1.0, 6.1.2 and 6.1.3.
        if f"<pdfd:conformsTo>http://pdfa.org/declarations/wtpdf#{level}</pdfd:conformsTo>" not in text:
            yield f"the document does not declare WTPDF {level}"
    if not pdf.attachments:
        yield "PDF/A-4f requires an embedded file, and there is none"


# The namespaces of the structure types, and which types may contain which (ISO 32005).
SECOND = "http://iso.org/pdf2/ssn"
FIRST = "http://iso.org/pdf/ssn"
KINDS_OF_SECOND = set(
    "/Document /Sect /Div /P /H1 /H2 /H3 /Figure /Link /L /LI /Lbl /LBody /Table /TR /TH /TD /Span "
    "/Form /Annot".split())
WITHOUT_WORDS = set("/Document /Sect /Div /BlockQuote /L /LI /Table /TR".split())
IN_A_LINE = set("/Span /Link /Figure /Code /Form /Annot".split())


def second_structure(pdf):
    if not is_second(pdf):
        return
    tree = pdf.Root.StructTreeRoot
    top = tree.K
    top = list(top) if isinstance(top, pikepdf.Array) else [top]
    if [str(node.S) for node in top] != ["/Document"] or str(top[0].NS.NS) != SECOND:
        yield "the structure's root is not a single Document"
    listed = {space.objgen for space in tree.get("/Namespaces", [])}

    def walk(node):
        kind = str(node.S)
        space = node.get("/NS")
        if space is None or space.objgen not in listed:
            yield f"{kind[1:]} has no namespace"
            return
        if str(space.NS) != (SECOND if kind in KINDS_OF_SECOND else FIRST):
            yield f"{kind[1:]} has the namespace {space.NS}"
        for key in ("/ActualText", "/Alt"):
            if PRIVATE.search(str(node.get(key, ""))):
                yield f"{kind[1:]} has private-use characters in its text"
        inner = node.get("/K", pikepdf.Array())
        for child in list(inner) if isinstance(inner, pikepdf.Array) else [inner]:
            if isinstance(child, pikepdf.Dictionary) and "/S" in child:
                if kind == "/P" and str(child.S) not in IN_A_LINE:
                    yield f"{child.S} is inside a paragraph"
                if kind in ("/Document", "/Sect", "/Div", "/BlockQuote") and str(child.S) in (
                        "/Span", "/Link", "/Code"):
                    yield f"{child.S} is inside {kind[1:]}, outside any paragraph"
                yield from walk(child)
            elif kind in WITHOUT_WORDS and not (
                    isinstance(child, pikepdf.Dictionary) and child.get("/Type") == "/OBJR"):
                yield f"{kind[1:]} directly contains text"

    for node in top:
        yield from walk(node)


def places(pdf):
    """Destinations exist, and in ISO 32000-2 they also name a structure element."""
    names = list(pdf.Root.get("/Names", {}).get("/Dests", {}).get("/Names", []))
    known = {bytes(name): place for name, place in zip(names[::2], names[1::2])}
    if list(known) != sorted(known):
        yield "the names of destinations are not sorted"

    def lead(action, what):
        if is_second(pdf) and action.get("/SD", [{}])[0].get("/S") is None:
            yield f"{what} leads to no structure element (ISO 14289-2, 8.8)"
        target = action.get("/D")
        if not isinstance(target, pikepdf.Array) or target[0].get("/Type") != "/Page":
            yield f"{what} leads to no page"

    for name, place in known.items():
        yield from lead(place, f"the destination {name.decode()}")
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Annot":
            action = thing.get("/A", {})
            if action.get("/S") == "/GoTo" and bytes(action.D) not in known:
                yield f"a link leads to {bytes(action.D)}, which does not exist"
    entry = pdf.Root.get("/Outlines", {}).get("/First")
    while entry is not None:
        yield from lead(
            entry.A if "/A" in entry else {"/D": entry.Dest}, f"the entry {entry.Title}")
        entry = entry.get("/Next")


def strings(thing):
    """All strings of an object, excluding those of indirect objects."""
    if isinstance(thing, pikepdf.String):
        yield bytes(thing)
    elif isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
        for _, value in thing.items():
            if isinstance(value, pikepdf.Object) and not value.is_indirect:
                yield from strings(value)
    elif isinstance(thing, pikepdf.Array):
        for value in thing:
            if isinstance(value, pikepdf.Object) and not value.is_indirect:
                yield from strings(value)


def objects(pdf):
    pictures = {}
    for number, thing in enumerate(pdf.objects):
        if any(len(text) > LONGEST_STRING for text in strings(thing)):
            yield f"object {number}: a string of more than {LONGEST_STRING} bytes"
        if isinstance(thing, pikepdf.Stream):
            if thing.get("/Subtype") == "/Image":
                data = thing.read_raw_bytes()
                facts = repr([(k, repr(v)) for k, v in sorted(thing.items()) if k != "/SMask"])
                digest = hashlib.sha256(data + facts.encode()).digest()
                if "/SMask" not in thing and len(data) > 1_024 and digest in pictures:
                    yield f"object {number}: a copy of the picture in object {pictures[digest]}"
                pictures.setdefault(digest, number)
                if thing.get("/Filter") == "/DCTDecode" and b"Exif\0\0" in data[:1 << 17]:
                    yield f"object {number}: a photo still has its Exif data"
            if thing.get("/Subtype") == "/Image" and thing.get("/Interpolate", False):
                yield f"object {number}: an image asks for interpolation"
            if thing.get("/ColorSpace") == "/DeviceCMYK":
                yield f"object {number}: an image is in CMYK"
            if thing.get("/Filter") in ("/LZWDecode", "/Crypt"):
                yield f"object {number}: a filter that PDF/A forbids"
        if not isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
            continue
        if "/JS" in thing or thing.get("/S") in ("/JavaScript", "/Launch", "/GoToR", "/SubmitForm"):
            yield f"object {number}: an action that runs something"
        if thing.get("/Type") == "/Font":
            yield from font(number, thing)
        if thing.get("/Type") == "/Annot":
            is_field = thing.get("/Subtype") == "/Widget"
            # A signature's field is also locked; a comment is neither scaled nor rotated (ISO 19005-3, 6.3.2).
            is_comment = thing.get("/Subtype") == "/Text"
            if int(thing.get("/F", 0)) != (132 if is_field else 28 if is_comment else 4):
                yield f"object {number}: an annotation has wrong flags"
            if is_comment and list(thing.get("/AP", {}).keys()) != ["/N"]:
                yield f"object {number}: a comment has no appearance of its own"
            # Later timestamps are invisible, in the corner of a page (ISO 14289-1, 7.18.1).
            is_read = not is_field or thing.get("/V", {}).get("/SubFilter") != "/ETSI.RFC3161"
            says = ("/TU" if is_field else "/Contents") in thing
            if not says or (is_read and "/StructParent" not in thing):
                yield f"object {number}: an annotation has no text or is not in the structure"


def font(number, font):
    kind = font.get("/Subtype")
    if kind == "/CIDFontType2" and font.get("/CIDToGIDMap") is None:
        yield f"object {number}: a TrueType CID font without a glyph map"
    if kind in ("/Type0", "/TrueType", "/Type1", "/Type3") and "/ToUnicode" not in font:
        yield f"object {number}: a font without a ToUnicode map"
    if kind in ("/CIDFontType0", "/CIDFontType2", "/TrueType", "/Type1"):
        described = font.get("/FontDescriptor", {})
        if not any(f"/FontFile{n}" in described for n in ("", "2", "3")):
            yield f"object {number}: a font that is not embedded"


def meanings(font, known):
    """The text of each code of a font."""
    stream = font.get("/ToUnicode")
    if stream is None:
        return {}
    key = stream.objgen
    if key not in known:
        pairs = re.findall(rb"<([0-9a-fA-F]{4})><([0-9a-fA-F]*)>", stream.read_bytes())
        known[key] = {
            int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be", "replace")
            for code, text in pairs}
    return known[key]


def pages(pdf, words):
    """Also collects the text of each marked-content id of each page."""
    known = {}
    for number, page in enumerate(pdf.pages, 1):
        if page.get("/Tabs") != "/S":
            yield f"page {number}: the tab order does not follow the structure"
        if max(float(side) for side in page.MediaBox) > LONGEST_SIDE:
            yield f"page {number}: it is longer than {LONGEST_SIDE} points"
        opened, font, fonts_outside, said = [], {}, [], {}
        fonts = page.get("/Resources", {}).get("/Font", {})
        for operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            if name in ("BDC", "BMC"):
                facts = operands[1] if name == "BDC" else {}
                facts = facts if isinstance(facts, pikepdf.Dictionary) else {}
                opened.append((str(operands[0]), facts))
                yield from (f"page {number}: {fault}" for fault in mark(*opened[-1]))
                exact, place = facts.get("/ActualText"), current(opened)
                if exact is not None and place is not None:
                    said[place] = said.get(place, "") + str(exact)
            elif name == "EMC":
                if not opened:
                    yield f"page {number}: marked content is not balanced"
                    break
                opened.pop()
            elif name in PAINTING and not opened:
                yield f"page {number}: {name} paints outside of all marked content"
                break
            elif name == "q":
                fonts_outside.append(font)
            elif name == "Q":
                font = fonts_outside.pop()
            elif name == "Tf":
                font = meanings(fonts[str(operands[0])], known)
            elif name in ("Tj", "TJ"):
                shown = operands[0] if name == "TJ" else operands
                codes = b"".join(bytes(part) for part in shown if isinstance(part, pikepdf.String))
                text = "".join(
                    font.get(codes[i] << 8 | codes[i + 1], "") for i in range(0, len(codes) - 1, 2))
                exact = any("/ActualText" in facts for _, facts in opened)
                if PRIVATE.search(text) and not exact:
                    yield f"page {number}: private-use characters without ActualText"
                    opened = []
                    break
                place = current(opened)
                if place is not None and not exact:
                    said[place] = said.get(place, "") + text
            if name in ("rg", "RG") and len(operands) != 3 or name in ("k", "K"):
                yield f"page {number}: a color in CMYK"
        if opened:
            yield f"page {number}: marked content is not balanced"
        for place, text in said.items():
            words[(page.objgen, place)] = text


def current(opened):
    """The innermost mark that belongs to a structure element."""
    return next((int(f["/MCID"]) for _, f in reversed(opened) if "/MCID" in f), None)


def mark(tag, facts):
    if "/Lang" in facts and not LANGUAGE.fullmatch(str(facts["/Lang"])):
        yield "text with an invalid language"
    if tag != "/Artifact":
        return
    kind = facts.get("/Type")
    if kind not in ARTIFACTS:
        yield "an artifact without its type (ISO 14289-1, 7.8)"
    elif kind == "/Background" and "/BBox" not in facts:
        yield "a background without its bounding box"


KINDS_WITHIN = {
    "/L": ("/LI",), "/LI": ("/Lbl", "/LBody"), "/Table": ("/TR",), "/TR": ("/TH", "/TD"),
}


def structure(pdf, words):
    """Structure elements have text, headings begin at level 1, and links contain an annotation."""
    tree = pdf.Root.get("/StructTreeRoot")
    if tree is None:
        yield "there is no structure"
        return
    levels, paragraphs, headings = [], [], []
    order = {page.objgen: number for number, page in enumerate(pdf.pages)}

    def children(node):
        inner = node.get("/K", pikepdf.Array())
        return list(inner) if isinstance(inner, pikepdf.Array) else [inner]

    def addresses(node):
        return {
            str(child.Obj.A.get("/URI", child.Obj.A.get("/D"))) for child in children(node)
            if isinstance(child, pikepdf.Dictionary) and child.get("/Type") == "/OBJR"}

    def text(node):
        """The text that a screen reader speaks for an element."""
        for key in ("/ActualText", "/Alt"):
            if key in node:
                return str(node[key])
        heard = []
        for child in children(node):
            if isinstance(child, pikepdf.Dictionary):
                if "/S" in child:
                    heard.append(text(child))
                elif "/MCID" in child:
                    heard.append(words.get((child.Pg.objgen, int(child.MCID)), ""))
            elif "/Pg" in node:
                heard.append(words.get((node.Pg.objgen, int(child)), ""))
        return " ".join(heard)

    def pages_of(node):
        held = {node.Pg.objgen} if "/Pg" in node else set()
        for child in children(node):
            if isinstance(child, pikepdf.Dictionary):
                held |= {child.Pg.objgen} if "/MCID" in child else pages_of(child)
        return held

    def parted(node):
        """Adjacent lists or tables of one kind, one of which ends on a page while the next begins on a later one."""
        before = None
        for child in children(node):
            if not isinstance(child, pikepdf.Dictionary) or "/S" not in child:
                continue
            # A block between two paragraphs of a quotation would be an element between them.
            kinds = ("/L", "/Table", "/P") if node.get("/S") == "/BlockQuote" else ("/L", "/Table")
            if child.S in kinds and before is not None and before.S == child.S and (
                    before.get("/A", {}).get("/ListNumbering")
                    == child.get("/A", {}).get("/ListNumbering")):
                ends = [order[page] for page in pages_of(before)]
                starts = [order[page] for page in pages_of(child)]
                if ends and starts and max(ends) < min(starts):
                    yield f"{str(child.S)[1:]} continues on another page as a separate element"
            before = child

    def walk(node, parent):
        if isinstance(node, pikepdf.Array):
            before = None
            for child in node:
                yield from walk(child, parent)
                if isinstance(child, pikepdf.Dictionary) and child.get("/S") == "/Link":
                    if before is not None and addresses(before) & addresses(child):
                        yield "one address is split into several links"
                    before = child
                else:
                    before = None
        elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
            kind = str(node.S)
            if kind == "/Figure" and not str(node.get("/Alt", "")):
                yield "a figure has no alternative text"
            if "/ActualText" in node and kind != "/Span":
                yield f"ActualText replaces the content of {kind[1:]}"
            if "/Lang" in node and not LANGUAGE.fullmatch(str(node.Lang)):
                yield f"{kind[1:]} has the invalid language {str(node.Lang)!r}"
            if parent in KINDS_WITHIN and kind not in KINDS_WITHIN[parent]:
                yield f"{kind[1:]} is inside {parent[1:]}"
            if kind == "/Table" and len({len(children(row)) for row in children(node)}) > 1:
                yield "a table's rows have different lengths"
            yield from parted(node)
            if kind == "/TH" and node.get("/A", {}).get("/Scope") is None:
                yield "a header cell of a table has no scope"
            if re.fullmatch(r"/H\d", kind):
                levels.append(int(kind[2]))
                headings.append(text(node))
            if kind == ("/Div" if is_second(pdf) else "/P"):
                paragraphs.append(node)
            if kind == "/Form" and not any(
                    isinstance(child, pikepdf.Dictionary) and child.get("/Type") == "/OBJR"
                    for child in children(node)):
                yield "a form has no field"
            if kind == "/Artifact":
                yield "an element of the structure is an artifact"
            yield from walk(node.get("/K", pikepdf.Array()), kind)

    yield from walk(tree.get("/K", pikepdf.Array()), "")
    for before, after in zip([0] + levels, levels):
        if after > before + 1:
            yield f"a heading of level {after} follows one of level {before}"
            break
    if not all(heading.strip() for heading in headings):
        yield "a heading has no words"
    if any(re.fullmatch(r"\s*\d{1,2}[:.]\d\d\W*([AP]M)?\s*", heading) for heading in headings):
        yield "a heading consists only of a time"
    yield from messages_in_order(pdf, [text(node) for node in paragraphs], paragraphs, pages_of)


def messages_in_order(pdf, heard, paragraphs, pages_of):
    """Every message of the embedded conversation is there, in order, with sender and time, as one paragraph."""
    inside = pdf.attachments.get("conversation.json")
    if inside is None:
        return
    conversation = json.loads(inside.get_file().read_bytes())
    names = {p["id"]: p.get("name", p["id"]) for p in conversation.get("participants", [])}
    place = 0
    for number, message in enumerate(conversation["messages"], 1):
        said = message.get("text")
        sender = message.get("from")
        if message.get("kind", "message") != "message" or not sender or not said:
            continue
        if message.get("format", "plain") != "plain" or message.get("deleted"):
            continue
        first = "".join(said.split())[:24]
        found = next((
            i for i in range(place, len(heard)) if first in "".join(heard[i].split())), None)
        if found is None:
            continue
        place = found + 1
        # The first word of a name, which some themes write in capitals; some names have no words. Snapchat's theme
        # calls the reader "Me".
        said_by = heard[found].casefold()
        is_me = sender == conversation.get("me") and said_by.startswith("me")
        if not is_me and not all(word in said_by for word in names.get(sender, sender).casefold().split()[:1]):
            yield f"message {number} does not name its sender"
            return
        if message.get("at") and not re.search(r"\d{1,2}[:.]\d\d", heard[found].replace(said, "")):
            yield f"message {number} has no time"
            return
        last = "".join(said.split())[-24:]
        if last not in "".join(heard[found].split()) and any(
                last in "".join(text.split()) for text in heard[place:place + 20]):
            yield f"message {number} is split into several paragraphs"
            return


def attachments(pdf, source):
    for file in pdf.Root.get("/AF", []):
        if file.get("/AFRelationship") is None or "/Desc" not in file:
            yield "an attached file has no relationship or description"
    if source is None:
        return
    wanted = open(source, "rb").read()
    if not any(a.get_file().read_bytes() == wanted for a in pdf.attachments.values()):
        yield "the source is not attached or was changed"


def signatures(pdf, path, wanted):
    """ISO 19005-3, 6.1.12 and 6.4, ISO 14289-1, 7.18, ISO 32000-1, 12.8, ETSI EN 319 142-1, 6.3."""
    form = pdf.Root.get("/AcroForm")
    if form is None:
        if wanted:
            yield "the document is not signed"
        if b"/ByteRange" in open(path, "rb").read() or "/Perms" in pdf.Root:
            yield "the document has parts of a signature but no field"
        return
    if int(form.get("/SigFlags", 0)) != 3:
        yield "the form's flags do not show a signature"
    for key in ("/NeedAppearances", "/XFA"):
        if key in form:
            yield f"the form has {key[1:]}"
    fields = list(form.get("/Fields", []))
    data = open(path, "rb").read()
    if not fields:
        yield "the form has no fields"
        return
    for stamp in fields[1:]:
        yield from timestamp(stamp, data)
    if len(fields) > 1 and int(fields[-1].V.ByteRange[2]) + int(fields[-1].V.ByteRange[3]) != len(data):
        yield "there is content after the last timestamp"
    field = fields[0]
    if field.get("/FT") != "/Sig" or field.get("/Subtype") != "/Widget":
        yield "the field is not a signature field"
        return
    if any(key in field for key in ("/A", "/AA")):
        yield "the field has an action"
    left, bottom, right, top = (float(n) for n in field.Rect)
    if (left < right and bottom < top) != ("/AP" in field):
        yield "the field is visible without an appearance, or invisible with one"
    if "/AP" in field:
        yield from face(field)
    if not str(field.get("/TU", "")):
        yield "the field has no alternative text"
    if field.get("/P") is None or not any(
            other.objgen == field.objgen for other in field.P.get("/Annots", [])):
        yield "the field is on no page"
    numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
    owner = dict(zip(map(int, numbers[::2]), numbers[1::2])).get(int(field.get("/StructParent", -1)))
    held = [] if owner is None else list(owner.get("/K", []))
    if owner is None or owner.get("/S") != "/Form" or not any(
            isinstance(k, pikepdf.Dictionary) and k.get("/Obj", field).objgen == field.objgen
            for k in held):
        yield "the field is not in a Form element"
    yield from signature(pdf, field.V, data, "/DSS" not in pdf.Root and len(fields) == 1)


def face(field):
    """The visible appearance of a signature, upright and as large as its rectangle (ISO 32000-1, 12.5.5)."""
    form = field.AP.get("/N")
    if list(field.AP.keys()) != ["/N"] or form is None or form.get("/Subtype") != "/Form":
        yield "the field does not have exactly one appearance"
        return
    if not any(key.startswith("/F") for key in form.get("/Resources", {}).get("/Font", {}).keys()):
        yield "the field's appearance has no text"
    matrix, box = [float(n) for n in form.Matrix], [float(n) for n in form.BBox]
    left, bottom, right, top = (float(n) for n in field.Rect)
    scales = (right - left) / (box[2] - box[0]), (top - bottom) / (box[3] - box[1])
    if matrix != [1, 0, 0, -1, 0, 0] or abs(scales[0] / scales[1] - 1) > 0.001:
        yield "the field's appearance is distorted"


def timestamp(field, data):
    """A timestamp over the whole document (ISO 32000-2, 12.8.5)."""
    if any(float(n) for n in field.Rect) or any(key in field for key in ("/A", "/AA", "/AP")):
        yield "a timestamp is visible or has an action"
    if not any(other.objgen == field.objgen for other in field.P.get("/Annots", [])):
        yield "a timestamp is on no page"
    stamp = field.V
    if stamp.get("/Type") != "/DocTimeStamp" or stamp.get("/SubFilter") != "/ETSI.RFC3161":
        yield f"a timestamp has the type {stamp.get('/SubFilter')}"
    start, end, again, rest = (int(number) for number in stamp.ByteRange)
    if start != 0 or again + rest > len(data) or not re.fullmatch(rb"<[0-9a-f]*>", data[end:again]):
        yield "a timestamp does not cover everything except itself"


def signature(pdf, signature, data, is_last):
    if signature.get("/SubFilter") != "/ETSI.CAdES.detached":
        yield f"the signature has the type {signature.get('/SubFilter')}"
    start, end, again, rest = (int(number) for number in signature.ByteRange)
    if start != 0 or is_last and again + rest != len(data):
        yield "the signature does not cover the whole file"
    gap = data[end:again]
    if not re.fullmatch(rb"<[0-9a-f]*>", gap):
        yield "the signature leaves out more than itself"
    elif bytes.fromhex(gap[1:-1].decode()) != bytes(signature.Contents):
        yield "the signature differs from the gap in its byte range"
    if not any(bytes(signature.Contents)):
        yield "the space for the signature is empty"
    dates = ("/M" in signature, "/CreationDate" in pdf.docinfo)
    if dates[0] != dates[1]:
        yield "only one of the signature and the document has a date"
    if "/Cert" in signature:
        yield "the certificate is also outside the CMS message"
    permissions = pdf.Root.get("/Perms", {})
    if list(permissions.keys()) != ["/DocMDP"]:
        yield "the permissions are not exactly DocMDP"
    elif permissions.DocMDP.objgen != signature.objgen:
        yield "the permissions belong to another signature"
    for reference in signature.get("/Reference", [{}]):
        if any(f"/Digest{part}" in reference for part in ("Location", "Method", "Value")):
            yield "the signature's reference has its own digest"
        if reference.get("/TransformMethod") != "/DocMDP" or int(
                reference.get("/TransformParams", {}).get("/P", 0)) != 1:
            yield "the document may be changed after it was signed"


def raw(path):
    data = open(path, "rb").read()
    if re.search(rb"[^\r\n]endstream", data):
        yield "an `endstream` is not at the start of a line"
    if not data.startswith((b"%PDF-1.7", b"%PDF-2.0")):
        yield "the file is neither PDF 1.7 nor PDF 2.0"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("files", nargs="+")
    arguments.add_argument("--source")
    arguments.add_argument("--signed", action="store_true", help="require a signature in each file")
    arguments.add_argument("--wcag", action="store_true", help="count what breaks rules of WCAG")
    options = arguments.parse_args()
    broken = 0
    counts, documents = collections.Counter(), collections.Counter()
    for path in options.files:
        with pikepdf.open(path) as pdf:
            words = {}
            rules = [catalog(pdf), metadata(pdf), objects(pdf), pages(pdf, words),
                     structure(pdf, words), second_structure(pdf), places(pdf),
                     attachments(pdf, options.source), raw(path),
                     signatures(pdf, path, options.signed)]
            for rule in rules:
                for fault in rule:
                    print(f"{path}: {fault}")
                    broken += 1
            if options.wcag:
                found = collections.Counter(wcag.findings(pdf, words))
                counts += found
                documents += collections.Counter(found.keys())
            # The check has two names in different versions of pikepdf.
            for fault in (pdf.check_pdf_syntax if hasattr(pdf, "check_pdf_syntax") else pdf.check)():
                print(f"{path}: {fault}")
                broken += 1
    for rule, count in sorted(counts.items()):
        print(f"WCAG {rule}: {count} in {documents[rule]} documents")
    print(f"{len(options.files)} documents, {broken} broken rules")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
