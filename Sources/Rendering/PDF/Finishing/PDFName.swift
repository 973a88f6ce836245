/// A name in PDF's own notation (ISO 32000-1, 7.3.5): whatever is no plain character is written `#xx`.
struct PDFName {
    let written: String

    init(_ text: String) {
        var written = "/"
        for byte in text.utf8 {
            let isPlain = (0x21...0x7E).contains(byte) && !"()<>[]{}/%#".utf8.contains(byte)
            if isPlain {
                written.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                written += "#" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        self.written = written
    }
}
