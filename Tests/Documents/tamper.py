#!/usr/bin/env python3
"""Changes evidence documents in many ways and checks that `verify` detects every change.

  Tests/Documents/tamper.py [BITS] [EDITS]    10000 single bits and 1000 edits by default

CHATPRINT names the binary. Edits are made with pikepdf and pypdf (pip), and with qpdf, mutool and gs if they are
installed; GS names another Ghostscript. Prints how often each kind of change got each verdict, and fails if a changed
document passes. A forgery with a digest of its own may be called `other-version` if it claims another environment, and
`not-drawn` if it withholds its pictures.
"""
import base64, collections, hashlib, http.client, io, json, os, random, re, shutil, signal, struct, subprocess, sys, tempfile, threading, zipfile, zlib
import pikepdf, pypdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

BITS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
EDITS = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
BINARY = os.environ.get("CHATPRINT") or sys.exit("CHATPRINT names the binary")
SEALED = {"identical", "other-version", "not-drawn"}
TALK = {"title": "Rent", "me": "ana", "participants": [{"id": "ana", "name": "Ana"}, {"id": "ben", "name": "Ben"}],
        "messages": [{"id": f"m{k}", "from": ["ana", "ben"][k % 2], "at": 1780000000 + 4000 * k,
                      "text": f"Number {k}: the rent is {100 + k} and due on day {k % 28 + 1} 🙂"} for k in range(30)]}


def picture(width, height):
    """A PNG as large as a photo on a page: smaller ones may be emoji."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes((x // 24 * 16 + y // 20 * 30) % 251 for x in range(3 * width)) for y in range(height))
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")).decode()


TALK["messages"][4]["text"] = "שלום, the rent סוף 12 السَّلام عليكم 🙂"
TALK["messages"][5] |= {"format": "markdown", "text": "**Rent** is [due](https://pay.example/a)\n\n1. on Monday\n2. in full\n\n| who | what |\n|---|---|\n| Ben | 101 |"}
TALK["messages"][3]["attachments"] = [{"kind": "image", "name": "flat.png", "src": {"data": picture(160, 120)}}]


class Service:
    """A service on a free port that signs with keys made for this run."""

    def __init__(self, folder):
        key, cert = folder + "/key.pem", folder + "/cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "30",
                        "-subj", "/CN=Test Signer", "-addext", "keyUsage=critical,digitalSignature,nonRepudiation"],
                       check=True, stderr=subprocess.DEVNULL)
        self.process = subprocess.Popen([BINARY, "serve", "--port", "0", "--sign-key", key, "--sign-certificate", cert],
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in self.process.stdout:
            found = re.search(r"listening .*port=(\d+)", line)
            if found:
                self.port = int(found[1])
                break
        else:
            sys.exit("the service did not start")
        threading.Thread(target=lambda: [None for _ in self.process.stdout], daemon=True).start()
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def post(self, path, body, kind):
        self.connection.request("POST", path, body, {"Content-Type": kind})
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def render(self, query):
        talk = dict(TALK)
        if "small" in query:
            talk["messages"] = TALK["messages"][:1]
        if "redact" in query and "pictures" not in query:  # A redacted document does not hold its pictures, and is not drawn again with them.
            talk["messages"] = [{k: v for k, v in message.items() if k != "attachments"} for message in TALK["messages"]]
        status, body = self.post("/render.pdf?profile=evidence" + query, json.dumps(talk), "application/json")
        assert status == 200, body
        if body.startswith(b"PK"):
            parts = zipfile.ZipFile(io.BytesIO(body))
            return parts.read([name for name in parts.namelist() if name.endswith(".pdf")][1])
        return body

    def verdict(self, document):
        status, body = self.post("/verify", document, "application/pdf")
        facts = json.loads(body)
        if status != 200:
            return facts["type"].rsplit("/", 1)[-1], facts
        return facts["verdict"], facts


# ── Edits: each takes a document and a random generator, and returns a new document ─────────────────────────────────

EDITS_BY_NAME = {}


def edit(function):
    """Registers an edit. Those by another program, whose name they begin with, need that program."""
    tool = function.__name__.split("_")[0]
    if tool not in ("mutool", "qpdf") or shutil.which(tool):
        EDITS_BY_NAME[function.__name__.replace("_", " ")] = function
    return function


def opened(document):
    return Pdf.open(io.BytesIO(document))


def saved(pdf, **options):
    out = io.BytesIO()
    pdf.save(out, static_id=True, **options)
    return out.getvalue()


def on_pdf(change):
    """Registers an edit that changes the opened document in place with pikepdf."""
    @edit
    def run(document, chance):
        pdf = opened(document)
        change(pdf, chance)
        return saved(pdf)
    EDITS_BY_NAME[change.__name__.replace("_", " ")] = EDITS_BY_NAME.pop("run")
    return change


def some_page(pdf, chance):
    return pdf.pages[chance.randrange(len(pdf.pages))]


@on_pdf
def words_replaced(pdf, chance):
    page = some_page(pdf, chance)
    content = bytearray(page.Contents.read_bytes())
    places = [m.start(1) for m in re.finditer(rb"\(((?:[^()\\]){8,})\)", bytes(content))]
    at = chance.choice(places)
    content[at:at + 4] = content[at + 2:at + 4] + content[at:at + 2] if content[at:at + 2] != content[at + 2:at + 4] else b"\0\1\0\2"
    page.Contents = pdf.make_stream(bytes(content))


def message_page(pdf):
    return pdf.pages[1]


@on_pdf
def a_word_replaced_by_its_own_letters(pdf, chance):
    """Reverses the glyphs of one run, so that the same letters spell something else."""
    page = message_page(pdf)
    content = page.Contents.read_bytes()
    runs = [m for m in re.finditer(rb"\[\(((?:\0[^()\\\0]){5,})\)", content) if len(set(m[1])) > 4]
    run = chance.choice(runs)
    codes = [run[1][k:k + 2] for k in range(0, len(run[1]), 2)]
    page.Contents = pdf.make_stream(content[:run.start(1)] + b"".join(reversed(codes)) + content[run.end(1):])


def line_of(page):
    content = page.Contents.read_bytes()
    font = re.findall(rb"/F\d+ [\d.]+ Tf", content)[-1]
    show = max(re.findall(rb"\[.*\]TJ", content), key=len)
    return font, show


@on_pdf
def a_line_added(pdf, chance):
    page = message_page(pdf)
    font, show = line_of(page)
    page.Contents = pdf.make_stream(page.Contents.read_bytes() + b"q /P<</MCID 0>>BDC BT 0 0 0 rg %s 1 0 0 -1 200 %d Tm %s ET EMC Q" % (font, chance.randrange(100, 500), show))


@on_pdf
def an_artifact_added(pdf, chance):
    page = message_page(pdf)
    font, show = line_of(page)
    page.Contents = pdf.make_stream(page.Contents.read_bytes() + b"q /Artifact BMC BT 0 0 0 rg %s 1 0 0 -1 200 %d Tm %s ET EMC Q" % (font, chance.randrange(100, 500), show))


def meanings(font):
    pairs = re.findall(rb"^<([0-9a-f]{4})> ?<([0-9a-f]{4})>$", font.ToUnicode.read_bytes(), re.M)
    return {int(code, 16): chr(int(text, 16)) for code, text in pairs}


def spaced_run(pdf, chance):
    """A page's content and a string of glyphs with a space between letters, as codes."""
    page = message_page(pdf)
    content = page.Contents.read_bytes()
    found = []
    for name, font in page.Resources.Font.items():
        spaces = [code for code, text in meanings(font).items() if text == " "]
        for start in [m.end() for m in re.finditer(rb"%s [\d.]+ Tf\n" % str(name).encode(), content)]:
            end = re.search(rb" Tf\n|ET\n", content[start:])
            for run in re.finditer(rb"\(((?:\0[^()\\]){5,})\)", content[start:start + end.start()] if end else content[start:]):
                codes = [run[1][k:k + 2] for k in range(0, len(run[1]), 2)]
                for k in range(1, len(codes) - 1):
                    if spaces and codes[k][1] == spaces[0] != codes[k + 1][1] and codes[k - 1][1] != spaces[0]:
                        found.append((start + run.start(1), codes, k))
    return page, content, *chance.choice(found)


