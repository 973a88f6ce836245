import CSockets
import Glibc

/// A thread of its own for work that lasts as long as the server.
///
/// Not a Dispatch queue: its creation can fail, and then start-up is to fail loudly instead of
/// hanging later.
enum SystemThread {
    private final class Work {
        let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }
    }

    static func start(_ body: sending @escaping () -> Void) throws(SystemError) {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body))
        let code = unsafe pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            unsafe work.release()
            throw SystemError("pthread_create", code: code)
        }
        pthread_detach(thread)
    }
}
