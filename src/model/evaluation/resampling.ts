import { RANKED_FROM, type ScoreInterval } from '../scoreInterval.ts'
import { Weights } from './curve.ts'

const ROUNDS = 100

/**
 * The 95 % confidence interval of a figure when the jobs are resampled (percentile bootstrap; Efron 1979), the same at
 * each call. null: there are fewer jobs than a comparison of people needs, or no figure.
 */
export function resampled(jobs: number, figureOf: (weights: Weights) => number | null): ScoreInterval | null {
  if (jobs < RANKED_FROM) return null
  const next = numbers()
  const figures: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const counts = new Uint32Array(jobs)
    for (let i = 0; i < jobs; i++) counts[Math.floor(next() * jobs)]++
    const figure = figureOf(new Weights(counts))
    if (figure !== null) figures.push(figure)
  }
  if (figures.length === 0) return null
  figures.sort((a, b) => a - b)
  const at = (share: number) => figures[Math.round(share * (figures.length - 1))]
  return { low: at(0.025), high: at(0.975) }
}

/** Random numbers from 0 to 1 (Steele's SplitMix32). */
function numbers(): () => number {
  let state = 1
  return () => {
    state = (state + 0x9e3779b9) | 0
    let t = state ^ (state >>> 16)
    t = Math.imul(t, 0x21f0aaad)
    t = Math.imul(t ^ (t >>> 15), 0x735a2d97)
    return ((t ^ (t >>> 15)) >>> 0) / 4294967296
  }
}
