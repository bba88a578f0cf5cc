/**
 * Reads a Retry-After header (RFC 9110, 10.2.3: seconds or a date).
 * @returns milliseconds from now, never negative; undefined when there is none or it makes no sense.
 */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  if (!text) return undefined
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000
  // Date.parse takes nearly anything; an HTTP date begins with a weekday.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
