import Basics
import Scene

extension ValueSyntax where Value == ThemePictureIndex {
    /// A picture: `"data:…"` or a name, or an object `{"data": "…"}` or `{"file": "name"}`, as
    /// everywhere in a request.
    static var picture: ValueSyntax {
        ValueSyntax(
            "picture",
            read: { json, _, reading in
                switch json {
                case .string(let text):
                    return text.utf8.starts(with: "data:".utf8)
                        ? decoded(text, &reading) : named(text, &reading)
                case .object:
                    if case .string(let text)? = json["data"] {
                        return reading.at("data") { decoded(text, &$0) }
                    }
                    if case .string(let text)? = json["file"] {
                        return reading.at("file") { named(text, &$0) }
                    }
                    if json["url"] != nil {
                        reading.at("url") { $0.fail(.pictureAddress) }
                        return nil
                    }
                case .null, .bool, .number, .array: break
                }
                reading.expected(.picture, json)
                return nil
            },
            write: { value, pictures in .string(PictureSources.encode(pictures[value].bytes)) })
    }

    private static func named(_ name: String, _ reading: inout ThemeReading) -> Int? {
        if let bytes = reading.sources.named(name) { return keep(bytes, &reading) }
        if name.utf8.starts(with: "http://".utf8) || name.utf8.starts(with: "https://".utf8) {
            reading.fail(.pictureAddress)
        } else {
            reading.fail(.unknownPicture(name: clipped(name)))
        }
        return nil
    }

    private static func decoded(_ text: String, _ reading: inout ThemeReading) -> Int? {
        // Four characters are three bytes: an oversized picture is rejected before it is decoded.
        let bytes = text.utf8.count / 4 * 3
        guard bytes <= PictureSources.byteLimit else {
            reading.fail(.pictureTooLarge(limit: PictureSources.byteLimit, actual: bytes))
            return nil
        }
        guard let bytes = PictureSources.decode(text) else {
            reading.fail(.badBase64)
            return nil
        }
        return keep(bytes, &reading)
    }

    /// Stores equal pictures once, so that both sides of a theme share them.
    private static func keep(_ bytes: [UInt8], _ reading: inout ThemeReading) -> Int? {
        if let place = reading.pictures.firstIndex(where: { $0.bytes == bytes }) { return place }
        guard reading.pictures.count < PictureSources.countLimit else {
            reading.fail(.tooManyPictures(limit: PictureSources.countLimit))
            return nil
        }
        guard bytes.count <= PictureSources.byteLimit else {
            reading.fail(.pictureTooLarge(limit: PictureSources.byteLimit, actual: bytes.count))
            return nil
        }
        reading.pictures.append(ThemePicture(bytes: bytes, origin: reading.pointer))
        return reading.pictures.count - 1
    }
}

extension ValueSyntax where Value == [BubbleImage.Variant] {
    private static let scales = ["1x", "2x", "3x", "4x"]

    /// One picture at 1×, or several scales of a picture: `{"1x": …, "2x": …, "3x": …}`.
    static var pictures: ValueSyntax {
        ValueSyntax(
            "picture, or {\"1x\", \"2x\", \"3x\"} of it",
            read: { json, _, reading in
                guard case .object(let members) = json, scales.contains(where: { json[$0] != nil })
                else {
                    return ValueSyntax<Int>.picture.read(json, nil, &reading).map {
                        [BubbleImage.Variant(picture: $0, scale: 1)]
                    }
                }
                reading.rejectUnknown(members, known: scales)
                var variants: [BubbleImage.Variant] = []
                for (index, key) in scales.enumerated() {
                    guard let picture = json[key] else { continue }
                    let place = reading.at(key) { ValueSyntax<Int>.picture.read(picture, nil, &$0) }
                    guard let place else { return nil }
                    variants.append(.init(picture: place, scale: Double(index + 1)))
                }
                return variants
            },
            write: { value, pictures in
                .object(
                    value.map { variant in
                        JSONValue.Member(
                            "\(short(variant.scale))x",
                            ValueSyntax<Int>.picture.write(variant.picture, pictures))
                    })
            })
    }
}
