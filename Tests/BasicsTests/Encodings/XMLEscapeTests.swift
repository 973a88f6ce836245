import Basics
import Testing

@Suite struct XMLEscapeTests {
    @Test func escapesMarkupCharacters() {
        let text = "a<b>&\"c\"'d' ü"
        #expect(XMLEscape.escaped(text, in: .content) == "a&lt;b&gt;&amp;\"c\"'d' ü")
        #expect(
            XMLEscape.escaped(text, in: .doubleQuotes)
                == "a&lt;b&gt;&amp;&quot;c&quot;'d' ü")
        #expect(
            XMLEscape.escaped(text, in: .quotes)
                == "a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39; ü")
    }

    @Test func readsAndWritesHexadecimalDigits() {
        #expect(Hexadecimal.text(of: [0x00, 0x9F, 0xA0]) == "009fa0")
        #expect("0189afAF".utf8.map(Hexadecimal.value) == [0, 1, 8, 9, 10, 15, 10, 15])
        #expect("/:@Gg`".utf8.allSatisfy { Hexadecimal.value($0) == nil })
    }
}