@on_pdf
def a_gap_moved_by_a_letter(pdf, chance):
    page, content, start, codes, k = spaced_run(pdf, chance)
    other = codes[:k] + [codes[k + 1], codes[k]] + codes[k + 2:]
    page.Contents = pdf.make_stream(content[:start] + b"".join(other) + content[start + 2 * len(codes):])


@on_pdf
def a_gap_closed_by_a_place(pdf, chance):
    page, content, start, codes, k = spaced_run(pdf, chance)
    other = b"".join(codes[:k + 1]) + b")290 (" + b"".join(codes[k + 1:])
    page.Contents = pdf.make_stream(content[:start] + other + content[start + 2 * len(codes):])


@on_pdf
def a_word_parted_by_a_place(pdf, chance):
    page, content, start, codes, k = spaced_run(pdf, chance)
    if k < 2 or codes[k - 2] == codes[k]:  # A space there would only become wider.
        raise ValueError
    other = b"".join(codes[:k - 1]) + b")-300 (" + b"".join(codes[k - 1:])
    page.Contents = pdf.make_stream(content[:start] + other + content[start + 2 * len(codes):])


@on_pdf
def a_gap_moved_in_a_footer(pdf, chance):
    page = some_page(pdf, chance)
    operations = list(pikepdf.parse_content_stream(page))
    footer = next(k for k, (operands, _) in enumerate(operations)
                  if len(operands) > 1 and isinstance(operands[1], Dictionary) and operands[1].get("/Subtype") == "/Footer")
    words = next(k for k, (_, operator) in enumerate(operations) if k > footer and str(operator) == "TJ")
    # Inserts a gap into the digest at the end of the footer, which has no spaces.
    parts = list(operations[words][0][0])
    last = bytes(parts[-1])
    at = len(last) - 2 * chance.choice([1, 2, 3])
    if at < 2:
        raise ValueError
    operations[words] = ([Array(parts[:-1] + [String(last[:at]), -600, String(last[at:])])], operations[words][1])
    page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(operations))


