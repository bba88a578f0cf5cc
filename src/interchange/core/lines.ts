import type { Piece } from './archive.ts'

/** Lines of text that comes in pieces, without their ends; the last one only where it has something in it. */
export async function* linesOf(pieces: AsyncIterable<Piece>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
