#!/usr/bin/env python3
"""Checks productions against their load files, with its own parser.

    Tests/Documents/production.py ARCHIVE.zip …      or - for standard input

Every listed file exists and every file is listed once, numbers have no gaps, digests match, families are complete.
Prints one line for each broken rule; exits with 1 if there is one.
"""
import hashlib
import io
import re
import sys
import zipfile

SEPARATOR, QUOTE = "\x14", "\u00fe"
FIELDS = ("BEGBATES ENDBATES BEGATTACH ENDATTACH CUSTODIAN FROM TO DATESENT TIMESENT TIMEZONE CONVERSATION MSGCOUNT FILENAME SHA256 "
          "NATIVEPATH TEXTPATH PAGECOUNT").split()


def rows(text):
    """The lines of a load file as lists of values, by the rules of Concordance."""
    for line in text.split("\r\n")[:-1]:
        values, place = [], 0
        while True:
            if line[place:place + 1] != QUOTE:
                raise ValueError(f"a value has no opening quote: {line!r}")
            end = line.index(QUOTE, place + 1)
            values.append(line[place + 1:end])
            place = end + 1
            if place == len(line):
                break
            if line[place] != SEPARATOR:
                raise ValueError(f"two values are not separated: {line!r}")
            place += 1
        yield values


def number(text):
    prefix, digits = re.fullmatch(r"(.*?)(\d+)", text).groups()
    return prefix, int(digits)


def faults(archive):
    names = archive.namelist()
    if len(set(names)) != len(names):
        yield "two files have the same name"
    if archive.testzip():
        yield "a file is damaged"
    tables = [name for name in names if name.startswith("DATA/") and name.endswith(".dat")]
    if len(tables) != 1:
        yield "there is not exactly one table"
        return
    data = archive.read(tables[0])
    if not data.startswith(b"\xef\xbb\xbf"):
        yield "the table has no UTF-8 byte order mark"
    head, *lines = rows(data.decode("utf-8-sig"))
    if head != FIELDS:
        yield f"the table has the fields {head}"
        return
    documents = [dict(zip(head, line, strict=True)) for line in lines]
    accounted, expected, pages = set(tables), None, {}
    for one in documents:
        prefix, first = number(one["BEGBATES"])
        last = number(one["ENDBATES"])[1]
        if expected is not None and first != expected:
            yield f"{one['BEGBATES']} does not follow {expected - 1}"
        expected = last + 1
        count = int(one["PAGECOUNT"])
        if last - first + 1 != max(count, 1):
            yield f"{one['BEGBATES']}: the count of numbers differs from the count of pages"
        for place in range(count):
            width = len(one["BEGBATES"]) - len(prefix)
            pages[f"{prefix}{first + place:0{width}d}"] = (place == 0, count)
        paths = [one[key].replace("\\", "/") for key in ("NATIVEPATH", "TEXTPATH") if one[key]]
        if len(paths) != 1 or paths[0] not in names:
            yield f"{one['BEGBATES']} does not name exactly one existing file: {paths}"
            continue
        accounted.add(paths[0])
        if hashlib.sha256(archive.read(paths[0])).hexdigest() != one["SHA256"]:
            yield f"{paths[0]} has a wrong digest"
        if bool(one["BEGATTACH"]) != bool(one["ENDATTACH"]):
            yield f"{one['BEGBATES']} has only one end of a family"
    for beginning, end in {(one["BEGATTACH"], one["ENDATTACH"]) for one in documents if one["BEGATTACH"]}:
        family = [one for one in documents if one["BEGATTACH"] == beginning]
        if family[0]["BEGBATES"] != beginning or family[-1]["ENDBATES"] != end or not family[0]["TEXTPATH"]:
            yield f"{beginning} is no complete family"
        if any(not one["NATIVEPATH"] for one in family[1:]):
            yield f"an attachment of {beginning} has no file"
    opticon = tables[0][:-3] + "opt"
    accounted.add(opticon)
    volume = opticon.removeprefix("DATA/").removesuffix(".opt")
    listed = archive.read(opticon).decode().split("\r\n")[:-1]
    if [line.split(",")[0] for line in listed] != list(pages):
        yield "the page list differs from the table"
    for line in listed:
        key, name, path, begins, folder, box, count = line.split(",")
        is_first, length = pages.get(key, (None, None))
        path = path.replace("\\", "/")
        accounted.add(path)
        if name != volume or folder or box or (begins == "Y") != is_first or count != (str(length) if is_first else ""):
            yield f"the entry of {key} is wrong: {line}"
        if path not in names or not archive.read(path).startswith(b"%PDF"):
            yield f"{key} has no page file"
    if accounted != set(names):
        yield f"files that are not listed: {sorted(set(names) - accounted)}"


def main():
    broken = 0
    for name in sys.argv[1:]:
        source = io.BytesIO(sys.stdin.buffer.read()) if name == "-" else name
        with zipfile.ZipFile(source) as archive:
            for fault in faults(archive):
                print(f"{name}: {fault}")
                broken += 1
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
