import JSON

extension JSONError {
    /// An error in one line of a file, as an error in the file.
    func moved(by offset: Int, in bytes: [UInt8]) -> JSONError {
        switch self {
        case .syntax(let place, let fault): .syntax(place.moved(by: offset, in: bytes), fault)
        case .tooDeep(let place, let limit):
            .tooDeep(place.moved(by: offset, in: bytes), limit: limit)
        case .encoding(let inner): .encoding(offset: offset + inner)
        case .stopped: .stopped
        }
    }
}

extension JSONPosition {
    fileprivate func moved(by offset: Int, in bytes: [UInt8]) -> JSONPosition {
        let before = bytes.prefix(offset).count { $0 == 0x0A }
        return JSONPosition(offset: offset + self.offset, line: before + line, column: column)
    }
}
