/** How long each act took, in milliseconds, by its name. */
export class Acts {
  readonly times = new Map<string, number[]>()

  async act<T>(name: string, fn: () => Promise<T>): Promise<T> {
    const start = performance.now()
    const answer = await fn()
    const times = this.times.get(name) ?? []
    this.times.set(name, [...times, performance.now() - start])
    return answer
  }
}

export interface Compared {
  act: string
  smallMs: number
  largeMs: number
  /** What the act works on, where its time is compared by that; null: by the act. */
  unit: string | null
  /** The time of the large one divided by the time of the small one. */
  ratio: number
}

export const WITHIN = 2

/** Acts that work on all of a thing, and how many times as many units the large one has. */
export interface Growth {
  acts: readonly string[]
  unit: string
  times: number
}

/**
 * Runs the same story on the small and the large one in turns, so that other work of the machine affects both. The
 * first turn of each warms up and is not counted.
 */
export async function compare(
  rounds: number,
  small: (acts: Acts) => Promise<void>,
  large: (acts: Acts) => Promise<void>,
): Promise<Compared[]> {
  const [ofSmall, ofLarge] = [new Acts(), new Acts()]
  for (let round = 0; round <= rounds; round++) {
    await small(round === 0 ? new Acts() : ofSmall)
    await large(round === 0 ? new Acts() : ofLarge)
  }
  return compareAll(ofSmall, ofLarge)
}

/** Compares the medians. */
export const compareAll = (small: Acts, large: Acts, growth?: Growth): Compared[] =>
  [...small.times].map(([act, times]) => {
    const [smallMs, largeMs] = [median(times), median(large.times.get(act) ?? [])]
    const grows = growth?.acts.includes(act) ? growth : null
    return { act, smallMs, largeMs, unit: grows?.unit ?? null, ratio: largeMs / smallMs / (grows?.times ?? 1) }
  })

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]

/** A table of the comparison. */
export function told(title: string, compared: readonly Compared[]): string {
  const rows = compared.map(({ act, smallMs, largeMs, unit, ratio }) => [
    act,
    smallMs.toFixed(1),
    largeMs.toFixed(1),
    `${ratio.toFixed(2)}×`,
    `${ratio <= WITHIN ? 'within twice' : 'MORE THAN TWICE'}${unit === null ? '' : `, by the ${unit}`}`,
  ])
  const all = [['act', 'small ms', 'large ms', 'ratio', ''], ...rows]
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)))
  const line = (row: string[]) =>
    row.map((cell, i) => (i >= 1 && i <= 3 ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ')
  return [`\n${title}`, ...all.map((row) => line(row).trimEnd())].join('\n')
}
