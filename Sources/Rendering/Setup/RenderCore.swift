package import Basics
import Importing
import Layout
package import Model
package import Themes
import Typesetting

/// Renders with the themes, languages and fonts of a configuration, on a pool of workers.
///
/// The service, the command and the library each have one.
package struct RenderCore: Sendable {
    package let jobBuilder: JobBuilder
    package let pool: WorkerPool
    let renderer: Renderer
    package let missingFonts: [String]
    /// A digest of the installed fonts.
    package let fonts: String
    private let hasFonts: Bool
    private let configuration: Configuration

    /// - Parameters:
    ///   - workers: the number of threads that render.
    ///   - queue: the maximum number of waiting jobs.
    ///   - mark: the line at the bottom of every picture; nil to leave it to the request.
    package init(
        _ configuration: Configuration, limits: Limits, workers: Int, queue: Int,
        readsHEIF: Bool = true, mark: String? = nil, presets: Presets = .shipped
    ) throws(ConfigurationFault) {
        self.configuration = configuration
        let installed = try Self.useFonts(of: configuration)
        missingFonts = installed.missing
        hasFonts = !installed.families.isEmpty
        let digest: String
        do throws(DigestFailure) {
            let files = installed.files.sorted().joined(separator: "\n")
            fonts = Hexadecimal.text(of: try SHA256.digest(of: Array(files.utf8)))
            digest = try configuration.digest()
        } catch {
            throw .digest
        }
        var jobBuilder = JobBuilder(
            themes: try Self.themes(in: configuration),
            languages: try Self.languages(in: configuration),
            importPhrases: try Self.importPhrases(in: configuration), limits: limits)
        jobBuilder.program = Program.name
        jobBuilder.configuration = digest
        jobBuilder.readsHEIF = readsHEIF
        jobBuilder.mark = mark
        jobBuilder.presets = presets
        try jobBuilder.checkPresets()
        self.jobBuilder = jobBuilder
        pool = try Self.pool(workers: workers, queue: queue)
        renderer = Renderer(pool: pool, readsHEIF: readsHEIF)
    }

    /// Throws if no font is installed at all; missing families are replaced by other ones.
    package func requireFonts() throws(ConfigurationFault) {
        guard !hasFonts else { return }
        throw .noFonts(place: configuration.files.place("fonts.conf"), missing: missingFonts)
    }

    /// Creates a job and its sink on a worker and renders there, then calls `completion` with the
    /// report.
    ///
    /// - Parameter isSmall: whether the job may overtake large ones.
    package func render(
        isSmall: Bool = false, control: RenderControl = RenderControl(),
        _ job: @escaping @Sendable () throws(Explanation) -> RenderJob,
        to sink: @escaping @Sendable () -> RenderSink,
        completion: @escaping @Sendable (Result<RenderReport, Explanation>) -> Void
    ) -> WorkerPool.Admission {
        pool.submit(isSmall: isSmall) { [renderer] worker in
            completion(
                Result { () throws(Explanation) -> RenderReport in
                    let (job, sink) = (try job(), sink())
                    do throws(RenderFault) {
                        _ = try renderer.render(job, on: worker, to: sink, control: control)
                        guard let report = sink.report else {
                            throw .internal("no output was begun")
                        }
                        return report
                    } catch {
                        throw error.explanation
                    }
                })
        }
    }

    package static func pool(workers: Int, queue: Int) throws(ConfigurationFault) -> WorkerPool {
        do throws(WorkerFailure) {
            return try WorkerPool(size: workers, capacity: queue, fonts: FontTable())
        } catch {
            switch error {
            case .threads: throw .threads
            case .drawing, .memory: throw .drawing
            }
        }
    }

    package static func themes(
        in configuration: Configuration
    ) throws(ConfigurationFault) -> ThemeCatalog {
        do throws(ThemeFolderFault) {
            return try ThemeCatalog(configuration.files, in: "themes")
        } catch {
            let path: String
            if case .invalid(let name, _) = error {
                path = "themes/\(name).json"
            } else {
                path = "themes"
            }
            throw .themes(place: configuration.files.place(path), error)
        }
    }

    private static func languages(
        in configuration: Configuration
    ) throws(ConfigurationFault) -> LanguageCatalog {
        do throws(LanguageFolderFault) {
            return try LanguageCatalog(configuration.files, in: "languages")
        } catch {
            throw .languages(place: configuration.files.place("languages"), error)
        }
    }

    private static func importPhrases(
        in configuration: Configuration
    ) throws(ConfigurationFault) -> ImportPhrases {
        do throws(ImportPhrasesFault) {
            return try ImportPhrases(configuration.files, in: "imports")
        } catch {
            throw .importPhrases(place: configuration.files.place("imports"), error)
        }
    }

    private static func useFonts(
        of configuration: Configuration
    ) throws(ConfigurationFault) -> InstalledFonts {
        let fonts = try configuration.fonts()
        do throws(FontConfigurationFault) {
            return try Typesetter.useFonts(fonts)
        } catch {
            switch error {
            case .unreadable: throw .fonts(place: fonts.place)
            case .alreadyUsing: throw .otherFonts(place: fonts.place)
            }
        }
    }
}
