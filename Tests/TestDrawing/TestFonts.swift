import Typesetting

/// The project's own fonts for every test of the process: the machine's would be used until the first
/// test asks for these, and two halves of one test could then differ.
package enum TestFonts {
    package static func use() throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        try Typesetter.useFonts(configuration: "/\(root)/config/fonts.conf")
    }
}
