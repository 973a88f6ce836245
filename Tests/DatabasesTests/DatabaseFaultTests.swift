import Databases
import Testing

@Suite struct DatabaseFaultTests {
    @Test func faultsAreDistinct() { #expect(DatabaseFault.damaged != .stopped) }
}
