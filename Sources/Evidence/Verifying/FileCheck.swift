import Basics

/// Compares the files embedded in a document with the list in its manifest.
struct FileCheck {
    private(set) var files: [Verification.File] = []
    private(set) var faults: [Verification.Fault] = []
    private let embedded: EmbeddedFiles

    init(
        of embedded: EmbeddedFiles, listed: [JSONValue], budget: WorkBudget
    ) throws(Verifier.Failure) {
        self.embedded = embedded
        var known: Set<String> = [Manifest.fileName]
        for entry in listed {
            guard budget.mayContinue else { throw .stopped }
            let role = entry["role"]?.string ?? "file"
            guard let name = entry["file"]?.string else {
                let state: Verification.File.State =
                    entry["sha256"] == nil ? .withheld : .elsewhere
                files.append(
                    Verification.File(role: role, name: entry["name"]?.string ?? "", state: state))
                continue
            }
            guard known.insert(name).inserted else {
                add(.manifest, "\(name) is in the manifest twice")
                continue
            }
            let state = try state(of: name, entry)
            files.append(Verification.File(role: role, name: name, state: state))
        }
        for name in embedded.names where !known.contains(name) {
            add(.unknownFile, "\(name) is in the document but not in its manifest")
        }
        for name in embedded.repeated.sorted() {
            add(.unknownFile, "\(name) is in the document twice")
        }
    }

    private mutating func add(_ kind: Verification.Fault.Kind, _ words: String) {
        guard faults.count < Verification.maxFaults else { return }
        faults.append(Verification.Fault(kind: kind, words: words))
    }

    private mutating func state(
        of name: String, _ entry: JSONValue
    ) throws(Verifier.Failure) -> Verification.File.State {
        guard let bytes = embedded.files[name] else {
            add(.missingFile, "\(name) is in the manifest but not in the document")
            return .missing
        }
        let size = entry["bytes"]?.int
        guard size == bytes.count else {
            add(
                .changedFile,
                "\(name) has \(bytes.count) bytes; the manifest states \(size ?? 0)")
            return .changed
        }
        let digest: String
        do throws(MessageChain.Fault) {
            digest = Hexadecimal.text(of: try MessageChain.digest(of: bytes))
        } catch {
            throw .memory
        }
        guard digest == entry["sha256"]?.string else {
            add(
                .changedFile,
                "\(name) was changed: its SHA-256 is \(digest); the manifest states "
                    + (entry["sha256"]?.string ?? "none"))
            return .changed
        }
        return .fits
    }
}
