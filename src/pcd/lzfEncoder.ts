const HASH_BITS = 14
const REACH = 8192
const MAX_COPY = 264
const MAX_LITERALS = 32

/** Packs bytes as LZF (see LzfDecoder); at worst 1/32 longer than the input. */
export function lzfEncode(input: Uint8Array): Uint8Array {
  const out = new Uint8Array(input.length + Math.ceil(input.length / MAX_LITERALS) + 16)
  const lastSeen = new Int32Array(1 << HASH_BITS).fill(-1)
  let end = 0
  let literalStart = 0
  const putLiterals = (until: number): void => {
    while (literalStart < until) {
      const run = Math.min(MAX_LITERALS, until - literalStart)
      out[end++] = run - 1
      out.set(input.subarray(literalStart, literalStart + run), end)
      end += run
      literalStart += run
    }
  }
  let at = 0
  while (at + 2 < input.length) {
    const triple = (input[at] << 16) | (input[at + 1] << 8) | input[at + 2]
    const slot = Math.imul(triple, 0x9e3779b1) >>> (32 - HASH_BITS)
    const from = lastSeen[slot]
    lastSeen[slot] = at
    const length = from >= 0 && at - from <= REACH ? matchLength(input, from, at) : 0
    if (length < 3) {
      at++
      continue
    }
    putLiterals(at)
    const distance = at - from - 1
    const shown = length - 2
    if (shown < 7) out[end++] = (shown << 5) | (distance >> 8)
    else {
      out[end++] = (7 << 5) | (distance >> 8)
      out[end++] = shown - 7
    }
    out[end++] = distance & 255
    at += length
    literalStart = at
  }
  putLiterals(input.length)
  return out.subarray(0, end)
}

function matchLength(input: Uint8Array, from: number, at: number): number {
  const most = Math.min(MAX_COPY, input.length - at)
  let length = 0
  while (length < most && input[from + length] === input[at + length]) length++
  return length
}
