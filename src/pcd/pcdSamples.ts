/** Files for tests: a small good PCD of which single lines can be replaced. */

const GOOD_HEADER: [string, string][] = [
  ['VERSION', '0.7'],
  ['FIELDS', 'x y z'],
  ['SIZE', '4 4 4'],
  ['TYPE', 'F F F'],
  ['COUNT', '1 1 1'],
  ['WIDTH', '3'],
  ['HEIGHT', '1'],
  ['VIEWPOINT', '0 0 0 1 0 0 0'],
  ['POINTS', '3'],
  ['DATA', 'ascii'],
]

export const GOOD_LINES = ['1 2 3', '-4.5 5.25 6', '7 8 nan']

/** Header lines; `changes` replaces a word's rest, or drops the line when undefined. */
export function headerLines(changes: Record<string, string | undefined> = {}): string[] {
  return GOOD_HEADER.flatMap(([word, rest]) => {
    const value = word in changes ? changes[word] : rest
    return value === undefined ? [] : [`${word} ${value}`]
  })
}

/** An ASCII file of three points, lines joined by line feeds, one at the end. */
export function asciiPcd(
  changes: Record<string, string | undefined> = {},
  lines: readonly string[] = GOOD_LINES,
): string {
  return `${[...headerLines(changes), ...lines].join('\n')}\n`
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function joinedBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/**
 * The bytes in chunks of one size; every chunk is the same overwritten buffer, which exposes a reader that holds one.
 */
export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const shared = new Uint8Array(size)
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = shared.subarray(0, Math.min(size, bytes.length - at))
    chunk.set(bytes.subarray(at, at + chunk.length))
    yield chunk
  }
}
