import type { FileSource } from './fileStore.ts'

export type SourceStart = { isWhole: true; bytes: Uint8Array } | { isWhole: false; source: FileSource }

/** The whole content of a source with at most this many bytes; otherwise the source, with nothing lost. */
export async function readStart(source: FileSource, mostBytes: number): Promise<SourceStart> {
  if (source instanceof Uint8Array) {
    return source.length <= mostBytes ? { isWhole: true, bytes: source } : { isWhole: false, source }
  }
  const rest = source[Symbol.asyncIterator]()
  const pieces: Uint8Array[] = []
  for (let length = 0; length <= mostBytes; ) {
    const next = await rest.next()
    if (next.done) return { isWhole: true, bytes: pieces.length === 1 ? pieces[0] : Buffer.concat(pieces) }
    pieces.push(next.value)
    length += next.value.length
  }
  return { isWhole: false, source: behind(pieces, rest) }
}

async function* behind(pieces: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>) {
  try {
    yield* pieces
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
