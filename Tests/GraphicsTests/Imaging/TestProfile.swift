import CLCMS
import Testing

/// Profiles that shift colors so far that they cannot be mistaken for sRGB.
enum TestProfile {
    /// Red shows as green, green as blue, and blue as red.
    static func swappedRGB() throws -> [UInt8] {
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: 0.30, y: 0.60, Y: 1), Green: cmsCIExyY(x: 0.15, y: 0.06, Y: 1),
            Blue: cmsCIExyY(x: 0.64, y: 0.33, Y: 1))
        return try unsafe withCurve(2.2) { curve throws in
            var white = daylight
            var curves = unsafe [curve, curve, curve]
            return try unsafe saved(cmsCreateRGBProfile(&white, &primaries, &curves))
        }
    }

    /// All grays are lighter than in sRGB.
    static func lightGray() throws -> [UInt8] {
        try unsafe withCurve(1) { curve throws in
            var white = daylight
            return try unsafe saved(cmsCreateGrayProfile(&white, curve))
        }
    }

    /// Blue shows for red, red for green, green for blue; white stays. Inverted inks would be black.
    static func swappedInks() throws -> [UInt8] {
        // The colors for no ink and full ink of each, with black as the first digit; in 65,535ths
        // of L*, a* and b*.
        var lights = [UInt16](repeating: 0, count: 16 * 3)
        let shown: [Int: [Double]] = [
            0b0000: [100, 0, 0], 0b0110: [29.6, 68.3, -112], 0b1010: [54.3, 80.8, 69.9],
            0b1100: [87.8, -79.3, 81],
        ]
        for inks in 0..<16 {
            let lab = shown[inks] ?? [0, 0, 0]
            lights[3 * inks] = UInt16(lab[0] / 100 * 65_535)
            for axis in 1...2 { lights[3 * inks + axis] = UInt16((lab[axis] + 128) * 257) }
        }
        let profile = try unsafe #require(cmsCreateProfilePlaceholder(nil))
        unsafe cmsSetProfileVersion(profile, 4.3)
        unsafe cmsSetDeviceClass(profile, cmsSigOutputClass)
        unsafe cmsSetColorSpace(profile, cmsSigCmykData)
        unsafe cmsSetPCS(profile, cmsSigLabData)
        let table = try unsafe #require(cmsPipelineAlloc(nil, 4, 3))
        defer { unsafe cmsPipelineFree(table) }
        // The tables of a profile are between curves (ICC.1, 10.12).
        let stages = unsafe [
            cmsStageAllocToneCurves(nil, 4, nil), cmsStageAllocCLut16bit(nil, 2, 4, 3, lights),
            cmsStageAllocToneCurves(nil, 3, nil),
        ]
        for number in 0..<3 {
            try #require(unsafe cmsPipelineInsertStage(table, cmsAT_END, stages[number]) != 0)
        }
        for tag in [cmsSigAToB0Tag, cmsSigAToB1Tag] {
            try #require(unsafe cmsWriteTag(profile, tag, UnsafeRawPointer(table)) != 0)
        }
        return try unsafe saved(profile)
    }

    private static let daylight = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)

    private static func withCurve(
        _ gamma: Double, _ make: (OpaquePointer?) throws -> [UInt8]
    ) throws -> [UInt8] {
        let curve = unsafe cmsBuildGamma(nil, gamma)
        defer { unsafe cmsFreeToneCurve(curve) }
        return try unsafe make(curve)
    }

    static func saved(_ made: cmsHPROFILE?) throws -> [UInt8] {
        let profile = try unsafe #require(made)
        defer { unsafe cmsCloseProfile(profile) }
        var count: UInt32 = 0
        try #require(unsafe cmsSaveProfileToMem(profile, nil, &count) != 0)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let isSaved = unsafe bytes.withUnsafeMutableBytes {
            unsafe cmsSaveProfileToMem(profile, $0.baseAddress, &count)
        }
        try #require(isSaved != 0)
        return bytes
    }
}
