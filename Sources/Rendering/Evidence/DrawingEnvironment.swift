import Basics
import Documents
import Fonts
import Model
import Typesetting

/// Everything besides the request that affects a document's bytes: the program, its configuration,
/// libraries and fonts.
enum DrawingEnvironment {
    static func json(
        program: String, configuration: String?, _ fonts: [FontSource]
    ) -> JSONValue {
        var members = [JSONValue.Member("program", .string(program))]
        if let configuration {
            members.append(JSONValue.Member("configuration", .string(configuration)))
        }
        if let rules = Clock.dataVersion {
            members.append(JSONValue.Member("zoneinfo", .string(rules)))
        }
        let libraries =
            FontLibrary.versions + [("pango", Typesetter.version), ("libdeflate", Zlib.version)]
        members.append(
            JSONValue.Member(
                "libraries",
                .object(libraries.map { JSONValue.Member($0.0, .string($0.1)) })))
        members.append(
            JSONValue.Member(
                "fonts",
                .array(
                    fonts.map { font in
                        .object(
                            [JSONValue.Member("name", .string(font.name))]
                                + [font.digest.map { JSONValue.Member("sha256", .string($0)) }]
                                .compactMap { $0 })
                    })))
        return .object(members)
    }
}
