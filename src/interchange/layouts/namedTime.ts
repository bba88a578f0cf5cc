const NS_DIGITS = 9
/** The longest time of which nanoseconds are still an int64. */
const MAX_DIGITS = 19

/**
 * The time in nanoseconds that a text is: 16 digits or more are nanoseconds, digits with a dot are seconds. null for
 * anything else, which is only a name.
 */
export function namedTimeNs(text: string): bigint | null {
  if (/^\d{16,}$/.test(text)) return text.length <= MAX_DIGITS ? BigInt(text) : null
  const [, seconds, fraction] = /^(\d{1,10})\.(\d+)$/.exec(text) ?? []
  if (seconds === undefined || fraction === undefined) return null
  return BigInt(seconds + fraction.slice(0, NS_DIGITS).padEnd(NS_DIGITS, '0'))
}
