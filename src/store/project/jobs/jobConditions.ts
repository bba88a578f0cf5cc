import type { JobFilter } from '../../../model/jobFilter.ts'
import { isUuid } from '../../../model/uuid.ts'

/** Values of a statement that is put together, by their places. */
export class SqlParameters {
  readonly values: unknown[]

  constructor(...values: unknown[]) {
    this.values = values
  }

  /** The place of the value in the text, such as `$3`. */
  at(value: unknown): string {
    const known = this.values.indexOf(value)
    return `$${known < 0 ? this.values.push(value) : known + 1}`
  }
}

/** SQL over a job `j` for each part of the filter that is set; the project is the caller's. */
export function jobConditions(filter: JobFilter, parameters: SqlParameters): string[] {
  const conditions: string[] = []
  const add = <Value>(value: Value | null, text: (at: string) => string) => {
    if (value !== null) conditions.push(text(parameters.at(value)))
  }
  add(filter.stages, (at) => `j.stage = any(${at}::text[])`)
  add(filter.tag, (at) => `j.tag = ${at}`)
  add(filter.batchId, (at) => `j.batch_id = ${at}`)
  add(filter.priorityWeight, (at) => `j.priority_weight = ${at}`)
  add(filter.createdFrom, (at) => `j.created_at >= ${at}`)
  add(filter.createdTo, (at) => `j.created_at < ${at}`)
  if (filter.hasFindings === false) conditions.push('j.finding_count = 0')
  return [...conditions, ...rareConditions(filter, parameters)]
}

/** Conditions that an index answers although it has no order of creation, and that usually leave few jobs. */
export function rareConditions(filter: JobFilter, parameters: SqlParameters): string[] {
  const conditions: string[] = []
  const { referenceId, referencePrefix, assignee, person, metadata } = filter
  if (referenceId !== null) conditions.push(`j.reference_id = ${parameters.at(referenceId)}`)
  if (referencePrefix !== null) conditions.push(startsWith('j.reference_id', referencePrefix, parameters))
  if (assignee !== null) conditions.push(isAssigned(assignee, parameters))
  if (person) {
    const at = parameters.at(person)
    conditions.push(`(j.annotator_id = ${at} or j.reviewer_id = ${at} or j.holder_id = ${at})`)
  }
  if (filter.hasFindings) conditions.push(HAS_FINDINGS)
  if (filter.ingestId !== null) conditions.push(isOfIngest(filter.ingestId, parameters))
  for (const { key, value } of metadata)
    conditions.push(`j.metadata ->> ${parameters.at(key)}::text = ${parameters.at(value)}`)
  return conditions
}

export const HAS_FINDINGS = 'j.finding_count > 0'

const isOfIngest = (ingestId: string, parameters: SqlParameters): string =>
  `exists (select 1 from ingest_jobs g
     where g.project_id = j.project_id and g.ingest_id = ${parameters.at(ingestId)} and g.job_id = j.id)`

/** To a person, by their id, or to a group, by its name. */
export function isAssigned(assignee: string, parameters: SqlParameters): string {
  const column = isUuid(assignee) ? 'j.assigned_user' : 'j.assigned_group'
  return `${column} = ${parameters.at(assignee)}`
}

/** A literal prefix as bounds, which an index in byte order answers. */
function startsWith(column: string, prefix: string, parameters: SqlParameters): string {
  const above = firstAbove(prefix)
  const from = `${column} >= ${parameters.at(prefix)}`
  return above === null ? from : `${from} and ${column} < ${parameters.at(above)}`
}

const LAST_CODE_POINT = 0x10ffff

/** The first text in byte order that is above all texts with the prefix; null if there is none. */
export function firstAbove(prefix: string): string | null {
  const points = Array.from(prefix, (letter) => letter.codePointAt(0) ?? 0)
  while (points.at(-1) === LAST_CODE_POINT) points.pop()
  const last = points.pop()
  if (last === undefined) return null
  // Surrogates are not code points of UTF-8.
  const next = last === 0xd7ff ? 0xe000 : last + 1
  return String.fromCodePoint(...points, next)
}
