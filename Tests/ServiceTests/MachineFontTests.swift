import Foundation
import Testing

/// The program finds all fonts of the machine, the tests only those of the required packages.
@Suite struct MachineFontTests {
    /// Weights and slants that other packages provide for the same families, and scripts that no
    /// theme names.
    private static let talk = #"""
        {"title":"नमस्ते مرحبا","timezone":"UTC","messages":[
         {"from":"Ana مرحبا","text":"**bold नमस्ते مرحبا 你好** *italic Γειά* `code ж é` x", "format":"markdown"},
         {"from":"Ben שלום","text":"```\nlet a = \"ж → 你\"\n```","format":"markdown","at":0},
         {"from":"Ana مرحبا","text":"𐌷𐌰𐌹 ᚠᚢᚦ 𓂋𓏤 ᬒᬁ ⲛⲟϥ ꦱꦸ ᜀᜊ ⠓⠑ ᚁᚂ 𝒜 → ★ ☂ ♞ ✔︎ ⌘ ☎︎ ❤︎ 😀"}]}
        """#

    @Test(arguments: ["imessage", "whatsapp", "irc", "print"])
    func otherInstalledFontsChangeNoPicture(theme: String) throws {
        let drawn = try RunningService.program(
            ["render", "-", "--format", "png", "--theme", theme], input: Self.talk)
        #expect(drawn.code == 0, "\(drawn.errors)")
        let known = try service.render(Self.talk, to: "/render.png?theme=\(theme)")
        #expect(known.body == drawn.output)
    }
}
