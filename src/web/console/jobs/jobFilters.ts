import { STAGES, STATUSES } from '../../../model/stage.ts'
import { isUuid } from '../../../model/uuid.ts'

/** What the list of jobs is narrowed by, as the address of the page names it; metadata besides. */
export const FILTER_NAMES = [
  'q',
  'stage',
  'tag',
  'batch',
  'ingest',
  'person',
  'assignee',
  'status',
  'priority',
  'from',
  'to',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** Filters in the menu of the button for more filters. */
export const RARE_FILTERS: readonly FilterName[] = ['status', 'priority', 'from', 'to']

const METADATA = 'metadata.'
export const MAX_METADATA_FILTERS = 3

export const ORDERS = ['-created', 'created', 'priority', 'stage_at', 'uncertainty'] as const
export type Order = (typeof ORDERS)[number]

export const isMetadata = (name: string): boolean => name.startsWith(METADATA) && name.length > METADATA.length
export const metadataName = (key: string): string => METADATA + key
export const metadataKey = (name: string): string => name.slice(METADATA.length)

/** Names of parameters that narrow the list. */
export const activeFilters = (search: URLSearchParams): string[] => [
  ...FILTER_NAMES.filter((name) => search.get(name)),
  ...metadataFilters(search),
]

export const metadataFilters = (search: URLSearchParams): string[] =>
  [...new Set(search.keys())].filter((name) => isMetadata(name)).slice(0, MAX_METADATA_FILTERS)

export function orderOf(search: URLSearchParams): Order {
  const asked = search.get('order')
  return ORDERS.find((order) => order === asked) ?? '-created'
}

/** The filter as the API names it. Values that it would refuse, in an address typed by hand, are left out. */
export function apiFilter(search: URLSearchParams): Record<string, string> {
  const among = (values: readonly string[], value: string) => (values.includes(value) ? value : '')
  const of = (name: FilterName) => search.get(name)?.trim() ?? ''
  const weight = Number(of('priority'))
  const filter: Record<string, string> = {
    q: of('q'),
    stage: among(STAGES, of('stage')),
    status: among(STATUSES, of('status')),
    tag: of('tag'),
    batch_id: uuidOf(of('batch')),
    ingest_id: uuidOf(of('ingest')),
    person: uuidOf(of('person')),
    assignee: of('assignee'),
    priority_weight: Number.isInteger(weight) && weight >= 1 && weight <= 10 ? String(weight) : '',
    created_from: startOf(of('from'), 0),
    created_to: startOf(of('to'), 1),
  }
  for (const name of metadataFilters(search)) filter[name] = search.get(name) ?? ''
  return Object.fromEntries(Object.entries(filter).filter(([name, value]) => value !== '' || isMetadata(name)))
}

/** The same for an action on many jobs, whose body is JSON. */
export function actionFilter(search: URLSearchParams): Record<string, string | number> {
  const { priority_weight: weight, ...rest } = apiFilter(search)
  return weight === undefined ? rest : { ...rest, priority_weight: Number(weight) }
}

const uuidOf = (text: string): string => (isUuid(text) ? text : '')

/** The start of a day in the person's calendar, `daysOn` days later; '' for an invalid day. */
function startOf(day: string, daysOn: number): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  if (!match) return ''
  const [year, month, date] = match.slice(1).map(Number)
  return new Date(year, month - 1, date + daysOn).toISOString()
}
