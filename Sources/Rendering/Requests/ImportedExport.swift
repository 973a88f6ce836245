package import Importing

/// An export that was read, and the bytes it was read from, which some outputs contain.
package struct ImportedExport: Sendable {
    package let upload: Upload
    package let imported: Imported
}
