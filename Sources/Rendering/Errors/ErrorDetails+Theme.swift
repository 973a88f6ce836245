import Basics
package import Themes

extension ErrorDetails {
    package init(_ faults: ThemeFaults) {
        let first = faults.first
        self.init(first.sentence)
        pointer = first.pointer
        errors = faults.all.map { Part(pointer: $0.pointer, detail: $0.sentence) }
        switch first.reason {
        case .unknownChoice(let value, let allowed):
            self.allowed = allowed
            suggest(value, among: allowed)
        case .unknownKey(let name, let known):
            allowed = known
            suggest(name, among: known)
        case .unknownTheme(let name, let known):
            allowed = known
            suggest(name, among: known)
        case .extendsTooDeep(let limit), .pictureTooLarge(let limit, _),
            .tooManyPictures(let limit):
            self.limit = limit
        case .wrongForm, .outOfRange, .badColor, .wrongCount, .badFamily, .extendsLoop,
            .unknownPicture, .badBase64, .pictureAddress, .missing:
            break
        }
    }
}

extension ThemeFault {
    var sentence: String {
        let sentence = pointer + " " + predicate
        return sentence.hasSuffix("?") ? sentence : sentence + "."
    }

    private var predicate: String {
        switch reason {
        case .wrongForm(let expected, let found):
            "is \(found.article), but must be \(expected.rawValue)"
        case .outOfRange(let value, let allowed):
            "is \(value.plain), but must be from \(allowed.lowerBound.plain) to \(allowed.upperBound.plain)"
        case .unknownChoice(let value, let allowed):
            "is \"\(value.shortened)\", but must be one of \(allowed.joined(separator: ", "))"
        case .badColor(let value): "is not a valid color: \"\(value.shortened)\". Use #rrggbb"
        case .wrongCount(let actual, let allowed):
            "has \(actual), but needs \(allowed.lowerBound) to \(allowed.upperBound)"
        case .badFamily(let value): "is not a valid font family: \"\(value.shortened)\""
        case .unknownTheme(let name, let known):
            "is \"\(name.shortened)\", but must be one of \(known.joined(separator: ", "))"
        case .extendsLoop(let names): "extends itself: " + names.joined(separator: " → ")
        case .extendsTooDeep(let limit): "extends a chain of more than \(limit) themes"
        case .unknownPicture(let name):
            "names a picture that is neither in the request nor in the folder of pictures: \"\(name.shortened)\""
        case .badBase64: "is not valid base64"
        case .pictureTooLarge(let limit, let actual):
            "has \(actual) bytes, but the limit is \(limit)"
        case .tooManyPictures(let limit): "has more than \(limit) pictures"
        case .pictureAddress: "is a URL. Pictures are never fetched: send their bytes"
        case .missing: "is missing"
        case .unknownKey(let name, let known):
            "is not a key of a theme; "
                + (NearestName.closest(to: name, in: known).map { "did you mean \"\($0)\"?" }
                    ?? "allowed: \(known.joined(separator: ", "))")
        }
    }
}