@on_pdf
def invisible_text_added(pdf, chance):
    page = message_page(pdf)
    font, show = line_of(page)
    page.Contents = pdf.make_stream(b"q BT 3 Tr %s 1 0 0 1 200 %d Tm %s ET Q " % (font, chance.randrange(100, 700), show) + page.Contents.read_bytes())


@on_pdf
def text_added_beside_the_page(pdf, chance):
    page = message_page(pdf)
    font, show = line_of(page)
    page.Contents = pdf.make_stream(b"q BT %s 1 0 0 1 %d 300 Tm %s ET Q " % (font, chance.randrange(700, 1000), show) + page.Contents.read_bytes())


@on_pdf
def exact_text_that_glyphs_contradict(pdf, chance):
    page = message_page(pdf)
    content = page.Contents.read_bytes()
    place = chance.choice([m for m in re.finditer(rb"\[\(\0.*\]TJ\n", content)])
    page.Contents = pdf.make_stream(content[:place.start()] + b"/Span<</ActualText(I owe you %d)>>BDC\n" % chance.randrange(1000)
                                    + place[0] + b"EMC\n" + content[place.end():])


@on_pdf
def a_picture_laid_beside_the_text(pdf, chance):
    page = message_page(pdf)
    name, picture = next((n, x) for n, x in page.Resources.get("/XObject", {}).items() if x.Subtype == "/Image")
    page.Contents = pdf.make_stream(b"q 90 0 0 60 %d 20 cm %s Do Q " % (chance.randrange(20, 400), str(name).encode()) + page.Contents.read_bytes())


@on_pdf
def a_picture_covered(pdf, chance):
    page = pdf.pages[-1]
    content = page.Contents.read_bytes()
    pictures = [m for m in re.finditer(rb"q ([-\d. ]+) cm/X\d+ Do Q", content) if float(m[1].split()[0]) > 50]
    place = chance.choice(pictures)
    page.Contents = pdf.make_stream(content[:place.end()] + b" q 1 g %s cm 0 0 1 1 re f Q" % place[1] + content[place.end():])


@on_pdf
def glyphs_swapped_in_the_font(pdf, chance):
    """The codes and what they say stay; two letters have each other's shape."""
    font = chance.choice(fonts(pdf))
    letters = [code for code, text in meanings(font).items() if text.isalpha() and text.isascii()]
    if len(letters) < 2:
        raise ValueError
    program = font.DescendantFonts[0].FontDescriptor.FontFile3
    data = bytearray(program.read_bytes())
    at = data.index(b"Adobe")
    count = max(meanings(font)) + 1
    at = data.index(struct.pack(">HB", count, 4), at)  # The index of outlines.
    offsets = [struct.unpack_from(">I", data, at + 3 + 4 * k)[0] for k in range(count + 1)]
    base = at + 3 + 4 * (count + 1) - 1
    outlines = [bytes(data[base + offsets[k]:base + offsets[k + 1]]) for k in range(count)]
    one, other = chance.sample(letters, 2)
    outlines[one], outlines[other] = outlines[other], outlines[one]
    place, table = 1, b""
    for outline in [b""] + outlines:
        place += len(outline)
        table += struct.pack(">I", place)
    data[at + 3:base + 1] = table
    data[base + 1:base + 1 + len(b"".join(outlines))] = b"".join(outlines)
    program.write(bytes(data))


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def spoken_otherwise(pdf, chance):
    """Another conversation inside, with all digests of it, under pages that stay as they are."""
    sha = lambda data: hashlib.sha256(data).hexdigest()
    files = {name: pdf.attachments[name].obj.EF.F for name in pdf.attachments}
    manifest, talk = (json.loads(files[name].read_bytes()) for name in ["manifest.json", "conversation.json"])
    spoken = [message for message in talk["messages"] if "Number" in str(message.get("text"))]
    message = chance.choice(spoken)
    message["text"] = message["text"].replace("rent", "loan") if chance.random() < .5 else message["text"].replace(" ", "", 3)
    data = json.dumps(talk, ensure_ascii=False).encode()
    files["conversation.json"].write(data)
    for entry in manifest["files"]:
        if entry.get("file") == "conversation.json":
            entry.update(bytes=len(data), sha256=sha(data))
    head = sha(canonical(manifest["files"]))
    manifest["chain"]["start"] = head
    for told, message in zip(manifest["messages"], talk["messages"]):
        told["sha256"] = sha(canonical(message))
        head = sha(bytes.fromhex(head) + bytes.fromhex(told["sha256"]))
    manifest["chain"]["head"] = head
    files["manifest.json"].write(json.dumps(manifest).encode())
    pdf.Root.Metadata.write(re.sub(rb"(<chatprint:chain>)[0-9a-f]{64}", rb"\g<1>" + head.encode(), pdf.Root.Metadata.read_bytes()))


