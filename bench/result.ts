/** One measured number. */
export interface BenchResult {
  name: string
  value: number
  unit: string
  /** Such as `≤ 200`; null when the number is only shown. */
  goal: string | null
  holds: boolean | null
}

/** A number that should not be above `goal`. */
export const atMost = (name: string, value: number, unit: string, goal: number): BenchResult => ({
  name,
  value,
  unit,
  goal: `≤ ${goal}`,
  holds: value <= goal,
})

/** A number that should not be below `goal`. */
export const atLeast = (name: string, value: number, unit: string, goal: number): BenchResult => ({
  name,
  value,
  unit,
  goal: `≥ ${goal}`,
  holds: value >= goal,
})
