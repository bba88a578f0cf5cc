/** Both ends counted from 0 and included. */
export interface ByteSpan {
  start: number
  end: number
}

/**
 * The part of a file that a Range header asks for (RFC 9110, 14.2). null: the whole file, also where the header is no
 * range of bytes or asks for several parts, which a server may answer so. `outside`: no byte of it is in the file.
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
