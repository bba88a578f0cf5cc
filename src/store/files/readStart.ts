import type { FileSource } from './fileStore.ts'

export type SourceStart = { isWhole: true; bytes: Uint8Array } | { isWhole: false; source: FileSource }

/** All of a source that has at most so many bytes; else the source as it was, nothing of it lost. */
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
