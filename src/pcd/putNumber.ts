import { POWERS_OF_TEN } from './decimal.ts'

/** No number is written with more bytes than this. */
export const NUMBER_BYTES = 26

/** Writes a whole number from 0 to 2^31 - 1. @returns the index after it. */
export function putInteger(out: Uint8Array, at: number, value: number): number {
  let digits = 1
  while (digits < 10 && value >= POWERS_OF_TEN[digits]) digits++
  return putDigits(out, at, value, digits)
}

/** Writes the shortest decimal that rounds to this float32, `nan` for NaN. @returns the index after it. */
export function putFloat32(out: Uint8Array, start: number, value: number): number {
  const size = Math.abs(value)
  // Outside this range nine digits do not fit what follows; such coordinates are rare.
  if (!(size >= 1e-4 && size < 1e9)) return putText(out, start, shortestFloat32Text(value))
  let at = start
  if (value < 0) out[at++] = 45
  for (let decimals = 0; ; decimals++) {
    const power = POWERS_OF_TEN[decimals]
    const digits = Math.round(size * power)
    // Nine significant digits always suffice, so this ends at 13 decimals at the latest.
    if (Math.fround(digits / power) !== size) continue
    const whole = Math.floor(digits / power)
    at = putInteger(out, at, whole)
    if (decimals === 0) return at
    out[at] = 46
    return putDigits(out, at + 1, digits - whole * power, decimals)
  }
}

/** Writes the shortest decimal that rounds to this float64, `nan` for NaN. @returns the index after it. */
export function putFloat64(out: Uint8Array, at: number, value: number): number {
  return putText(out, at, Number.isNaN(value) ? 'nan' : Object.is(value, -0) ? '-0' : String(value))
}

function shortestFloat32Text(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  for (let digits = 1; ; digits++) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === value) return String(rounded)
  }
}

function putDigits(out: Uint8Array, at: number, value: number, digits: number): number {
  let rest = value | 0
  for (let place = at + digits - 1; place >= at; place--) {
    const next = (rest / 10) | 0
    out[place] = 48 + rest - next * 10
    rest = next
  }
  return at + digits
}

function putText(out: Uint8Array, at: number, text: string): number {
  for (let place = 0; place < text.length; place++) out[at + place] = text.charCodeAt(place)
  return at + text.length
}
