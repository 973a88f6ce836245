import Conversation
import Foundation
import Scene
import Theme
import Words

/// Money: how much, which way, what for.
struct PaymentCard {
    let look: CardLook

    func piece(_ payment: Payment) -> any Piece {
        let amount = amount(of: payment)
        let way = look.phrases[way(of: payment)]
        let lead = LeadMark(kind: .disc(.coin), fill: look.accent, ink: look.onAccent, side: 40)
        var large = look.theme.text.body
        large.size *= 1.25
        large.lineHeight *= 1.25
        large.weight = 700
        let note = payment.note.flatMap { $0.isEmpty ? nil : $0 }
        let text = [way + ": " + amount, note].compactMap { $0 }.joined(separator: "\n")
        return CardRow.measured(look, lead, ground: nil, text: text) { width in
            [
                look.shape(amount, large, look.style.textColor, lines: 2, width: width),
                look.small(way, width: width),
            ] + (note.map { [look.plain($0, lines: 6, width: width)] } ?? [])
        }
    }

    private func way(of payment: Payment) -> Phrase {
        switch payment.direction {
        case .in?: .paymentReceived
        case .out?: .paymentSent
        case nil: .payment
        }
    }

    /// In the reader's format, with the decimals of its currency, where it is a plain sum of one by
    /// ISO 4217; as written otherwise, because rounding would change what was said.
    private func amount(of payment: Payment) -> String {
        let written = payment.amount
        guard let currency = payment.currency, !currency.isEmpty else { return written }
        let digits = written.utf8.prefix(16)
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isPlain =
            digits.count == written.utf8.count && (1...2).contains(parts.count)
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) }
            }
        let decimals = parts.count == 2 ? parts[1].count : 0
        let code = PaymentCard.codes[currency] ?? currency.uppercased()
        guard isPlain, decimals <= 3, PaymentCard.currencies.contains(code),
            let sum = Decimal(string: written)
        else { return written + " " + currency }
        let style = Decimal.FormatStyle.Currency(
            code: code, locale: look.phrases.locale.foundation
        ).precision(.fractionLength(max(decimals, PaymentCard.decimals(of: code))))
        return sum.formatted(style)
    }

    private static let currencies = Set(Locale.Currency.isoCurrencies.map(\.identifier))

    /// Signs of one currency alone; "$" and "¥" are those of several.
    private static let codes = [
        "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₺": "TRY", "₩": "KRW", "₪": "ILS",
        "₴": "UAH", "₫": "VND",
    ]

    /// By ISO 4217.
    private static func decimals(of code: String) -> Int {
        switch code {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND",
            "VUV", "XAF", "XOF", "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }
}
