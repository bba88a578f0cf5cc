const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `5 minutes ago`, `in 2 hours`; within a minute `now`. */
export function ago(iso: string, nowMs: number): string {
  const seconds = (Date.parse(iso) - nowMs) / 1000
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : 'now'
}

/** In the person's own zone and spelling. */
export const moment = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** `1 h 05 min`, `12 min`, `40 s`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** `0 B`, `3.4 MB`; in thousands, as disks and downloads are sold. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`
  const power = Math.min(Math.floor(Math.log10(count) / 3), 4)
  const value = count / 1000 ** power
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${['', 'kB', 'MB', 'GB', 'TB'][power]}`
}