@edit
def conversation_replaced_with_its_digests(document, chance):
    pdf = opened(document)
    spoken_otherwise(pdf, chance)
    return saved(pdf)


@on_pdf
def page_removed(pdf, chance):
    del pdf.pages[chance.randrange(len(pdf.pages))]


@on_pdf
def pages_swapped(pdf, chance):
    first = chance.randrange(len(pdf.pages) - 1)
    pages = list(pdf.pages)
    pages[first], pages[first + 1] = pages[first + 1], pages[first]
    del pdf.pages[:]
    pdf.pages.extend(pages)


@on_pdf
def page_rotated(pdf, chance):
    some_page(pdf, chance).Rotate = 180


@on_pdf
def page_cropped(pdf, chance):
    some_page(pdf, chance).CropBox = Array([0, 0, 300, chance.randrange(100, 500)])


@on_pdf
def overlaid_by_white(pdf, chance):
    page = some_page(pdf, chance)
    page.Contents = pdf.make_stream(b"q " + page.Contents.read_bytes() + b" Q q 1 g 20 %d 560 200 re f Q" % chance.randrange(450, 600))


@on_pdf
def text_turned_invisible(pdf, chance):
    page = some_page(pdf, chance)
    page.contents_add(pdf.make_stream(b"3 Tr"), prepend=True)


@on_pdf
def text_turned_white(pdf, chance):
    page = some_page(pdf, chance)
    page.Contents = pdf.make_stream(re.sub(rb"[.\d]+ [.\d]+ [.\d]+ rg", b"1 1 1 rg", page.Contents.read_bytes()))


@on_pdf
def clipped(pdf, chance):
    some_page(pdf, chance).contents_add(pdf.make_stream(b"0 0 300 300 re W n"), prepend=True)


@on_pdf
def annotation_added(pdf, chance):
    page = some_page(pdf, chance)
    note = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=[40, 100, 500, chance.randrange(150, 700)], IC=[1, 1, 1]))
    page.Annots = Array(list(page.get("/Annots", [])) + [note])


@on_pdf
def optional_content(pdf, chance):
    group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("x")))
    pdf.Root.OCProperties = Dictionary(OCGs=[group], D=Dictionary(OFF=[group]))
    page = some_page(pdf, chance)
    page.Resources.Properties = Dictionary(oc=group)
    page.contents_add(pdf.make_stream(b"/OC /oc BDC"), prepend=True)
    page.contents_add(pdf.make_stream(b"EMC"))


@on_pdf
def attachment_replaced(pdf, chance):
    name = chance.choice([name for name in pdf.attachments])
    spec = pdf.attachments[name].obj
    data = bytearray(spec.EF.F.read_bytes())
    data[chance.randrange(len(data))] ^= 1
    spec.EF.F.write(bytes(data))


@on_pdf
def attachment_removed(pdf, chance):
    del pdf.attachments[chance.choice([name for name in pdf.attachments])]


@on_pdf
def attachment_added(pdf, chance):
    pdf.attachments["note.txt"] = pikepdf.AttachedFileSpec(pdf, b"hello", filename="note.txt")


def fonts(pdf):
    return [font for page in pdf.pages for font in page.Resources.get("/Font", {}).values()]


@on_pdf
def font_program_changed(pdf, chance):
    program = chance.choice(fonts(pdf)).DescendantFonts[0].FontDescriptor.FontFile3
    data = bytearray(program.read_bytes())
    data[chance.randrange(len(data) // 2, len(data))] ^= 1 << chance.randrange(8)
    program.write(bytes(data))


@on_pdf
def fonts_swapped(pdf, chance):
    page = next(page for page in pdf.pages if len(page.Resources.Font) > 1)
    names = list(page.Resources.Font.keys())
    page.Resources.Font[names[0]], page.Resources.Font[names[1]] = page.Resources.Font[names[1]], page.Resources.Font[names[0]]


@on_pdf
def to_unicode_changed(pdf, chance):
    font = chance.choice(fonts(pdf))
    lines = font.ToUnicode.read_bytes().split(b"\n")
    places = [k for k, line in enumerate(lines) if line.startswith(b"<") and line.count(b"<") == 2 and len(line) == 12]
    if len(places) < 2:
        raise ValueError
    else:
        one, other = chance.sample(places, 2)
        lines[one], lines[other] = lines[one][:6] + lines[other][6:], lines[other][:6] + lines[one][6:]
    font.ToUnicode.write(b"\n".join(lines))


@on_pdf
def font_widths_changed(pdf, chance):
    chance.choice(fonts(pdf)).DescendantFonts[0].DW = 500


@on_pdf
def picture_changed(pdf, chance):
    picture = chance.choice([x for page in pdf.pages for x in page.Resources.get("/XObject", {}).values() if x.Subtype == "/Image"])
    data = bytearray(zlib.decompress(picture.read_raw_bytes()))
    data[chance.randrange(len(data))] ^= 0xFF
    parameters = picture.get("/DecodeParms")
    picture.write(zlib.compress(bytes(data)), filter=Name.FlateDecode, decode_parms=parameters)


@on_pdf
def metadata_changed(pdf, chance):
    packet = pdf.Root.Metadata.read_bytes().replace(b">Rent<", b">Bent<")
    pdf.Root.Metadata.write(packet)


@on_pdf
def information_changed(pdf, chance):
    if "/Info" in pdf.trailer:
        pdf.trailer.Info.Title = String("Bent")
    else:
        pdf.trailer.Info = pdf.make_indirect(Dictionary(Title=String("Bent")))


@on_pdf
def outline_changed(pdf, chance):
    pdf.Root.Outlines.First.Title = String("Another day")


@on_pdf
def structure_removed(pdf, chance):
    del pdf.Root.StructTreeRoot


@on_pdf
def structure_says_other_words(pdf, chance):
    parts = [obj for obj in pdf.objects if isinstance(obj, Dictionary) and "/S" in obj and "/K" in obj]
    chance.choice(parts).ActualText = String("other words")


@on_pdf
def script_added(pdf, chance):
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))


