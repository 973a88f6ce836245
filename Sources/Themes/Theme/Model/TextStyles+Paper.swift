import Scene

extension TextStyles {
    /// Returns the styles with a minimum text size, for output on paper.
    package func noSmaller(than size: Double) -> TextStyles {
        var styles = self
        styles.body = body.noSmaller(than: size)
        styles.sender = sender.noSmaller(than: size)
        styles.time.style = time.style.noSmaller(than: size)
        styles.dayHeader.style = dayHeader.style.noSmaller(than: size)
        styles.status.style = status.style.noSmaller(than: size)
        styles.note.style = note.style.noSmaller(than: size)
        styles.title.style = title.style.noSmaller(than: size)
        styles.subtitle.style = subtitle.style.noSmaller(than: size)
        styles.mono = mono.noSmaller(than: size)
        styles.small = small.noSmaller(than: size)
        return styles
    }
}

extension TextStyle {
    fileprivate func noSmaller(than least: Double) -> TextStyle {
        guard size < least, size > 0 else { return self }
        var style = self
        style.size = least
        style.lineHeight *= least / size
        return style
    }
}
