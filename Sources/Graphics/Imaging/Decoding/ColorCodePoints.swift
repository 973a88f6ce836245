import CLCMS
import Glibc

/// The color space of a HEIC or AVIF that states it by code points (ITU-T H.273) instead of a
/// profile.
struct ColorCodePoints: Hashable {
    /// `ColourPrimaries` (8.1).
    let primaries: Int
    /// `TransferCharacteristics` (8.2).
    let transfer: Int

    /// The chromaticities of red, green, blue and white; nil for code points that are unspecified,
    /// reserved or not of three colors.
    private var chromaticities: [(x: Double, y: Double)]? {
        let daylight = (0.3127, 0.329)
        return switch primaries {
        case 1: [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06), daylight]
        case 4: [(0.67, 0.33), (0.21, 0.71), (0.14, 0.08), (0.31, 0.316)]
        case 5: [(0.64, 0.33), (0.29, 0.6), (0.15, 0.06), daylight]
        case 6, 7: [(0.63, 0.34), (0.31, 0.595), (0.155, 0.07), daylight]
        case 8: [(0.681, 0.319), (0.243, 0.692), (0.145, 0.049), (0.31, 0.316)]
        case 9: [(0.708, 0.292), (0.17, 0.797), (0.131, 0.046), daylight]
        case 11: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), (0.314, 0.351)]
        case 12: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), daylight]
        case 22: [(0.63, 0.34), (0.295, 0.605), (0.155, 0.077), daylight]
        default: nil
        }
    }

    private enum Curve {
        case sRGB
        case gamma(Double)
        /// The light of a signal, both from 0 to 1.
        case function((Double) -> Double)
    }

    /// Like browsers, this treats the functions of television as that of sRGB.
    private var curve: Curve {
        switch transfer {
        case 4: .gamma(2.2)
        case 5: .gamma(2.8)
        case 8: .gamma(1)
        case 16: .function(Self.light(ofPQ:))
        case 17: .gamma(2.6)
        case 18: .function(Self.light(ofHLG:))
        default: .sRGB
        }
    }

    /// The light of white paper in high dynamic range, in cd/m² (ITU-R BT.2408, 2.1). Brighter
    /// colors become white.
    private static let white = 203.0

    /// SMPTE ST 2084.
    private static func light(ofPQ signal: Double) -> Double {
        let power = pow(signal, 32 / 2523)
        let light = max(power - 107 / 128, 0) / (2413 / 128 - 2392 / 128 * power)
        return min(1, pow(light, 16384 / 2610) * 10_000 / white)
    }

    /// ARIB STD-B67, with the system gamma of a display of 1,000 cd/m². White paper has three
    /// quarters of the signal.
    private static func light(ofHLG signal: Double) -> Double {
        func scene(_ signal: Double) -> Double {
            signal <= 0.5
                ? signal * signal / 3 : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
        }
        return min(1, pow(scene(signal) / scene(0.75), 1.2))
    }

    private static let tableSize = 4_096

    /// The ICC profile of these code points; nil for sRGB and for unknown primaries.
    var profile: [UInt8]? {
        guard let chromaticities else { return nil }
        if case .sRGB = curve, primaries == 1 { return nil }
        let made: OpaquePointer?
        switch curve {
        case .sRGB:
            let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
            unsafe made = cmsBuildParametricToneCurve(nil, 4, parameters)
        case .gamma(let gamma): unsafe made = cmsBuildGamma(nil, gamma)
        case .function(let light):
            let table = (0..<Self.tableSize).map { place in
                UInt16((light(Double(place) / Double(Self.tableSize - 1)) * 65_535).rounded())
            }
            unsafe made = cmsBuildTabulatedToneCurve16(nil, UInt32(table.count), table)
        }
        guard let made = unsafe made else { return nil }
        defer { unsafe cmsFreeToneCurve(made) }
        let points = chromaticities.map { cmsCIExyY(x: $0.x, y: $0.y, Y: 1) }
        var white = points[3]
        var primaries = cmsCIExyYTRIPLE(Red: points[0], Green: points[1], Blue: points[2])
        var curves = unsafe [Optional(made), made, made]
        guard let profile = unsafe cmsCreateRGBProfile(&white, &primaries, &curves) else {
            return nil
        }
        defer { unsafe cmsCloseProfile(profile) }
        return unsafe ICCProfile.bytes(of: profile)
    }
}
