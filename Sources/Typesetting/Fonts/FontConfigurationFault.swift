/// Why a font configuration could not be used.
package enum FontConfigurationFault: Error, Equatable {
    case unreadable(path: String)
    /// The process already sets text with another configuration.
    case alreadyUsing(path: String)
}
