import Foundation
import Server

/// `chatprint health`: asks the service on this machine whether it lives.
struct HealthCommand {
    func run() -> Int32 {
        let port = ProcessInfo.processInfo.environment["CHATPRINT_PORT"].flatMap { UInt16($0) }
        return HealthProbe.isAlive(port: port ?? 8_080, path: "/healthz") ? 0 : 1
    }
}
