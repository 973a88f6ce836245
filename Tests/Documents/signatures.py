#!/usr/bin/env python3
"""Signs documents with keys made for this run, damages them in many ways, and compares what pyHanko and `verify` say.

  CHATPRINT=… Tests/Documents/signatures.py

Takes pyHanko (pip) and openssl. pyHanko judges trust: it accepts the valid documents and rejects all others. `verify`
does not: it rejects modified documents, and states who signed, until when the certificate is valid, and why
validation data is not sufficient. Exits with 0 if both behave this way.
"""
import io, json, logging, os, re, subprocess, sys, tempfile
from datetime import datetime, timedelta, timezone

import pikepdf
from asn1crypto import cms
from pyhanko.keys import load_certs_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko_certvalidator import ValidationContext

BINARY = os.environ.get("CHATPRINT") or sys.exit("CHATPRINT names the binary")
TALK = {"messages": [{"from": "ana", "at": 1780000000, "text": "The rent is due on Monday."}, {"from": "ben", "at": 1780000100, "text": "Yes."}]}


def run(*words, **options):
    done = subprocess.run(words, capture_output=True, **options)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


class Authority:
    """A root, an issuer of signers, and an authority for timestamps."""

    def __init__(self, folder):
        self.folder = folder
        os.chdir(folder)
        os.mkdir("data")
        run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "root.key", "-out", "root.crt", "-days", "7300", "-subj", "/CN=Root")
        self.certify("issuer", "root", "basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign\n")
        self.certify("clock", "root", "extendedKeyUsage=critical,timeStamping\n")
        for name, kind in [("rsa", ["rsa:2048"]), ("p256", ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]),
                           ("p384", ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"])]:
            self.certify(name, "issuer", "keyUsage=critical,digitalSignature,nonRepudiation\n", kind)
        # Dates that openssl x509 of Debian 12 cannot write.
        soon = (datetime.now(timezone.utc) + timedelta(minutes=10)).strftime("%Y%m%d%H%M%SZ")
        for name, end in [("ended", "20240101000000Z"), ("ending", soon)]:
            self.certify(name, "issuer", "keyUsage=critical,digitalSignature,nonRepudiation\n", dates=("20230101000000Z", end))
        self.certify("other", "other", "keyUsage=critical,digitalSignature,nonRepudiation\n")
        for issuer in ["root", "issuer"]:
            self.list(issuer)
        open("tsa.cnf", "w").write("[tsa]\ndefault_tsa=own\n[own]\nserial=serial\nsigner_digest=sha256\ndefault_policy=1.2.3.4\n"
                                   "digests=sha256\ness_cert_id_alg=sha256\n")
        open("serial", "w").write("01\n")
        open("stamp", "w").write(f"#!/bin/sh\ncd {folder} && cat >request && openssl ts -reply -config tsa.cnf -queryfile request "
                                 "-inkey clock.key -signer clock.crt -chain root.crt 2>/dev/null\n")
        os.chmod("stamp", 0o755)
        json.dump(TALK, open("talk.json", "w"))

    def certify(self, name, issuer, extensions, kind=("rsa:2048",), dates=None):
        if name == issuer:
            run("openssl", "req", "-x509", "-newkey", *kind, "-nodes", "-keyout", name + ".key", "-out", name + ".crt", "-days", "30", "-subj", "/CN=" + name)
        else:
            run("openssl", "req", "-new", "-newkey", *kind, "-nodes", "-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=" + name)
            open("extensions", "w").write(extensions)
            if dates:
                self.configure(issuer)
                run("openssl", "ca", "-batch", "-config", "ca.cnf", "-in", name + ".csr", "-out", name + ".crt", "-notext", "-cert", issuer + ".crt",
                    "-keyfile", issuer + ".key", "-startdate", dates[0], "-enddate", dates[1], "-extfile", "extensions", "-rand_serial", "-outdir", ".")
            else:
                run("openssl", "x509", "-req", "-in", name + ".csr", "-CA", issuer + ".crt", "-CAkey", issuer + ".key", "-CAcreateserial",
                    "-days", "3650", "-extfile", "extensions", "-out", name + ".crt")
        chain = [name, issuer, "root"] if name != issuer else [name]
        open(name + ".pem", "w").write("".join(open(link + ".crt").read() for link in dict.fromkeys(chain)))

    def configure(self, issuer):
        open(issuer + ".txt", "a").close()
        open("ca.cnf", "w").write(f"[ca]\ndefault_ca=own\n[own]\ndatabase={issuer}.txt\nserial=serial.{issuer}\ndefault_md=sha256\ndefault_crl_days=3000\n"
                                  "unique_subject=no\npolicy=any\n[any]\ncommonName=supplied\n")

    def list(self, issuer, *revoked):
        """A list of revoked certificates, newly made."""
        self.configure(issuer)
        for name in revoked:
            run("openssl", "ca", "-config", "ca.cnf", "-revoke", name + ".crt", "-cert", issuer + ".crt", "-keyfile", issuer + ".key")
        run("openssl", "ca", "-config", "ca.cnf", "-gencrl", "-cert", issuer + ".crt", "-keyfile", issuer + ".key", "-out", f"data/{issuer}.crl")


def chatprint(*words, expects=(0,)):
    done = subprocess.run([BINARY, *words], capture_output=True, text=True)
    assert done.returncode in expects, (words, done.returncode, done.stderr)
    return done


def judged_by_hanko(path, lists=(), years=0):
    """Whether all signatures of a document are good and trusted, and why not."""
    roots = list(load_certs_from_pemder(["root.crt"]))
    moment = datetime.now(timezone.utc) + timedelta(days=365 * years)
    try:
        with open(path, "rb") as file:
            reader = PdfFileReader(file, strict=False)
            data = [run("openssl", "crl", "-in", name, "-outform", "DER") for name in lists]
            context = dict(trust_roots=roots, allow_fetching=False, moment=moment, crls=data,
                           revocation_mode="require" if lists else "soft-fail")
            try:
                store = DocumentSecurityStore.read_dss(reader)
                context = {**context, "other_certs": list(store.load_certs())} if not lists else context
            except Exception as error:
                if "No DSS" not in str(error):
                    raise
            if not reader.embedded_signatures:
                return False, "no signature"
            for signature in reader.embedded_regular_signatures:
                status = validate_pdf_signature(signature, ValidationContext(**context), ts_validation_context=ValidationContext(**{**context, "crls": [], "revocation_mode": "soft-fail"}))
                if not status.bottom_line:
                    return False, status.summary()
            for signature in reader.embedded_timestamp_signatures:
                status = validate_pdf_timestamp(signature, ValidationContext(**{**context, "crls": [], "revocation_mode": "soft-fail"}))
                if not (status.valid and status.intact and status.trusted):
                    return False, "timestamp: " + status.summary()
        return True, "good"
    except Exception as error:
        return False, f"{type(error).__name__}: {error}"


def reported(path):
    """`verify`'s findings of the signatures, and whether it says that something was changed."""
    done = chatprint("verify", "--json", path, expects=range(0, 8))
    if not done.stdout:
        return "rejected", done.stderr.strip()
    facts = json.loads(done.stdout)
    facts = facts[0] if isinstance(facts, list) else facts
    return facts.get("verdict"), facts


def tampered(path):
    """Changed copies: a byte that is signed, one of the signature's own, one of validation data, a page more, the range."""
    document = open(path, "rb").read()
    ranges = [tuple(map(int, found)) for found in re.findall(rb"/ByteRange\s*\[0 (\d+) (\d+) (\d+)\s*\]", document)]
    start, end, length = ranges[0]

    def turned(at):
        return document[:at] + bytes([document[at] ^ 1]) + document[at + 1:]
    # In a name of a content stream's data, far from all signatures.
    yield "a signed byte", turned(start // 2)
    yield "the last signed byte", turned(end + length - 3)
    message = cms.ContentInfo.load(bytes.fromhex(document[start + 1:end - 1].decode()))
    value = document.index(message["content"]["signer_infos"][0]["signature"].native.hex().encode(), start)
    yield "a byte of the signature", document[:value] + (b"1" if document[value:value + 1] == b"0" else b"0") + document[value + 1:]
    yield "the range", document.replace(b"/ByteRange[0 %d" % start, b"/ByteRange[0 %d" % (start - 1), 1) if b"/ByteRange[0 %d" % start in document \
        else turned(start - 30)
    table = int(re.findall(rb"startxref\s+(\d+)", document)[-1])
    yield "bytes behind the end", document + b"%% more\nstartxref\n%d\n%%%%EOF\n" % table
    pdf = pikepdf.open(io.BytesIO(document))
    number, page, root = len(pdf.objects), pdf.pages[0].Contents.objgen[0], pdf.Root.objgen[0]
    body = b"%d 0 obj\n<</Length 24>>stream\n1 0 0 rg 0 0 500 500 re f\nendstream\nendobj\n" % page
    yield "another page in an update", document + body + (
        b"xref\n%d 1\n%010d 00000 n \ntrailer\n<</Size %d/Root %d 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n"
        % (page, len(document), number + 1, root, table, len(document) + len(body)))


def main():
    logging.disable(logging.CRITICAL)
    failures, count = [], 0

    def expect(kind, hanko, verify, path, lists=(), years=0, says=""):
        nonlocal count
        count += 1
        good, why = judged_by_hanko(path, lists, years)
        verdict, facts = reported(path)
        text = facts if isinstance(facts, str) else json.dumps(facts.get("signatures")) + json.dumps(facts.get("faults"))
        holds = good == hanko and (verdict in verify) and says in text
        print(f"{'ok' if holds else 'NO'}  {kind}: pyHanko {'accepts' if good else 'rejects'} ({why[:70]}); verify: {verdict}")
        if not holds:
            failures.append((kind, why, verdict, text[:900]))

    with tempfile.TemporaryDirectory() as folder:
        authority = Authority(folder)
        fits, changed = {"identical", "not-evidence"}, {"changed", "rejected"}

        def sign(name, key, *options, profile=True):
            chatprint("render", "talk.json", "-o", name, "--quiet", "--created", "2026-05-31T09:40:00Z", "--sign-key", key + ".key",
                      "--sign-cert", key + ".pem", *(["--profile", "evidence"] if profile else []), *options)
            return name
        documents = {}
        for key in ["rsa", "p256", "p384"]:
            documents[f"B-B, {key}"] = sign(f"{key}.pdf", key)
        documents["B-B, RSA-PSS"] = sign("pss.pdf", "rsa", "--sign-padding", "pss")
        documents["B-B, PDF/A-4f"] = sign("4f.pdf", "rsa", "--set", "archival=4f")
        documents["B-B, not for evidence, with a line"] = sign("line.pdf", "rsa", "--set", "sign.line=every", profile=False)
        documents["B-T"] = sign("T.pdf", "rsa", "--timestamp-hook", folder + "/stamp")
        chatprint("finish", "T.pdf", "-o", "LT.pdf", "--validation-data", "data")
        documents["B-LT"] = "LT.pdf"
        chatprint("finish", "LT.pdf", "-o", "LTA.pdf", "--document-timestamp", "--timestamp-hook", folder + "/stamp")
        documents["B-LTA"] = "LTA.pdf"
        for kind, path in documents.items():
            level = kind.split(",")[0]
            expect(f"{kind}, valid", True, fits, path, says=level)
            expect(f"{kind}, valid, by lists", True, fits, path, ["data/root.crl", "data/issuer.crl"])
            expect(f"{kind}, in 20 years", False, fits, path, years=20)
            for how, data in tampered(path):
                open("tampered.pdf", "wb").write(data)
                # pyHanko does not count a comment after the end as a change.
                expect(f"{kind}, {how}", how == "bytes behind the end", changed, "tampered.pdf")
        expect("certificate that is about to end", True, fits, sign("ending.pdf", "ending"))
        ends = datetime.now(timezone.utc).strftime('"certificate_ends": "%Y-')
        expect("certificate that has ended", False, fits, "ending.pdf", years=1 / 365, says=ends)
        done = chatprint("render", "talk.json", "-o", "ended.pdf", "--sign-key", "ended.key", "--sign-cert", "ended.pem", expects=[78])
        assert "has expired" in done.stderr, done.stderr
        expect("certificate of another root", False, fits, sign("other.pdf", "other"), says="other")
        # Revoked after its timestamp: the signature was valid then, as later validation data may state.
        authority.list("issuer", "rsa")
        lists = ["data/root.crl", "data/issuer.crl"]
        for kind in ["B-B, rsa", "B-T"]:
            expect(f"{kind}, revoked", False, fits, documents[kind], lists)
        chatprint("finish", "T.pdf", "-o", "revoked.pdf", "--validation-data", "data")
        expect("B-LT, revoked after its timestamp", False, fits, "revoked.pdf", lists, says="B-LT")
        # Revoked before its timestamp.
        authority.list("issuer", "p256")
        sign("early.pdf", "p256", "--timestamp-hook", folder + "/stamp")
        expect("B-T, revoked before", False, fits, "early.pdf", lists)
        done = chatprint("finish", "early.pdf", "-o", "never.pdf", "--validation-data", "data", expects=range(1, 99))
        print("a list that revokes, for finish:", done.returncode, done.stderr.strip()[:200])
        if "revoked" not in done.stderr:
            failures.append(("finish with a list that revokes", done.stderr))
        os.chdir("/")
    for failure in failures:
        print("NO:", *failure)
    print(f"{count} judgements, {len(failures)} not as they should be")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
