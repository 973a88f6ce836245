import Glibc

package enum StandardOutput {
    package static func write(_ bytes: [UInt8]) throws(SystemError) {
        try Transfer.write(bytes, to: STDOUT_FILENO)
    }
}
