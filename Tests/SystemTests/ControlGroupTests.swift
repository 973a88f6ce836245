import Testing

@testable import System

@Suite struct ControlGroupTests {
    @Test(
        arguments: [
            ([:], nil),
            (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n"], nil),
            (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "150000 100000\n"], 2),
            (
                [
                    "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
                    "/sys/fs/cgroup/a/cpu.max": "300000 100000\n",
                    "/sys/fs/cgroup/cpu.max": "800000 100000\n",
                ], 3
            ),
            (
                [
                    "/proc/self/cgroup": "5:cpu,cpuacct:/x\n",
                    "/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us": "50000\n",
                    "/sys/fs/cgroup/cpu/x/cpu.cfs_period_us": "100000\n",
                    "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                    "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
                ], 1
            ),
            (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "100000 0\n"], nil),
        ] as [([String: String], Int?)])
    func lowestProcessorQuotaUpTheTreeCountsInBothVersions(files: [String: String], count: Int?) {
        #expect(ControlGroups.processorQuota { files[$0] } == count)
    }

    @Test(arguments: [("0-3,8", 5), ("2", 1), ("0-63", 64), ("3-1", 0)])
    func theAffinityMaskIsCounted(list: String, count: Int) {
        let status = "Name:\tchatprint\nCpus_allowed:\tff\nCpus_allowed_list:\t\(list)\nMems:\t1\n"
        #expect(
            ControlGroups.allowedProcessors { $0 == "/proc/self/status" ? status : nil } == count)
        #expect(ControlGroups.allowedProcessors { _ in nil } == nil)
        #expect(ControlGroups.processors >= 1)
    }
}
