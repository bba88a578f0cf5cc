import { setImmediate as nextTurn } from 'node:timers/promises'

/** So many entries are written or read in about a millisecond. */
const PIECE_ENTRIES = 500

/** A long list as JSON in pieces that cross threads without being copied. */
export function packed<Entry>(entries: readonly Entry[]): Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < entries.length; at += PIECE_ENTRIES) {
    pieces.push(encoder.encode(JSON.stringify(entries.slice(at, at + PIECE_ENTRIES))))
  }
  return pieces
}

/**
 * The entries of `packed`, read with pauses: reading a list of a hundred thousand in one step would delay every call.
 */
export async function unpackedInTurns<Entry>(pieces: readonly Uint8Array[]): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const piece of pieces) {
    entries.push(...(JSON.parse(new TextDecoder().decode(piece)) as Entry[]))
    await nextTurn()
  }
  return entries
}
