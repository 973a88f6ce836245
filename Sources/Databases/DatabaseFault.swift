/// Why a database cannot be read.
package enum DatabaseFault: Error, Equatable {
    /// The bytes are no database, or too damaged to read.
    case damaged
    /// The work budget has run out.
    case stopped
}