def some_link(pdf):
    return next(note for page in pdf.pages for note in page.get("/Annots", []) if note.Subtype == "/Link" and note.A.S == "/URI")


@on_pdf
def link_led_elsewhere(pdf, chance):
    some_link(pdf).A.URI = String("https://pay.example/%d" % chance.randrange(1000))


@on_pdf
def link_turned_into_another_action(pdf, chance):
    some_link(pdf).A = Dictionary(S=Name.Launch, F=String("x"))


@on_pdf
def link_framed_in_white(pdf, chance):
    link = some_link(pdf)
    link.C = Array([1, 1, 1])
    if chance.random() < .5:
        link.Border = Array([0, 0, 1500])
    else:
        link.BS = Dictionary(W=1500)


def in_state(pdf, **entries):
    """Draws a page's content with another graphics state."""
    page = message_page(pdf)
    page.Resources.ExtGState = Dictionary(page.Resources.get("/ExtGState", {}))
    page.Resources.ExtGState["/GX"] = Dictionary(**entries)
    page.Contents = pdf.make_stream(b"/GX gs " + page.Contents.read_bytes())


@on_pdf
def text_masked(pdf, chance):
    group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
    form = Stream(pdf, b"0 g 0 0 600 850 re f", Subtype=Name.Form, BBox=[0, 0, 600, 850], Group=group)
    in_state(pdf, SMask=Dictionary(S=Name.Luminosity, G=form))


@on_pdf
def text_blended_away(pdf, chance):
    in_state(pdf, BM=Name.Lighten)


@on_pdf
def text_nearly_transparent(pdf, chance):
    page = message_page(pdf)
    page.Contents = pdf.make_stream(re.sub(rb"/G\d+ gs", b"", page.Contents.read_bytes()))
    in_state(pdf, ca=.1)


@on_pdf
def clipped_by_an_odd_path(pdf, chance):
    page = message_page(pdf)
    page.Contents = pdf.make_stream(b"0 0 m 1 0 l 0 1 l h 600 850 m 599 850 l 600 849 l h W n " + page.Contents.read_bytes())


@on_pdf
def letters_filled_with_a_white_pattern(pdf, chance):
    page = message_page(pdf)
    page.Resources.Pattern = Dictionary(PX=Stream(
        pdf, b"1 1 1 rg 0 0 10 10 re f", PatternType=1, PaintType=1, TilingType=1, BBox=[0, 0, 10, 10], XStep=10, YStep=10, Resources=Dictionary()))
    page.Contents = pdf.make_stream(re.sub(rb"[\d.]+ [\d.]+ [\d.]+ rg", b"/Pattern cs /PX scn", page.Contents.read_bytes()))


@on_pdf
def a_picture_laid_over_the_page_as_an_emoji(pdf, chance):
    page = message_page(pdf)
    name, picture = next((n, x) for n, x in page.Resources.get("/XObject", {}).items() if x.Subtype == "/Image")
    font = line_of(page)[0].split()[0]
    shown = chance.choice([b"", b"3 Tr <> Tj "])
    page.Contents = pdf.make_stream(b"q " + page.Contents.read_bytes() + b" Q BT %s 1000 Tf %sET q 600 0 0 300 0 %d cm %s Do Q" % (
        font, shown, chance.randrange(0, 500), str(name).encode()))


@on_pdf
def page_shrunk(pdf, chance):
    message_page(pdf).obj.UserUnit = .01


@on_pdf
def page_labels_changed(pdf, chance):
    pdf.Root.PageLabels = Dictionary(Nums=[0, Dictionary(S=Name.r)])


