import type { Piece } from './archive.ts'

/**
 * Lines of text that comes in pieces, without their ends; the last one only where it has something in it.
 * @throws RangeError for one that is longer than `maxLength`.
 */
export async function* linesOf(pieces: AsyncIterable<Piece>, maxLength = Infinity): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLength) throw new RangeError(`a line of more than ${maxLength} characters`)
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
