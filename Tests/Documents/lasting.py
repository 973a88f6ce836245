#!/usr/bin/env python3
"""Validates a document's signature offline with pyHanko, as if some years from now.

    lasting.py ROOT.pem YEARS LEVEL DOCUMENT

LEVEL is T: validated at that future time; LT: with the document's own validation data at the time of the
signature's timestamp; or LTA: with its document timestamps as proof, by ETSI EN 319 102-1, 5.6.3. Exits with 0
if the signature is valid.
"""
import asyncio, logging, sys
from datetime import datetime, timedelta, timezone

from pyhanko.keys import load_certs_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.ades import ades_lta_validation
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko.sign.validation.generic_cms import extract_tst_data_iter
from pyhanko.sign.validation.policy_decl import (
    PdfSignatureValidationSpec, RevinfoOnlineFetchingRule, RevocationInfoGatheringSpec, SignatureValidationSpec)
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.ltv.types import ValidationTimingInfo
from pyhanko_certvalidator.policy_decl import LEGACY_POLICY_MAP, REQUIRE_REVINFO, CertRevTrustPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager


def basic(signature, roots, then):
    """Validates at the future time: expired certificates fail despite a timestamp."""
    later = ValidationContext(
        trust_roots=roots, allow_fetching=False, moment=then,
        revinfo_policy=CertRevTrustPolicy(LEGACY_POLICY_MAP["none"]))
    status = validate_pdf_signature(signature, later, ts_validation_context=later)
    return status.bottom_line, status.summary()


def long_term(reader, signature, roots, then):
    """Validates at the time of the timestamp, which must itself be valid at the future time."""
    stamp = next(extract_tst_data_iter(signature.signer_info, signed=False))
    moment = stamp["encap_content_info"]["content"].parsed["gen_time"].native
    own = DocumentSecurityStore.read_dss(reader).as_validation_context(
        {"trust_roots": roots, "allow_fetching": False, "revocation_mode": "require", "moment": moment})
    # Future revocations are not known.
    later = ValidationContext(trust_roots=roots, allow_fetching=False, revocation_mode="soft-fail", moment=then)
    status = validate_pdf_signature(signature, own, ts_validation_context=later)
    return status.bottom_line and status.timestamp_validity.trusted, status.summary()


def archival(signature, roots, then):
    anchors = SimpleTrustManager.build(roots)
    # Revocation data for the last timestamp's authority is only added with the next timestamp.
    spec = PdfSignatureValidationSpec(SignatureValidationSpec(
        cert_validation_policy=CertValidationPolicySpec(anchors, CertRevTrustPolicy(REQUIRE_REVINFO)),
        ts_cert_validation_policy=CertValidationPolicySpec(
            anchors, CertRevTrustPolicy(LEGACY_POLICY_MAP["soft-fail"])),
        revinfo_gathering_policy=RevocationInfoGatheringSpec(
            online_fetching_rule=RevinfoOnlineFetchingRule.LOCAL_ONLY)))
    timing = ValidationTimingInfo(validation_time=then, best_signature_time=then, point_in_time_validation=True)
    result = asyncio.run(ades_lta_validation(signature, spec, timing_info=timing))
    changes = result.api_status.modification_level.name
    return result.ades_subindic.status.name == "PASSED" and changes in ("NONE", "LTA_UPDATES"), \
        f"{result.ades_subindic} {changes} {result.failure_msg or ''}"


def main():
    logging.disable(logging.CRITICAL)
    root, years, level, path = sys.argv[1:]
    roots = list(load_certs_from_pemder([root]))
    then = datetime.now(timezone.utc) + timedelta(days=365.25 * float(years))
    with open(path, "rb") as file:
        reader = PdfFileReader(file)
        signature = reader.embedded_regular_signatures[0]
        if level == "T":
            holds, words = basic(signature, roots, then)
        elif level == "LT":
            holds, words = long_term(reader, signature, roots, then)
        else:
            holds, words = archival(signature, roots, then)
    print(f"{path}: {words}")
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
