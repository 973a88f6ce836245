import JSON
import Scene

/// One reading of a look: where it stands, what it found wrong, and which pictures it met.
struct ThemeReading {
    /// JSON Pointer of the look itself within the request; empty for a file.
    let root: String
    let sources: PictureSources
    private(set) var faults: [ThemeFault] = []
    private(set) var warnings: [ThemeWarning] = []
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

    /// Reads in another place of the same look.
    mutating func at(path other: [String], _ read: (inout ThemeReading) -> Void) {
        let here = path
        path = other
        defer { path = here }
        read(&self)
    }

    /// Reads what was found good before: nothing of it is told again.
    mutating func again(_ read: (inout ThemeReading) -> Void) {
        let told = (faults, warnings)
        defer { (faults, warnings) = told }
        read(&self)
    }

    /// The same fault comes twice where one key is read for both sides.
    mutating func fail(_ fault: (_ pointer: String) -> ThemeFault) {
        guard faults.count < ThemeFaults.limit else { return }
        let fault = fault(pointer)
        if !faults.contains(fault) { faults.append(fault) }
    }

    mutating func expected(_ form: ThemeFault.Expectation, _ found: JSONValue) {
        fail { .wrongForm(pointer: $0, expected: form, found: found.kind) }
    }

    mutating func warn(_ warning: (_ pointer: String) -> ThemeWarning) {
        guard warnings.count < ThemeFaults.limit else { return }
        let warning = warning(pointer)
        if !warnings.contains(warning) { warnings.append(warning) }
    }

    /// Rejects unknown keys: a color under a misspelt key would not be drawn. Keys that begin with
    /// `$` are for people and editors (`$schema`, `$comment`).
    mutating func rejectUnknown(_ members: [JSONValue.Member], known: [String]) {
        for member in members where !known.contains(member.key) && member.key.first != "$" {
            let name = clipped(member.key)
            at(name) { reading in
                reading.fail { .unknownKey(pointer: $0, name: name, allowed: known) }
            }
        }
    }
}

/// The beginning of what a caller wrote: enough to recognise it by.
func clipped(_ text: String) -> String {
    text.unicodeScalars.count <= 64
        ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(63))) + "…"
}
