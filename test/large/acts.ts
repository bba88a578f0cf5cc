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
  /** How many times as much the large one has of what the act works on: frames, points, annotations. 1: nothing. */
  units: number
}

/** Of the time a unit. */
export const ratioOf = ({ smallMs, largeMs, units }: Compared): number => largeMs / smallMs / units

export const WITHIN = 2

/** Acts in proportion to something, by the beginning of their name: its unit, and how many times as many there are. */
export type Proportions = Readonly<Record<string, { unit: string; times: number }>>

/**
 * The same story on the small one and on the large one, in turns, so that what else the machine does meets both. The
 * first turn of each warms up and is not counted.
 */
export async function compare(
  rounds: number,
  small: (acts: Acts) => Promise<void>,
  large: (acts: Acts) => Promise<void>,
  proportions: Proportions = {},
): Promise<Compared[]> {
  const [ofSmall, ofLarge] = [new Acts(), new Acts()]
  for (let round = 0; round <= rounds; round++) {
    await small(round === 0 ? new Acts() : ofSmall)
    await large(round === 0 ? new Acts() : ofLarge)
  }
  return [...ofSmall.times].map(([act, times]) => ({
    act,
    smallMs: median(times),
    largeMs: median(ofLarge.times.get(act) ?? []),
    units: proportions[act]?.times ?? 1,
  }))
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]

/** A table of what was compared; `explained` says why an act takes longer than twice as long. */
export function told(
  title: string,
  compared: readonly Compared[],
  proportions: Proportions = {},
  explained: Readonly<Record<string, string>> = {},
): string {
  const rows = compared.map((one) => {
    const unit = proportions[one.act]?.unit
    const isWithin = ratioOf(one) <= WITHIN
    const verdict = isWithin ? `within twice${unit ? ` a ${unit}` : ''}` : (explained[one.act] ?? 'MORE THAN TWICE')
    return [one.act, one.smallMs.toFixed(1), one.largeMs.toFixed(1), `${ratioOf(one).toFixed(2)}×`, verdict]
  })
  const all = [['act', 'small ms', 'large ms', 'ratio', ''], ...rows]
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)))
  const line = (row: string[]) =>
    row.map((cell, i) => (i >= 1 && i <= 3 ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ')
  return [`\n${title}`, ...all.map((row) => line(row).trimEnd())].join('\n')
}
