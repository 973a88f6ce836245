import HTTP

/// The next step of an answer, as the application gave it.
enum Piece {
    case whole(Response)
    case head(ResponseHead, length: Int?)
    case body(ArraySlice<UInt8>)
    case end
    case broken
    case nothing
}