@edit
def incremental_update(document, chance):
    """Replaces a page's content in an incremental update."""
    pdf = opened(document)
    page = some_page(pdf, chance)
    number = page.Contents.objgen[0]
    start = int(re.findall(rb"startxref\s+(\d+)", document)[-1])
    body = b"%d 0 obj\n<</Length 24>>stream\n1 0 0 rg 0 0 500 500 re f\nendstream\nendobj\n" % number
    root = pdf.Root.objgen[0]
    table = len(document) + len(body)
    return document + body + (b"xref\n%d 1\n%010d 00000 n \ntrailer\n<</Size %d/Root %d 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n"
                              % (number, len(document), len(pdf.objects) + 1, root, start, table))


@edit
def another_document_added_behind(document, chance):
    """A second document in the text of a stream. Readers that reject the table search the file for objects, and show it."""
    pdf = opened(document)
    number = len(pdf.objects) + 1
    start = int(re.findall(rb"startxref\s+(\d+)", document)[-1])
    first = number + 10
    text = b"\nendstream\nendobj\n%d 0 obj\n<</Type/Page/Parent %d 0 R/MediaBox[0 0 99 99]>>\nendobj\n" % (first, first + 1)
    text += b"%d 0 obj\n<</Type/Pages/Count 1/Kids[%d 0 R]>>\nendobj\n" % (first + 1, first)
    text += b"%d 0 obj\n<</Type/Catalog/Pages %d 0 R>>\nendobj\ntrailer\n<</Root %d 0 R>>\n" % (first + 2, first + 1, first + 2)
    body = b"%d 0 obj\n<</Length %d>>stream\n%s\nendstream\nendobj\n" % (number, len(text), text)
    trailer = chance.choice([b"", b"/Root %d 0 R" % pdf.Root.objgen[0], b"/Size 1/Root %d 0 R" % pdf.Root.objgen[0],
                             b"/Size %d/Root %d 0 R" % (number + 1, pdf.Root.objgen[0])])
    return document + body + b"xref\n%d 1\n%010d 00000 n \ntrailer\n<<%s/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (
        number, len(document), trailer, start, len(document) + len(body))


@edit
def bytes_added_behind(document, chance):
    start = re.findall(rb"startxref\s+(\d+)", document)[-1]
    return document + b"% more\nstartxref\n" + start + b"\n%%EOF\n"


@edit
def bytes_cut_off(document, chance):
    return document[:-chance.randrange(1, 5)]


@edit
def bytes_added_within(document, chance):
    at = document.index(b"\nendstream")
    return document[:at] + b" " + document[at:]


@edit
def hybrid_table(document, chance):
    """A classic cross-reference table whose trailer points to the document's own stream, with new content for a page."""
    pdf = opened(document)
    number = some_page(pdf, chance).Contents.objgen[0]
    start = int(re.findall(rb"startxref\s+(\d+)", document)[-1])
    body = b"%d 0 obj\n<</Length 24>>stream\n1 0 0 rg 0 0 500 500 re f\nendstream\nendobj\n" % number
    table = len(document) + len(body)
    return document + body + (b"xref\n%d 1\n%010d 00000 n \ntrailer\n<</Size %d/Root %d 0 R/XRefStm %d>>\nstartxref\n%d\n%%%%EOF\n"
                              % (number, len(document), len(pdf.objects) + 1, pdf.Root.objgen[0], start, table))


@edit
def catalog_with_keys_twice(document, chance):
    """An update whose catalog has its pages twice: readers differ in which entry they use."""
    pdf = opened(document)
    root = pdf.Root.objgen[0]
    empty = len(pdf.objects) + 1
    start = int(re.findall(rb"startxref\s+(\d+)", document)[-1])
    entries = pdf.Root.unparse(resolved=True)
    catalog = b"%d 0 obj\n<</Pages %d 0 R %s\nendobj\n" % (root, empty, entries.strip()[2:])
    pages = b"%d 0 obj\n<</Type/Pages/Count 0/Kids[]>>\nendobj\n" % empty
    table = len(document) + len(catalog) + len(pages)
    return document + catalog + pages + (
        b"xref\n%d 1\n%010d 00000 n \n%d 1\n%010d 00000 n \ntrailer\n<</Size %d/Root %d 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n"
        % (root, len(document), empty, len(document) + len(catalog), empty + 1, root, start, table))


@edit
def bytes_added_before(document, chance):
    return b"% more\n" + document


@edit
def header_of_another_version(document, chance):
    return b"%PDF-1.4" + document[8:]


@edit
def end_written_twice(document, chance):
    return document + b"%%EOF\n"


@edit
def mutool_removes_a_page(document, chance):
    pages = len(opened(document).pages)
    kept = [str(number) for number in range(1, pages + 1) if number != chance.randrange(1, pages + 1)]
    return program("mutool", "clean", "{0}", "{1}", ",".join(kept or ["1"]))(document, FOLDER)


@edit
def qpdf_rotates_a_page(document, chance):
    return program("qpdf", "--rotate=+180:1", "{0}", "{1}")(document, FOLDER)


@edit
def qpdf_lays_a_page_over(document, chance):
    return program("qpdf", "{0}", "--overlay", "{0}", "--to=1", "--from=%d" % len(opened(document).pages), "--", "{1}")(document, FOLDER)


