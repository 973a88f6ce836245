/// Which part of a date stands where.
package enum DateOrder: String, Sendable, CaseIterable { case dmy, mdy, ymd }
