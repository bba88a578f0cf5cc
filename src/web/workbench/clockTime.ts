const NS_PER_S = 1_000_000_000n
/** From this second on a time is taken as one since 1970; smaller ones count from any start. */
const FIRST_CLOCK_S = 100_000_000n

/** `2023-11-14 22:13:20.123456789 UTC` for times since 1970, else seconds with all their decimals. */
export function clockTime(ns: string): string {
  const whole = BigInt(ns) / NS_PER_S
  const part = String(BigInt(ns) % NS_PER_S).padStart(9, '0')
  const decimals = part.replace(/(000)+$/, '')
  const ending = decimals === '' ? '' : `.${decimals}`
  if (whole < FIRST_CLOCK_S) return `${whole}${ending} s`
  const date = new Date(Number(whole) * 1000).toISOString()
  return `${date.slice(0, 19).replace('T', ' ')}${ending} UTC`
}

/** Seconds with milliseconds. */
export const secondsBetween = (firstNs: string, ns: string): string =>
  (Number(BigInt(ns) - BigInt(firstNs)) / 1e9).toFixed(3)
