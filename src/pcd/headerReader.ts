import { type PcdProblems, quoted } from './pcdError.ts'
import { type HeaderLine, type PcdHeader, parseHeader } from './pcdHeader.ts'
import { MAX_HEADER_BYTES, MAX_LINE_BYTES, type PcdLimits } from './pcdLimits.ts'

const PREFIXES: [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'text with a byte order mark'],
  [[0xff, 0xfe], 'UTF-16 text'],
  [[0xfe, 0xff], 'UTF-16 text'],
  [[0x1f, 0x8b], 'a gzip file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG image'],
  [[0xff, 0xd8, 0xff], 'a JPEG image'],
  [[0x50, 0x4b, 0x03, 0x04], 'a zip archive'],
]

const BEGINNINGS: [RegExp, string][] = [
  [/^%PDF/, 'a PDF document'],
  [/^LASF/, 'a LAS point cloud'],
  [/^ply\s/, 'a PLY file'],
  [/^version https:\/\/git-lfs/, 'a git-lfs pointer (the file itself was not fetched)'],
  [/^\s*<(!doctype html|html)/i, 'an HTML page'],
  [/^\s*<(\?xml|error)/i, 'an XML document'],
  [/^\s*[{[]/, 'a JSON document'],
]

/** What a file that is surely no PCD is, by its first 64 bytes; people send the login page of their file server. */
function fileSignature(bytes: Uint8Array): string | undefined {
  const prefix = PREFIXES.find(([start]) => start.every((byte, place) => bytes[place] === byte))
  if (prefix !== undefined) return prefix[1]
  const head = Array.from(bytes.subarray(0, 64), (byte) => String.fromCharCode(byte)).join('')
  return BEGINNINGS.find(([pattern]) => pattern.test(head))?.[1]
}

/** Long enough for every signature that is known. */
const SIGNATURE_BYTES = 64

/** Collects header lines from chunks until the DATA line is complete. */
export class HeaderReader {
  /** Lines up to and with the DATA line. */
  lineCount = 0
  readonly #limits: PcdLimits
  readonly #problems: PcdProblems
  readonly #lines: HeaderLine[] = []
  #kept = new Uint8Array(MAX_HEADER_BYTES + 1)
  #length = 0
  #lineStart = 0
  #sniffed = false

  constructor(limits: PcdLimits, problems: PcdProblems) {
    this.#limits = limits
    this.#problems = problems
  }

  /**
   * @returns the header and where the payload begins in this chunk; null while the header continues.
   * @throws PcdError if the header is wrong.
   */
  push(chunk: Uint8Array): { header: PcdHeader; start: number } | null {
    const before = this.#length
    const added = chunk.subarray(0, this.#kept.length - before)
    this.#kept.set(added, before)
    this.#length += added.length
    if (!this.#sniffed && this.#length >= SIGNATURE_BYTES) this.#sniff()
    for (;;) {
      const newline = this.#kept.subarray(0, this.#length).indexOf(10, this.#lineStart)
      const end = newline < 0 ? this.#length : newline
      if (end - this.#lineStart > MAX_LINE_BYTES) {
        this.#problems.fatal(`longer than ${MAX_LINE_BYTES} bytes`, this.lineCount + 1)
      }
      if (end >= MAX_HEADER_BYTES) this.#problems.fatal(`no DATA line in the first ${MAX_HEADER_BYTES} bytes`)
      if (newline < 0) return null
      const isLast = this.#line(this.#lineStart, newline)
      this.#lineStart = newline + 1
      if (isLast) return { header: this.#finish(), start: newline + 1 - before }
    }
  }

  /** For a file that ends with its header: the DATA line may lack its line end. */
  end(): PcdHeader {
    if (!this.#sniffed) this.#sniff()
    if (this.#length === 0) this.#problems.fatal('the file is empty')
    if (this.#line(this.#lineStart, this.#length)) return this.#finish()
    this.lineCount--
    this.#problems.fatal('no DATA line: this is no PCD file', this.lineCount + 1)
  }

  #finish(): PcdHeader {
    if (!this.#sniffed) this.#sniff()
    this.#kept = new Uint8Array(0)
    return parseHeader(this.#lines, this.#limits, this.#problems)
  }

  #sniff(): void {
    this.#sniffed = true
    const kind = fileSignature(this.#kept.subarray(0, this.#length))
    if (kind !== undefined) this.#problems.fatal(`this is no PCD file but ${kind}`)
  }

  #line(start: number, end: number): boolean {
    const bytes = this.#kept.subarray(start, end)
    const number = ++this.lineCount
    // A stray NUL or escape means a foreign or damaged file; reading on would only bury the first fault.
    if (bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 13)) {
      this.#sniff()
      this.#problems.fatal(`no text of a PCD header: ${quoted(bytes)}`, number)
    }
    const words = new TextDecoder('utf-8', { ignoreBOM: true })
      .decode(bytes)
      .split(/[\t\r ]+/)
      .filter((word) => word !== '')
    if (words.length === 0 || words[0].startsWith('#')) return false
    this.#lines.push({ line: number, words })
    return words[0] === 'DATA'
  }
}
