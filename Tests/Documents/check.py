#!/usr/bin/env python3
"""Checks documents against the rules that an archive and a screen reader hold them to.

    pip install pikepdf && Tests/Documents/check.py FILE.pdf … [--source conversation.json]

Prints one line a broken rule; exits 1 if there was one. It is no validator: it states the rules that
archives and screen readers depend on, so that none of them can be lost unseen.
"""
import argparse
import re
import sys

import pikepdf

PAINTING = set("S s f F f* B B* b b* sh Do Tj TJ ' \" EI".split())


def catalog(pdf):
    root = pdf.Root
    if "/Lang" not in root:
        yield "the catalog has no language"
    if not root.get("/MarkInfo", {}).get("/Marked", False):
        yield "the document is not marked as tagged"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle", False):
        yield "viewers would show the file's name and not its title"
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
        if facts.get("pdfuaid:part") != "1":
            yield "the document does not claim PDF/UA-1"
    if "pdfaSchema:property" not in text:
        yield "the PDF/UA property is not described"


def objects(pdf):
    for number, thing in enumerate(pdf.objects):
        if isinstance(thing, pikepdf.Stream):
            if thing.get("/Subtype") == "/Image" and thing.get("/Interpolate", False):
                yield f"object {number}: an image asks for interpolation"
            if thing.get("/ColorSpace") == "/DeviceCMYK":
                yield f"object {number}: an image is made of inks"
            if thing.get("/Filter") in ("/LZWDecode", "/Crypt"):
                yield f"object {number}: a filter that PDF/A forbids"
        if not isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
            continue
        if "/JS" in thing or thing.get("/S") in ("/JavaScript", "/Launch", "/GoToR", "/SubmitForm"):
            yield f"object {number}: an action that runs something"
        if thing.get("/Type") == "/Font":
            yield from font(number, thing)
        if thing.get("/Type") == "/Annot":
            if int(thing.get("/F", 0)) != 4:
                yield f"object {number}: an annotation is not printed"
            if "/Contents" not in thing or "/StructParent" not in thing:
                yield f"object {number}: an annotation says nothing or is in no part"


def font(number, font):
    kind = font.get("/Subtype")
    if kind == "/CIDFontType2" and font.get("/CIDToGIDMap") is None:
        yield f"object {number}: a TrueType CID font without a map of its glyphs"
    if kind in ("/Type0", "/TrueType", "/Type1", "/Type3") and "/ToUnicode" not in font:
        yield f"object {number}: a font whose glyphs say nothing"
    if kind in ("/CIDFontType0", "/CIDFontType2", "/TrueType", "/Type1"):
        described = font.get("/FontDescriptor", {})
        if not any(f"/FontFile{n}" in described for n in ("", "2", "3")):
            yield f"object {number}: a font that is not embedded"


def pages(pdf):
    for number, page in enumerate(pdf.pages, 1):
        if page.get("/Tabs") != "/S":
            yield f"page {number}: readers do not go by the structure"
        depth = 0
        for operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            if name in ("BDC", "BMC"):
                depth += 1
            elif name == "EMC":
                depth -= 1
            elif name in PAINTING and depth == 0:
                yield f"page {number}: {name} paints outside of all marked content"
                break
            if name in ("rg", "RG") and len(operands) != 3 or name in ("k", "K"):
                yield f"page {number}: a colour of inks"
        if depth != 0:
            yield f"page {number}: marked content is not balanced"


def structure(pdf):
    """Every part says something, headings begin with the first level, links hold an annotation."""
    tree = pdf.Root.get("/StructTreeRoot")
    if tree is None:
        yield "there is no structure"
        return
    levels = []

    def walk(node):
        if isinstance(node, pikepdf.Array):
            for child in node:
                yield from walk(child)
        elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
            kind = str(node.S)
            if kind == "/Figure" and not str(node.get("/Alt", "")):
                yield "a figure has no words"
            if kind == "/P" and "/ActualText" not in node:
                yield "a paragraph has no exact text"
            if re.fullmatch(r"/H\d", kind):
                levels.append(int(kind[2]))
            if kind == "/Artifact":
                yield "a part is tagged as an artifact"
            yield from walk(node.get("/K", pikepdf.Array()))

    yield from walk(tree.get("/K", pikepdf.Array()))
    for before, after in zip([0] + levels, levels):
        if after > before + 1:
            yield f"a heading of level {after} follows one of level {before}"
            break


def attachments(pdf, source):
    for file in pdf.Root.get("/AF", []):
        if file.get("/AFRelationship") is None or "/Desc" not in file:
            yield "an attached file does not say what it is"
    if source is None:
        return
    wanted = open(source, "rb").read()
    if not any(a.get_file().read_bytes() == wanted for a in pdf.attachments.values()):
        yield "the source is not attached, or was changed"


def raw(path):
    data = open(path, "rb").read()
    if re.search(rb"[^\r\n]endstream", data):
        yield "an `endstream` does not begin a line"
    if not data.startswith(b"%PDF-1.7"):
        yield "the file is no PDF 1.7"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("files", nargs="+")
    arguments.add_argument("--source")
    options = arguments.parse_args()
    broken = 0
    for path in options.files:
        with pikepdf.open(path) as pdf:
            rules = [catalog(pdf), metadata(pdf), objects(pdf), pages(pdf), structure(pdf),
                     attachments(pdf, options.source), raw(path)]
            for rule in rules:
                for fault in rule:
                    print(f"{path}: {fault}")
                    broken += 1
            if pdf.check_pdf_syntax():
                print(f"{path}: {pdf.check_pdf_syntax()}")
                broken += 1
    print(f"{len(options.files)} documents, {broken} broken rules")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
