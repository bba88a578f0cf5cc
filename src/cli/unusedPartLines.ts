interface UnusedParts {
  failures: readonly { file: string; line?: number; field?: string; type: string; lost?: string }[]
  /** Counts failures and losses. */
  total: number
  kinds: readonly { type: string; lost: string | null; count: number }[]
}

const SHOWN = 20

/** What of a data set was not used, place by place, and what records were taken without, by its name. */
export function unusedPartLines({ failures, total: all, kinds }: UnusedParts): string[] {
  const faults = failures.filter(({ lost }) => lost === undefined)
  const total = kinds.reduce((left, { lost, count }) => (lost === null ? left : left - count), all)
  return [
    ...faults.slice(0, SHOWN).map(({ file, line, field, type }) => {
      const place = [file, line === undefined ? '' : `line ${line}`, field ?? ''].filter(Boolean).join(', ')
      return `failed: ${place}: ${type}`
    }),
    ...(total > SHOWN ? [`and ${total - SHOWN} more`] : []),
    ...kinds.flatMap(({ type, lost, count }) =>
      lost === null ? [] : [`left out: ${lost} (${count}), ${REASONS.get(type) ?? type}`],
    ),
  ]
}

const REASONS = new Map([
  ['UNKNOWN', 'no attribute of that name takes it'],
  ['NOT_ALLOWED', 'it has no place in the job'],
])
