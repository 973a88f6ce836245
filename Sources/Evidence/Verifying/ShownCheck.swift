import Basics

/// Compares the contents of a document's pages with the digests in its manifest, so that changes
/// can be located even if the document is not redrawn.
struct ShownCheck {
    private let objects: PDFObjects
    private let budget: WorkBudget
    private var fonts: [String: JSONValue] = [:]
    private var pictures: Set<String> = []
    private var seen: Set<Int> = []
    private(set) var differences: [DocumentPart] = []

    init(
        _ document: [UInt8], _ shown: JSONValue, limit: Int, budget: WorkBudget
    ) throws(Verifier.Failure) {
        self.budget = budget
        for font in budget.checked(shown["fonts"]?.array ?? []) {
            if let name = font["name"]?.string, fonts[name] == nil { fonts[name] = font }
        }
        for picture in budget.checked(shown["pictures"]?.array ?? []) {
            if let digest = picture.string { pictures.insert(digest) }
        }
        guard budget.mayContinue else { throw .stopped }
        do throws(PDFReadFault) {
            objects = try PDFObjects(document, limit: limit, budget: budget)
            try check(shown["pages"]?.array ?? [])
        } catch {
            throw error == .stopped ? .stopped : .unreadable(error)
        }
    }

    private mutating func check(_ digests: [JSONValue]) throws(PDFReadFault) {
        let pages = try PDFPages(of: objects, budget: budget).all
        if pages.count != digests.count { differences.append(.pageCount) }
        for (index, page) in pages.enumerated() {
            guard differences.count < Verification.maxFaults else { return }
            let streams = try page.contents(in: objects)
            let digest = index < digests.count ? digests[index].string : nil
            let shown = streams.count == 1 ? try self.digest(of: streams[0]) : nil
            if shown == nil || shown != digest {
                differences.append(.page(index + 1, .content))
            }
            let resources = try objects.value(page.entries["Resources"]).dictionary ?? [:]
            if try !hasKnownFonts(resources) { differences.append(.page(index + 1, .fonts)) }
            if try !hasKnownPictures(resources) { differences.append(.page(index + 1, .pictures)) }
        }
    }

    /// Returns nil for a stream that cannot be decoded.
    private func digest(of stream: PDFObjects.Stream) throws(PDFReadFault) -> String? {
        guard try objects.packing(of: stream).isReadable else { return nil }
        return Self.digest(of: try objects.content(of: stream))
    }

    private static func digest(of bytes: [UInt8]) -> String? {
        (try? MessageChain.digest(of: bytes)).map { Hexadecimal.text(of: $0) }
    }

    /// Returns whether an object has not been checked yet. Each object is checked once, on the
    /// first page that refers to it.
    private mutating func isNew(_ value: PDFValue) -> Bool {
        guard case .reference(let number) = value else { return true }
        return seen.insert(number).inserted
    }

    private mutating func hasKnownFonts(
        _ resources: [String: PDFValue]
    ) throws(PDFReadFault) -> Bool {
        for value in (try objects.value(resources["Font"]).dictionary ?? [:]).values
        where isNew(value) {
            guard budget.mayContinue else { throw .stopped }
            let font = try objects.value(value).dictionary ?? [:]
            let inner = try objects.value(objects.value(font["DescendantFonts"]).array?.first)
            let descriptor = try objects.value(inner.dictionary?["FontDescriptor"]).dictionary
            guard let name = inner.dictionary?["BaseFont"]?.name, let known = fonts[name],
                case .stream(let program) = try objects.resolved(descriptor?["FontFile3"]),
                case .stream(let meanings) = try objects.resolved(font["ToUnicode"]),
                try digest(of: program) == known["program"]?.string,
                try digest(of: meanings) == known["unicode"]?.string
            else { return false }
        }
        return true
    }

    private mutating func hasKnownPictures(
        _ resources: [String: PDFValue]
    ) throws(PDFReadFault) -> Bool {
        for value in (try objects.value(resources["XObject"]).dictionary ?? [:]).values
        where isNew(value) {
            guard budget.mayContinue else { throw .stopped }
            guard case .stream(let picture) = try objects.resolved(value) else { return false }
            // Forms are not pictures.
            guard picture.entries["Subtype"]?.name == "Image" else { continue }
            guard let digest = Self.digest(of: try objects.data(of: picture)),
                pictures.contains(digest)
            else { return false }
        }
        return true
    }
}
