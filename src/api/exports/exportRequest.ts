import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import type { ExportBody, ExportFilterBody } from '../../contract/exports.ts'
import { findWriteRule } from '../../egress/accessRules.ts'
import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import type { Format } from '../../interchange/core/format.ts'
import { readSplitShares, type SplitShares } from '../../interchange/core/splits.ts'
import { FORMATS, formatByName } from '../../interchange/formats.ts'
import { reckonedTime } from '../../model/day.ts'
import { findBatch } from '../../store/project/batches/batches.ts'
import { archiveName, type ExportFilter } from '../../store/project/exports/exports.ts'
import { listTags } from '../../store/project/tags/tags.ts'
import { batchNotFound } from '../../workflow/refusal.ts'
import type { ApiContext } from '../context.ts'
import { invalidRequest } from '../http/apiError.ts'

export type ExportBodyType = Static<typeof ExportBody>

/** The format, with everything that the body alone shows to be wrong refused. Addresses in full may hold secrets. */
export function readFormat(body: ExportBodyType, isAdmin = false): Format {
  const format = formatByName(body.format)
  const names = FORMATS.filter(({ write }) => write).map((one) => one.format)
  if (!format?.write) {
    throw invalidRequest([faultAt('format', 'UNKNOWN', names.join(' or '), body.format)])
  }
  const { full_urls: fullUrls, ...options } = body.options ?? {}
  if (fullUrls !== undefined && !isAdmin)
    throw invalidRequest([
      faultAt('options.full_urls', 'NOT_ALLOWED', 'the admin key with full_urls', 'another caller'),
    ])
  if (fullUrls !== undefined && typeof fullUrls !== 'boolean')
    throw invalidRequest([faultAt('options.full_urls', 'INVALID_TYPE', 'true or false', fullUrls)])
  const faults = schemaCheck(format.options)
    .failures(options, 'options')
    .map((fault): Fault => (fault.type === 'NOT_ALLOWED' ? { ...fault, type: 'UNKNOWN' } : fault))
  if (faults.length > 0) throw invalidRequest(faults)
  if (format.files === 'required' && body.files !== 'include')
    throw invalidRequest([
      faultAt('files', 'INVALID_VALUE', `include, as ${format.format} holds the files`, body.files),
    ])
  return format
}

/**
 * @throws ApiError 400 for names that are not valid folders on every system, and for shares that do not sum to 1 at
 * most
 */
export function readSplits({ splits }: ExportBodyType): SplitShares | null {
  if (splits === undefined) return null
  const read = readSplitShares(splits)
  if ('shares' in read) return read.shares
  throw invalidRequest([faultAt('splits', read.type, read.expected, read.found)])
}

/** The filter in the store's words. @throws ApiError for tags and batches that the project does not have. */
export async function readFilter(
  { pool }: ApiContext,
  projectId: string,
  format: Format,
  filter: Static<typeof ExportFilterBody> = {},
): Promise<ExportFilter> {
  const known = new Map((await listTags(pool, projectId)).map((tag) => [tag.name, tag]))
  const asked = filter.tag === undefined ? null : [filter.tag].flat()
  const unknown = (asked ?? []).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw invalidRequest([faultAt('filter.tag', 'UNKNOWN', 'the name of a tag of the project', unknown.join(', '))])
  const operations = (asked ?? [...known.keys()]).flatMap((name) => known.get(name)?.annotationType ?? [])
  if (operations.length > 0 && !operations.some((annotationType) => format.annotationTypes.includes(annotationType))) {
    const expected = `tags of ${format.annotationTypes.join(' or ')}, which ${format.format} is for`
    throw invalidRequest([faultAt('format', 'NOT_ALLOWED', expected, operations[0])])
  }
  if (filter.batch_id !== undefined && !(await findBatch(pool, projectId, filter.batch_id.toLowerCase())))
    throw batchNotFound()
  return {
    ...(filter.batch_id !== undefined && { batchId: filter.batch_id.toLowerCase() }),
    ...(asked && { tags: asked }),
    ...(filter.reference_ids && { referenceIds: filter.reference_ids }),
    ...(filter.metadata && {
      metadata: Object.entries(filter.metadata).map(([key, value]) => ({ key, value: String(value) })),
    }),
    ...timeOf('completed_from', filter.completed_from, 'completedFrom'),
    ...timeOf('completed_to', filter.completed_to, 'completedTo'),
  }
}

/** The additional destination of the archive; null for none. @throws ApiError if no rule allows it. */
export async function readDestination(
  { projects }: ApiContext,
  projectId: string,
  destination: string | undefined,
): Promise<string | null> {
  if (destination === undefined) return null
  const { accessRules } = await projects.get(projectId)
  const found = findWriteRule(destination, archiveName(randomUUID()), accessRules)
  if (!('fault' in found)) return destination
  const expected = 's3://bucket/prefix/ of an access rule with "write": true'
  throw invalidRequest([faultAt('destination', found.fault, expected, destination)])
}

function timeOf(field: string, text: string | undefined, key: 'completedFrom' | 'completedTo'): Partial<ExportFilter> {
  if (text === undefined) return {}
  const timeMs = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? reckonedTime(Date.parse(text)) : null
  if (timeMs === null)
    throw invalidRequest([
      faultAt(`filter.${field}`, 'INVALID_VALUE', 'a time such as 2026-01-01T00:00:00+00:00', text),
    ])
  return { [key]: new Date(timeMs) }
}
