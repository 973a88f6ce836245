import Testing

@testable import Rendering

@Suite struct ArtifactMarkingTests {
    @Test(arguments: [
        // All of a page without parts is an artifact; nothing is nothing.
        ("0 0 5 5 re f", "/Artifact BMC\n0 0 5 5 re f\nEMC\n"),
        ("", ""), ("  \n", "  \n"),
        // Stretches before, between and after parts, each on its own.
        (
            "q /P << /MCID 0 >> BDC f EMC Q",
            "/Artifact BMC\nq \nEMC\n/P << /MCID 0 >> BDC f EMC\n/Artifact BMC\n Q\nEMC\n"
        ),
        // Parts that follow one another need nothing between them.
        (
            "/P <</MCID 0>> BDC f EMC\n/P <</MCID 1>> BDC f EMC",
            "/P <</MCID 0>> BDC f EMC\n\n/P <</MCID 1>> BDC f EMC\n"
        ),
        // What is nested stays as it is.
        (
            "/P <</MCID 0>> BDC /Span <</ActualText <FEFF0041>>> BDC (a) Tj EMC EMC",
            "/P <</MCID 0>> BDC /Span <</ActualText <FEFF0041>>> BDC (a) Tj EMC EMC\n"
        ),
        // Operators inside strings are no operators.
        (
            "/P <</MCID 0>> BDC (EMC (BDC) \\) EMC) Tj EMC",
            "/P <</MCID 0>> BDC (EMC (BDC) \\) EMC) Tj EMC\n"
        ),
    ])
    func marksWhatLiesOutsideOfParts(content: String, marked: String) {
        let bytes = Array(content.utf8)
        #expect(String(decoding: ArtifactMarking.mark(bytes.span), as: UTF8.self) == marked)
    }

    @Test(arguments: ["(", "<", "<<", "EMC EMC", "(\\", "/P BDC", "BDC EMC EMC f", "[(a"])
    func survivesWhatIsBroken(content: String) {
        let bytes = Array(content.utf8)
        #expect(ArtifactMarking.mark(bytes.span).count >= bytes.count)
    }
}
