import Basics

/// SHA-256 digests in hexadecimal of the content of a document's pages. A manifest uses them to
/// detect what was changed and where.
package struct ShownDigests: Sendable {
    /// A font embedded in the document.
    package struct Font: Sendable {
        package let name: String
        /// The digest of the font program.
        package let program: String
        /// The digest of the map from codes to Unicode.
        package let meanings: String
    }

    /// An installed font file whose glyphs the document shows.
    package struct FontSource: Sendable {
        package let name: String
        /// The SHA-256 digest of the file; nil if the file could not be read.
        package let digest: String?
    }

    /// The content stream of each page, before compression.
    package internal(set) var pages: [String] = []
    package internal(set) var fonts: [Font] = []
    /// The pictures' embedded data.
    package internal(set) var pictures: [String] = []
    package internal(set) var sources: [FontSource] = []

    /// Whether every digest could be computed.
    private(set) var isComplete = true

    mutating func add(page content: [UInt8]) {
        if let digest = digest(of: content) { pages.append(digest) }
    }

    mutating func add(picture data: [UInt8]) {
        if let digest = digest(of: data) { pictures.append(digest) }
    }

    mutating func add(font name: String, program: [UInt8], meanings: [UInt8]) {
        guard let program = digest(of: program), let meanings = digest(of: meanings) else { return }
        fonts.append(Font(name: name, program: program, meanings: meanings))
    }

    private mutating func digest(of data: [UInt8]) -> String? {
        do throws(DigestFailure) {
            return Hexadecimal.text(of: try SHA256.digest(of: data))
        } catch {
            isComplete = false
            return nil
        }
    }
}
