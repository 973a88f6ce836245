package import Foundation
import Typesetting

/// The project's own fonts for every test of the process, in the program's own order and with none but those
/// of the packages that `script/install` names: others that a machine has change no picture. The machine's
/// would be used until the first test asks for these, and two halves of one test could then differ.
package enum TestFonts {
    package static func use() throws {
        try Typesetter.useFonts(configuration: configuration)
    }

    package static var configuration: String {
        get throws { try folder.get().appendingPathComponent("fonts.conf").path }
    }

    /// The program's own folder of configuration, all but the fonts: a process has one set of them.
    package static let folder = Result {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent("chatprint-tests-\(getpid())")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = root.appendingPathComponent("config")
        for name in try files.contentsOfDirectory(atPath: program.path) where name != "fonts.conf" {
            let link = folder.appendingPathComponent(name)
            try? files.removeItem(at: link)
            try files.createSymbolicLink(
                at: link, withDestinationURL: program.appendingPathComponent(name))
        }
        let configuration = fonts(like: program.appendingPathComponent("fonts.conf"))
        try Data(configuration.utf8).write(to: folder.appendingPathComponent("fonts.conf"))
        return folder
    }

    private static func fonts(like program: URL) -> String {
        let accepted = [
            "opentype/inter", "opentype/noto", "truetype/roboto", "truetype/dejavu",
            "truetype/noto",
        ].map { "<glob>/usr/share/fonts/\($0)/*</glob>" }
        return """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig>
              <include>\(program.path)</include>
              <selectfont>
                <acceptfont>\(accepted.joined())</acceptfont>
                <rejectfont><glob>*.*</glob></rejectfont>
              </selectfont>
            </fontconfig>
            """
    }
}