@edit
def qpdf_replaces_an_attachment(document, chance):
    note = FOLDER + "/conversation.json"
    open(note, "w").write('{"messages":[{"text":"other %d"}]}' % chance.randrange(100))
    return program("qpdf", "{0}", "--add-attachment", note, "--replace", "--", "{1}")(document, FOLDER)


@edit
def pypdf_writes_a_page_again(document, chance):
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(document))
    writer.pages[chance.randrange(len(writer.pages))].rotate(90)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


# Forgeries with recomputed digests: only redrawing detects them.

def sealed(document):
    at = re.search(rb"<chatprint:seal>(\d{12}-[0-9a-f]{64})<", document).start(1)
    zeros = b"0" * 12 + b"-" + b"0" * 64
    plain = document[:at] + zeros + document[at + len(zeros):]
    statement = b"%012d-" % len(plain) + hashlib.sha256(plain).hexdigest().encode()
    return document[:at] + statement + document[at + len(zeros):]


CLAIMS = {
    "nothing": lambda manifest: None,
    "another digest of a font": lambda manifest: manifest["environment"]["fonts"][0].update(sha256="0" * 64),
    "no digest of a font": lambda manifest: manifest["environment"]["fonts"][0].pop("sha256"),
    "another library": lambda manifest: manifest["environment"]["libraries"].update(pango="1.0.0"),
    "other time zones": lambda manifest: manifest["environment"].update(zoneinfo="2001a"),
    "another program": lambda manifest: manifest.update(program="Chatprint 9.9.9"),
    "withheld pictures": lambda manifest: manifest["drawing"].update(lacks_pictures=True),
    "nothing of its drawing": lambda manifest: manifest.pop("drawing"),
}


OTHER_ENVIRONMENTS = ["another digest of a font", "no digest of a font", "another library", "other time zones", "another program"]


def forged(document, chance, kind):
    """A skilled forgery: all digests match, and a claim in the manifest is meant to prevent redrawing."""
    name = chance.choice(["words replaced", "a word replaced by its own letters", "overlaid by white", "page removed", "clipped", "annotation added",
                          "pages swapped", "text turned invisible", "a line added", "an artifact added", "to unicode changed",
                          "a gap moved by a letter", "a gap closed by a place", "a word parted by a place", "a gap moved in a footer", "invisible text added",
                          "text added beside the page", "exact text that glyphs contradict", "glyphs swapped in the font",
                          "a picture laid beside the text", "a picture covered", "conversation replaced with its digests",
                          "script added", "outline changed", "link led elsewhere", "link turned into another action", "link framed in white",
                          "text masked", "text blended away", "text nearly transparent", "clipped by an odd path", "page shrunk",
                          "letters filled with a white pattern", "a picture laid over the page as an emoji"])
    # A redacted document may withhold its pictures, see `withholds`.
    claim = chance.choice([claim for claim in CLAIMS if kind != "redacted" or claim != "withheld pictures"])
    pdf = opened(EDITS_BY_NAME[name](document, chance))
    spec = pdf.attachments["manifest.json"].obj
    manifest = json.loads(spec.EF.F.read_bytes())
    CLAIMS[claim](manifest)
    spec.EF.F.write(json.dumps(manifest, indent=2).encode())
    return name, claim, sealed(saved(pdf, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable))


def withholds(kind):
    """Whether a document withholds its pictures, so that it is not drawn again. Only a signature detects all forgeries."""
    return "with pictures" in kind


def sealed_anew(document, chance):
    changed = EDITS_BY_NAME[chance.choice(["words replaced", "overlaid by white", "page removed", "to unicode changed",
                                          "font program changed", "annotation added", "pages swapped"])](document, chance)
    pdf = opened(changed)
    return sealed(saved(pdf, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable))


# ── Copies by other programs, without intentional changes ──────────────────────────────────────────────────────────────

