public import FoundationEssentials
import Rendering
import System

extension Chatprint {
    /// The sources of themes, languages and fonts, and the limits and threads of rendering.
    ///
    ///     var configuration = Chatprint.Configuration()
    ///     configuration.folder = URL(filePath: "/etc/chatprint")
    ///     configuration.limits.pages = 100
    public struct Configuration: Sendable, Equatable {
        /// A folder whose `themes`, `languages` and `fonts.conf` take precedence over those that
        /// are part of the library; nil for none.
        public var folder: URL?
        /// The number of rendering threads; nil for one for each core.
        public var workers: Int?
        /// The maximum number of renderings that wait for a thread. More fail with
        /// ``ChatprintError/busy``.
        public var queue = 256
        public var limits = RenderLimits()
        /// Whether to decode HEIC and AVIF with libheif, if it is installed. Its decoders are a
        /// large attack surface; leave it off for untrusted pictures.
        public var readsHEIF = false

        public init() {}

        func core() throws(ConfigurationFault) -> RenderCore {
            if readsHEIF { Worker.openHEIF() }
            return try RenderCore(
                Rendering.Configuration(own: folder?.path), limits: limits.value,
                workers: workers ?? ControlGroups.processors,
                queue: max(1, queue), readsHEIF: readsHEIF)
        }
    }
}
