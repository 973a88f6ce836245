import Basics
import Scene

/// The state of reading a theme: the current path, the faults, and the pictures.
struct ThemeReading {
    /// The JSON Pointer of the theme within the request; empty for a file.
    let root: String
    let sources: PictureSources
    private(set) var faults: [ThemeFault] = []
    var warnings: [ThemeWarning] = []
    var pictures: [ThemePicture]
    private(set) var path: [String] = []

    init(root: String, sources: PictureSources, pictures: [ThemePicture]) {
        self.root = root
        self.sources = sources
        self.pictures = pictures
    }

    var pointer: String { path.reduce(root) { $0 + JSONPointer.step($1) } }

    mutating func at<Value, Failure: Error>(
        _ key: String, _ read: (inout ThemeReading) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        path.append(key)
        defer { path.removeLast() }
        return try read(&self)
    }

    /// Reads at another path of the same theme.
    mutating func at(path other: [String], _ read: (inout ThemeReading) -> Void) {
        let here = path
        path = other
        defer { path = here }
        read(&self)
    }

    /// Reads values again that were read before, without reporting their faults and warnings twice.
    mutating func again(_ read: (inout ThemeReading) -> Void) {
        let reported = (faults, warnings)
        defer { (faults, warnings) = reported }
        read(&self)
    }

    /// Records a fault. The same fault occurs twice if one key is read for both sides.
    mutating func fail(_ reason: @autoclosure () -> ThemeFault.Reason) {
        guard faults.count < ThemeFaults.limit else { return }
        let fault = ThemeFault(at: pointer, reason())
        if !faults.contains(fault) { faults.append(fault) }
    }

    mutating func expected(_ form: ThemeFault.Expectation, _ found: JSONValue) {
        fail(.wrongForm(expected: form, found: found.kind))
    }

    mutating func warn(_ warning: (_ pointer: String) -> ThemeWarning) {
        guard warnings.count < ThemeFaults.limit else { return }
        let warning = warning(pointer)
        if !warnings.contains(warning) { warnings.append(warning) }
    }

    /// Rejects unknown keys: a color under a misspelled key would have no effect. Keys that begin
    /// with `$` are for people and editors (`$schema`, `$comment`).
    mutating func rejectUnknown(_ members: [JSONValue.Member], known: [String]) {
        for member in members where !known.contains(member.key) && member.key.first != "$" {
            let name = clipped(member.key)
            at(name) { reading in
                reading.fail(.unknownKey(name: name, allowed: known))
            }
        }
    }
}

/// Returns the beginning of a caller's text, enough to recognize it.
func clipped(_ text: String) -> String {
    text.unicodeScalars.count <= 64
        ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(63))) + "…"
}
