/// Kinds of file that people send as pictures and that are never read: drawing programs in disguise
/// (SVG, PostScript, HTML), documents, films, and pictures no chat holds.
package enum ForeignType: String, Sendable, CaseIterable {
    case svg, html, xml, pdf, postscript, mvg, tiff, bmp, icon, photoshop, jpegxl, jpeg2000, video,
        zip
}
