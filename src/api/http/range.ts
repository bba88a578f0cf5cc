/** Both ends counted from 0 and included. */
export interface ByteSpan {
  start: number
  end: number
}

/**
 * The part of a file that a Range header requests (RFC 9110, 14.2). null: the whole file, also if the header is not a
 * range of bytes or requests several parts, which a server may answer this way. `outside`: no byte of it is in the
 * file.
 */
export function readRange(header: string | undefined, bytes: number): ByteSpan | null | 'outside' {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (match[1] === '') {
    const last = Math.min(Number(match[2]), bytes)
    return last === 0 ? 'outside' : { start: bytes - last, end: bytes - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? bytes - 1 : Math.min(Number(match[2]), bytes - 1)
  if (match[2] !== '' && Number(match[2]) < start) return null
  return start >= bytes ? 'outside' : { start, end }
}