def program(*words):
    def run(document, folder):
        source, target = folder + "/in.pdf", folder + "/out.pdf"
        open(source, "wb").write(document)
        open(target, "wb").close()
        subprocess.run([word.format(source, target) for word in words], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        changed = open(target, "rb").read()
        assert changed, " ".join(words) + " wrote nothing"
        return changed
    return run


def copies():
    yield "pikepdf: saved", lambda document, folder: saved(opened(document))
    yield "pikepdf: linearized", lambda document, folder: saved(opened(document), linearize=True)
    yield "pikepdf: recompressed", lambda document, folder: saved(opened(document), recompress_flate=True)

    def by_pypdf(document, folder):
        out = io.BytesIO()
        pypdf.PdfWriter(clone_from=io.BytesIO(document)).write(out)
        return out.getvalue()
    yield "pypdf: cloned", by_pypdf
    if shutil.which("qpdf"):
        yield "qpdf: object streams taken apart", program("qpdf", "--object-streams=disable", "{0}", "{1}")
        yield "qpdf: linearized", program("qpdf", "--linearize", "{0}", "{1}")
        yield "qpdf: uncompressed", program("qpdf", "--qdf", "{0}", "{1}")
        yield "qpdf: compressed anew", program("qpdf", "--recompress-flate", "--compression-level=9", "{0}", "{1}")
        locked = program("qpdf", "--encrypt", "", "owner", "256", "--", "{0}", "{1}")
        yield "qpdf: decrypted", lambda document, folder: program("qpdf", "--decrypt", "{0}", "{1}")(locked(document, folder), folder)
        yield "qpdf: encrypted", program("qpdf", "--encrypt", "", "owner", "256", "--", "{0}", "{1}")
    if shutil.which("mutool"):
        yield "mutool: cleaned", program("mutool", "clean", "{0}", "{1}")
        yield "mutool: decompressed", program("mutool", "clean", "-d", "{0}", "{1}")
        yield "mutool: garbage collected", program("mutool", "clean", "-gggg", "-z", "{0}", "{1}")
    gs = os.environ.get("GS") or shutil.which("gs")
    if gs:
        yield "Ghostscript: rewritten", program(gs, "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-sOutputFile={1}", "{0}")


def main():
    chance = random.Random(32)
    counts = collections.defaultdict(collections.Counter)
    wrong = []

    def note(kind, verdict, document, how="", may_be=()):
        counts[kind][verdict] += 1
        if verdict in SEALED and verdict not in may_be:
            name = f"tampered-{len(wrong)}.pdf"
            if len(wrong) < 20:
                open(name, "wb").write(document)
            wrong.append((kind, how, verdict, name))

    global FOLDER
    with tempfile.TemporaryDirectory() as folder:
        FOLDER = folder
        service = Service(folder)
        try:
            queries = {"plain": "", "4f": "&archival=4f", "redacted": "&redact.pattern=day&redact.reason=PRIV",
                       "watermarked": "&page.watermark=DRAFT&page.bates.prefix=A-", "WhatsApp": "&theme=whatsapp",
                       "signed": "&sign=true", "small": "&filename=small", "one part of three": "&split_by=10",
                       "Signal, dark": "&theme=signal&mode=dark", "Telegram, letter": "&theme=telegram&page.size=letter",
                       "signed 4f": "&archival=4f&sign=true", "redacted, with pictures": "&filename=pictures&redact.pattern=day"}
            documents = {kind: service.render(query) for kind, query in queries.items()}
            for kind, document in documents.items():
                verdict, facts = service.verdict(document)
                print(f"{kind}: {len(document)} bytes, {verdict}")
                if verdict != ("not-drawn" if withholds(kind) else "identical"):  # Its pictures are withheld.
                    wrong.append((kind, verdict, json.dumps(facts)[:2000]))
            kinds = list(documents)
            for number in range(BITS):
                kind = kinds[number % len(kinds)]
                changed = bytearray(documents[kind])
                changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
                note(f"one bit, {kind}", service.verdict(bytes(changed))[0], changed)
            names = list(EDITS_BY_NAME)
            for number in range(EDITS):
                name, kind = names[number % len(names)], kinds[number // len(names) % len(kinds)]
                try:
                    changed = EDITS_BY_NAME[name](documents[kind], chance)
                except (IndexError, ValueError, StopIteration):
                    continue  # The document has nothing that this edit can change.
                note(name, service.verdict(changed)[0], changed)
            for kind, document in documents.items():
                for name, copy in copies():
                    changed = copy(document, folder)
                    note(name, service.verdict(changed)[0], changed)
                if kind == "signed":
                    continue
                for _ in range(0 if len(opened(document).pages) < 3 else EDITS // 20):
                    try:
                        name, claim, changed = forged(document, chance, kind)
                    except (IndexError, ValueError, StopIteration):
                        continue
                    what = "forged, pictures withheld: " if withholds(kind) else "forged: "
                    # A claim of another environment prevents drawing, so the verdict does not pass.
                    may_be = ["other-version"] * (claim in OTHER_ENVIRONMENTS) + ["not-drawn"] * withholds(kind)
                    note(what + name, service.verdict(changed)[0], changed, claim, may_be=may_be)
                for _ in range(max(1, EDITS // 100)):
                    try:
                        changed = sealed_anew(document, chance)
                    except (IndexError, ValueError, StopIteration):
                        continue
                    what = "made anew with its digests, " + ("pictures withheld" if withholds(kind) else "and drawn again")
                    note(what, service.verdict(changed)[0], changed, may_be=["not-drawn"] if withholds(kind) else [])
        finally:
            service.process.send_signal(signal.SIGTERM)
            service.process.wait()
    for kind, verdicts in counts.items():
        print(f"{kind}: " + ", ".join(f"{verdict} {count}" for verdict, count in sorted(verdicts.items())))
    if wrong:
        for line in wrong[:20]:
            print("not detected:", *line)
        sys.exit(1)
    print(f"{sum(sum(verdicts.values()) for verdicts in counts.values())} changed documents, none of them identical")


main()
