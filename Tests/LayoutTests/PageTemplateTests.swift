import Model
import Testing

@testable import Layout

@Suite struct PageTemplateTests {
    private func filled(_ template: String) -> String {
        let digests = PageDigests(source: "0123456789abcdef", chain: nil)
        return PageTemplate.filled(template) { name in
            switch name {
            case "title": "Costs {page}"
            case "page": "7"
            default: digests.value(of: name, or: "–")
            }
        }
    }

    @Test(arguments: [
        ("{page}", "7"), ("Page {page} of “{title}”", "Page 7 of “Costs {page}”"),
        ("{sha256} {sha256:4} {chain} {chain:3}", "0123456789abcdef 0123 – –"),
        ("{sha256:0} {sha256:x} {sha256:-1} {sha25}", "{sha256:0} {sha256:x} {sha256:-1} {sha25}"),
        ("{{page}} {no {page}", "{7} {no 7"), ("{page", "{page"), ("} {", "} {"), ("", ""),
    ])
    func namesInBracesAreFilledOnce(template: String, expected: String) {
        #expect(filled(template) == expected)
    }
}
