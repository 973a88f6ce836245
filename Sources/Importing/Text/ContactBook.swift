import Basics
import Model
import Readers

/// The people of an address book, found by their phone numbers and mail addresses.
///
/// Numbers match with or without a country code, if at least seven digits are the same.
struct ContactBook {
    struct Person: Hashable {
        /// The number of the contact in the book.
        let id: Int
        let name: String
    }

    private var count = 0
    private var phones: [Substring: [(digits: String, person: Person)]] = [:]
    private var mails: [String: Person] = [:]
    private static let minDigits = 7
    /// Of the numbers with the same last digits, no more are compared.
    private static let maxAlike = 50

    mutating func add(_ contact: Contact) {
        let name = CleanText.line(contact.name).trimmingBlanks()
        guard !name.isEmpty else { return }
        let person = Person(id: count, name: name)
        count += 1
        for phone in contact.phones {
            // The zero before a number replaces its country code.
            let digits = String(Self.digits(phone).drop { $0 == "0" })
            guard digits.utf8.count >= Self.minDigits else { continue }
            let end = digits.suffix(Self.minDigits)
            guard phones[end]?.count ?? 0 < Self.maxAlike else { continue }
            phones[end, default: []].append((digits, person))
        }
        for mail in contact.emails where mails[mail.lowercased()] == nil {
            mails[mail.lowercased()] = person
        }
    }

    /// Returns the only person with a number or address.
    func person(_ handle: String) -> Person? {
        if handle.utf8.contains(UInt8(ascii: "@")) { return mails[handle.lowercased()] }
        let digits = String(Self.digits(handle).drop { $0 == "0" })
        let found = (phones[digits.suffix(Self.minDigits)] ?? []).filter {
            digits.hasSuffix($0.digits) || $0.digits.hasSuffix(digits)
        }
        let exact = found.filter { $0.digits == digits }
        let people = Set((exact.nonEmpty ?? found).map(\.person))
        return people.count == 1 ? people.first : nil
    }

    private static func digits(_ text: String) -> String {
        String(decoding: text.utf8.filter(ASCII.isDigit), as: UTF8.self)
    }
}

extension ContactBook {
    /// The largest file of cards that is read.
    private static let maxCardBytes = 64 << 20

    /// Reads the address books of a Mac or a phone and the vCard files that are in the folder of a
    /// file, or anywhere in an archive except among attachments.
    ///
    /// - Returns: the names of the files that were read, too.
    static func beside(
        _ file: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) -> (book: ContactBook, files: [String]) {
        let sources = builder.sources
        let usual = [
            "AddressBook-v22.abcddb", "AddressBook.sqlitedb", "contacts.vcf", "Contacts.vcf",
        ]
        // The folder of a single file may be large, and is not listed.
        let names =
            sources.isArchive || sources.beside.isSent
            ? sources.sentNames.filter { name in
                ["abcddb", "sqlitedb", "vcf"].contains(Path.fileExtension(name))
                    && !name.holds("Attachments/") && !Path.lastName(name).holds("Images")
            }
            : usual.map { Path.folder(file) + $0 }.filter { sources.size(of: $0) != nil }
        var book = ContactBook()
        var read: [String] = []
        for name in names {
            do throws(ImportError) {
                if Path.fileExtension(name) == "vcf" {
                    guard (sources.size(of: name) ?? 0) <= maxCardBytes,
                        case .bytes(let bytes) = try sources.read(name)
                    else { continue }
                    for contact in VCard.all(bytes) { book.add(contact) }
                } else {
                    try book.read(builder.database(name))
                }
                read.append(name)
            } catch {
                guard error != .stopped else { throw error }
                builder.warn(.importing, "the contacts in \(name) cannot be read")
            }
        }
        return (book, read)
    }

    private mutating func read(_ database: ExportDatabase) throws(ImportError) {
        // macOS, then iOS.
        var contacts: [Int: Contact] = [:]
        func name(_ first: String?, _ last: String?, _ others: String?...) -> String {
            let parts = [first, last].compactMap { $0?.trimmingBlanks() }.filter { !$0.isEmpty }
            guard parts.isEmpty else { return parts.joined(separator: " ") }
            return others.compactMap { $0 }.first { !$0.isEmpty } ?? ""
        }
        try database.rows(
            of: "ZABCDRECORD",
            ["Z_PK", "ZFIRSTNAME", "ZLASTNAME", "ZNICKNAME", "ZORGANIZATION", "ZNAME"]
        ) { row throws(ImportError) in
            guard let id = row.integer(0) else { return }
            contacts[id] = Contact(
                name: name(row.text(1), row.text(2), row.text(3), row.text(4), row.text(5)))
        }
        for (table, column) in [
            ("ZABCDPHONENUMBER", "ZFULLNUMBER"), ("ZABCDEMAILADDRESS", "ZADDRESSNORMALIZED"),
            ("ZABCDEMAILADDRESS", "ZADDRESS"),
        ] {
            try database.rows(of: table, ["ZOWNER", column]) { row throws(ImportError) in
                guard let owner = row.integer(0), let value = row.text(1) else { return }
                if column == "ZFULLNUMBER" {
                    contacts[owner]?.phones.append(value)
                } else {
                    contacts[owner]?.emails.append(
                        String(value.drop { $0 == "<" }.prefix { $0 != ">" }))
                }
            }
        }
        try database.rows(
            of: "ABPerson", ["rowid", "First", "Last", "Nickname", "Organization"]
        ) { row throws(ImportError) in
            guard let id = row.integer(0) else { return }
            contacts[id] = Contact(
                name: name(row.text(1), row.text(2), row.text(3), row.text(4)))
        }
        try database.rows(of: "ABMultiValue", ["record_id", "property", "value"]) {
            row throws(ImportError) in
            guard let owner = row.integer(0), let value = row.text(2) else { return }
            switch row.integer(1) {
            case 3: contacts[owner]?.phones.append(value)
            case 4: contacts[owner]?.emails.append(value)
            default: break
            }
        }
        for (_, contact) in contacts.sorted(by: { $0.key < $1.key }) { add(contact) }
    }
}
