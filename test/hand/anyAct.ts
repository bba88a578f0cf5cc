import type { ModeAct } from './intentRun.ts'

const NUMBERS = 6

/** Acts by chance, each as often as its weight says. */
export function actsOf<Kind extends string>(weights: Readonly<Record<Kind, number>>) {
  const kinds = Object.keys(weights) as Kind[]
  const total = kinds.reduce((sum, kind) => sum + weights[kind], 0)
  return (random: () => number): ModeAct<Kind> => {
    let left = random() * total
    const kind = kinds.find((one) => {
      left -= weights[one]
      return left < 0
    })
    return { kind: kind ?? kinds[0], r: Array.from({ length: NUMBERS }, () => Math.floor(random() * 1e4) / 1e4) }
  }
}
