package import Foundation
import Typesetting

/// The fonts of all tests of a process: the program's configuration, limited to the families that
/// it names and to the folders of the packages that `script/install` names. Other fonts of the
/// machine change no picture.
///
/// Every test that draws calls `use` first. Otherwise, fontconfig would use the machine's fonts at
/// first, and two halves of a test could differ.
package enum TestFonts {
    package static func use() throws {
        try Typesetter.useFonts(.file(configuration))
    }

    package static var configuration: String {
        get throws { try folder.get().appendingPathComponent("fonts.conf").path }
    }

    /// A copy of the program's configuration folder, except the fonts: a process has a single set
    /// of fonts.
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
        let configuration = try fonts(like: program.appendingPathComponent("fonts.conf"))
        try Data(configuration.utf8).write(to: folder.appendingPathComponent("fonts.conf"))
        return folder
    }

    private static func fonts(like program: URL) throws -> String {
        let text = try String(contentsOf: program, encoding: .utf8)
        let named = text.matches(of: /<string>([A-Z][^<]*)</).map { String($0.1) }
        // The themes name one additional family.
        let families = Set(named + ["Roboto"]).sorted().map {
            "<pattern><patelt name=\"family\"><string>\($0)</string></patelt></pattern>"
        }
        return """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig>
              <include>\(program.path)</include>
              <selectfont>
                <acceptfont>
                  <glob>/usr/share/fonts/opentype/inter/*</glob>
                  <glob>/usr/share/fonts/truetype/roboto/unhinted/*</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf</glob>
                  \(families.joined())
                </acceptfont>
                <rejectfont><glob>*.*</glob><pattern></pattern></rejectfont>
              </selectfont>
            </fontconfig>
            """
    }
}
