import Basics

/// A document's metadata as RDF (ISO 16684-1): the facts of its Info dictionary and, for an
/// archival document, the standards it conforms to.
enum XMPPacket {
    static func bytes(for setup: PDFSetup) -> [UInt8] {
        let title = escaped(setup.title)
        let language = escaped(setup.language)
        let author = setup.author.map {
            "<dc:creator><rdf:Seq><rdf:li>\(escaped($0))</rdf:li></rdf:Seq></dc:creator>\n"
        }
        let subject = setup.subject.map {
            "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped($0))</rdf:li></rdf:Alt></dc:description>\n"
        }
        let words = keywords(setup).map { line in
            let each = setup.keywords.map { "<rdf:li>\(escaped($0))</rdf:li>" }.joined()
            return "<dc:subject><rdf:Bag>\(each)</rdf:Bag></dc:subject>\n"
                + "<pdf:Keywords>\(escaped(line))</pdf:Keywords>\n"
        }
        let dates = setup.created.map { created in
            """
            <xmp:CreateDate>\(escaped(created))</xmp:CreateDate>
            <xmp:ModifyDate>\(escaped(created))</xmp:ModifyDate>

            """
        }
        return Array(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about=""
             xmlns:dc="http://purl.org/dc/elements/1.1/"
             xmlns:xmp="http://ns.adobe.com/xap/1.0/"
             xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
            <dc:format>application/pdf</dc:format>
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title>
            <dc:language><rdf:Bag><rdf:li>\(language)</rdf:li></rdf:Bag></dc:language>
            \(author ?? "")\(subject ?? "")\(words ?? "")\(dates ?? "")<xmp:CreatorTool>\(escaped(setup.producer))</xmp:CreatorTool>
            <pdf:Producer>\(escaped(setup.producer))</pdf:Producer>
            </rdf:Description>
            \(archival(setup))</rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="r"?>
            """.utf8)
    }

    private static func claims(_ standard: PDFSetup.Standard) -> String {
        switch standard {
        case .pdfA3:
            identification(
                id("pdfaid", ("part", "3"), ("conformance", "A")), id("pdfuaid", ("part", "1")))
        case .pdfA4:
            identification(
                id("pdfaid", ("part", "4"), ("rev", "2020"), ("conformance", "F")),
                id("pdfuaid", ("part", "2"), ("rev", "2024"))) + wellTagged
        }
    }

    private static func identification(_ archive: String, _ access: String) -> String {
        """
        <rdf:Description rdf:about=""
         xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
         xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
        \(archive)\(access)</rdf:Description>

        """
    }

    /// The two conformance levels of Well-Tagged PDF 1.0 (6.1.2 and 6.1.3), as PDF Declarations.
    private static let wellTagged: String = {
        let levels = ["accessibility1.0", "reuse1.0"].map { level in
            "<rdf:li rdf:parseType=\"Resource\"><pdfd:conformsTo>"
                + "http://pdfa.org/declarations/wtpdf#\(level)</pdfd:conformsTo></rdf:li>\n"
        }
        return """
            <rdf:Description rdf:about="" xmlns:pdfd="http://pdfa.org/declarations/">
            <pdfd:declarations><rdf:Bag>
            \(levels.joined())</rdf:Bag></pdfd:declarations>
            </rdf:Description>

            """
    }()

    private static func id(_ prefix: String, _ values: (String, String)...) -> String {
        values.map { "<\(prefix):\($0)>\($1)</\(prefix):\($0)>\n" }.joined()
    }

    /// The statements of documents without a schema or a lock, composed once.
    private static let (plainA3, plainA4) = (
        claims(.pdfA3) + extensions([pdfUA]), claims(.pdfA4)
    )

    private static func archival(_ setup: PDFSetup) -> String {
        guard let standard = setup.standard else { return "" }
        if setup.schema == nil, setup.lock == nil {
            return standard == .pdfA3 ? plainA3 : plainA4
        }
        let own = setup.schema.map { schema in
            let values = schema.properties.map { property in
                "<\(schema.prefix):\(property.name)>\(escaped(property.value))"
                    + "</\(schema.prefix):\(property.name)>\n"
            }
            return """
                <rdf:Description rdf:about="" xmlns:\(schema.prefix)="\(schema.namespace)">
                \(values.joined())</rdf:Description>

                """
        }
        // PDF/A-4 accepts properties without a description.
        let described =
            standard == .pdfA3 ? extensions([pdfUA] + [setup.schema].compactMap { $0 }) : ""
        // PDF/A does not allow encrypted documents.
        return (setup.lock == nil ? claims(standard) : "") + (own ?? "") + described
    }

    /// PDF/A does not define the PDF/UA property, so it must be described (ISO 19005-3, 6.6.2.3.3).
    private static let pdfUA = MetadataSchema(
        "PDF/UA identification schema", namespace: "http://www.aiim.org/pdfua/ns/id/",
        prefix: "pdfuaid",
        properties: [MetadataSchema.Property("part", "1", words: "Part of ISO 14289")])

    private static func extensions(_ schemas: [MetadataSchema]) -> String {
        """
        <rdf:Description rdf:about=""
         xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
         xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
         xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
        <pdfaExtension:schemas><rdf:Bag>\(schemas.map(description).joined(separator: "\n"))</rdf:Bag></pdfaExtension:schemas>
        </rdf:Description>
        """
    }

    private static func description(of schema: MetadataSchema) -> String {
        let properties = schema.properties.map { property in
            """
            <rdf:li rdf:parseType="Resource">
            <pdfaProperty:name>\(property.name)</pdfaProperty:name>
            <pdfaProperty:valueType>\(Int(property.value) == nil ? "Text" : "Integer")</pdfaProperty:valueType>
            <pdfaProperty:category>internal</pdfaProperty:category>
            <pdfaProperty:description>\(escaped(property.words))</pdfaProperty:description>
            </rdf:li>
            """
        }
        return """
            <rdf:li rdf:parseType="Resource">
            <pdfaSchema:schema>\(escaped(schema.words))</pdfaSchema:schema>
            <pdfaSchema:namespaceURI>\(schema.namespace)</pdfaSchema:namespaceURI>
            <pdfaSchema:prefix>\(schema.prefix)</pdfaSchema:prefix>
            <pdfaSchema:property><rdf:Seq>\(properties.joined())</rdf:Seq></pdfaSchema:property>
            </rdf:li>
            """
    }

    /// The offset of the document's own digest; nil for a document without one. A caller's text
    /// cannot be mistaken for it, because its opening bracket would be escaped.
    static func seal(in packet: [UInt8], of setup: PDFSetup) -> Int? {
        guard setup.isSealed, let schema = setup.schema else { return nil }
        let tag = "<\(schema.prefix):\(MetadataSchema.Property.seal.name)>"
        return packet.firstRange(of: Array((tag + FileSeal.placeholder).utf8)).map {
            $0.lowerBound + tag.utf8.count
        }
    }

    /// The keywords on one line; nil if there are none.
    static func keywords(_ setup: PDFSetup) -> String? {
        setup.keywords.isEmpty ? nil : cleaned(setup.keywords.joined(separator: ", "))
    }

    /// Returns the text without characters that XML 1.0 excludes. PDF/A requires the same text in
    /// the packet and in the Info dictionary.
    static func cleaned(_ text: String) -> String {
        // Nearly every text is clean.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0xEF }) else {
            return PDFMarkup.shortened(text)
        }
        var cleaned = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t", "\n": cleaned.append(scalar)
            // XML readers convert a carriage return to a line feed.
            case "\r": cleaned.append("\n")
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": cleaned.append("\u{FFFD}")
            default: cleaned.append(scalar)
            }
        }
        return PDFMarkup.shortened(String(cleaned))
    }

    private static func escaped(_ text: String) -> String {
        XMLEscape.escaped(cleaned(text), in: .content)
    }
}
