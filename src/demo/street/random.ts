/** A small pseudo-random number generator: the same seed gives the same street on every machine. */
export type Random = {
  /** 0 ≤ x < 1. */
  next(): number
  between(min: number, max: number): number
  /** Mean 0, deviation 1, cut at ± 3, so that ground-truth boxes can contain every point of their object. */
  normal(): number
  pick<T>(choices: readonly T[]): T
}

/** mulberry32 (Tommy Ettinger, public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (min, max) => min + (max - min) * next(),
    normal() {
      const radius = Math.sqrt(-2 * Math.log(1 - next()))
      return Math.max(-3, Math.min(3, radius * Math.cos(2 * Math.PI * next())))
    },
    pick: (choices) => choices[Math.floor(next() * choices.length)],
  }
}

/** An id in the form of a UUID that depends only on the seed and the name. */
export function uuidOf(seed: number, name: string): string {
  let hash = seed >>> 0
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0
  const random = createRandom(hash)
  const digits = Array.from({ length: 32 }, () => Math.floor(random.next() * 16).toString(16))
  digits[12] = '4'
  digits[16] = '89ab'[Math.floor(random.next() * 4)]
  const text = digits.join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}
