/// Why a database cannot be read.
package enum DatabaseFault: Error, Sendable, Equatable {
    /// The file does not begin as a SQLite database does. It may be encrypted.
    case notDatabase
    /// The database is damaged or incomplete.
    case damaged
    /// A `-journal` with the old contents of pages that a transaction was changing. Only SQLite
    /// itself may undo the transaction, in a file that it can write.
    case hotJournal
    /// A row, or the work that a query needs, exceeds the limits for databases.
    case tooLarge
    /// The bytes of the file could not be read.
    case unreadable
    /// The work budget has run out.
    case stopped

    /// A sentence without its subject, the file.
    package var sentence: String {
        switch self {
        case .notDatabase: "is not a SQLite database, or is encrypted"
        case .damaged: "is a damaged or incomplete database"
        case .hotJournal:
            "was copied while a program was writing to it (its -journal is not empty). Close the program and copy the database again"
        case .tooLarge: "has rows that are too large to read"
        case .unreadable: "cannot be read"
        case .stopped: "was not read in time"
        }
    }
}
