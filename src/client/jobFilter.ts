/** What jobs are found by, their order, and how many come in one call. */
const NAMES = [
  ...([
    'reference_id',
    'status',
    'stage',
    'tag',
    'batch_id',
    'ingest_id',
    'q',
    'priority_weight',
    'assignee',
    'person',
  ] as const),
  ...(['has_findings', 'created_from', 'created_to', 'order', 'limit'] as const),
]

/** Filters of the list of jobs by their names in the query, `metadata.KEY` too. */
export type JobFilter = Readonly<{ [Name in (typeof NAMES)[number] | `metadata.${string}`]?: string }>

/** The service passes over names that it does not know: a misspelt filter would find every job. @throws TypeError */
export function refuseUnknownFilters(filter: JobFilter): void {
  const known = new Set<string>(NAMES)
  const unknown = Object.keys(filter).filter((name) => !known.has(name) && !name.startsWith('metadata.'))
  if (unknown.length > 0)
    throw new TypeError(`jobs have no filter ${unknown.join(', ')}; there are ${[...known].join(', ')}, metadata.KEY`)
}
