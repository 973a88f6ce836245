import Scene
import Themes

struct MediaSize {
    let style: MediaStyle
    let maxWidth: Double

    private var most: Size {
        Size(max(min(style.maxSize.width, maxWidth), 1), style.maxSize.height)
    }

    /// The size of a picture at two pixels per point, within the theme's limits.
    func size(ofPixels pixels: Size) -> Size {
        let (most, least) = (self.most, style.minSize)
        let natural = Size(max(pixels.width, 1) / 2, max(pixels.height, 1) / 2)
        let shrink = min(1, most.width / natural.width, most.height / natural.height)
        let grow = max(
            1, least.width / (natural.width * shrink), least.height / (natural.height * shrink))
        if style.isWhole {
            let factor = min(
                shrink * grow, most.width / natural.width, most.height / natural.height)
            return Size(natural.width * factor, natural.height * factor)
        }
        let fitted = Size(natural.width * shrink * grow, natural.height * shrink * grow)
        return Size(
            min(max(fitted.width, least.width), most.width),
            min(max(fitted.height, least.height), most.height))
    }

    /// The size of a video without a poster, by its stated dimensions; 16:9 if there are none.
    func size(ofFilm width: Double?, _ height: Double?) -> Size {
        guard let width, let height, width >= 1, height >= 1, width < 1e6, height < 1e6 else {
            return Size(most.width, min(most.width * 9 / 16, most.height))
        }
        return size(ofPixels: Size(width, height))
    }

    /// The maximum width of a picture whose bubble is widened by text. The picture may then be up
    /// to a quarter taller than the theme's maximum.
    func widest(_ size: Size) -> Double {
        guard !style.isWhole else { return size.width }
        return max(
            size.width, min(maxWidth, size.width * style.maxSize.height * 1.25 / size.height))
    }

    /// The width of a map, an album or a link's picture.
    var wide: Double { most.width }
}
