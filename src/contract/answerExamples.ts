import { type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Operation } from './endpoints.ts'
import { JobList } from './jobs.ts'

/** JSON Schema as far as answers use it. */
interface JsonSchema {
  title?: string
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  minItems?: number
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

const URL_OF_SERVICE = 'https://fiducial.example.com'
const JOB_ID = '5b8d6e0e-6f9d-4b54-8a0f-0a4a1f2c2001'
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** Values of strings by their format. */
const FORMATS: Readonly<Record<string, string>> = {
  uuid: JOB_ID,
  'date-time': '2026-11-28T08:30:00.000+00:00',
  uri: `${URL_OF_SERVICE}/v1/attachments/9f86d081/result.json`,
  email: 'ada@example.com',
}

/** Values of members by their name; one that the schema of a member refuses is not used there. */
const MEMBERS: Readonly<Record<string, unknown>> = {
  a: 'car',
  about: 'camera-3/000017',
  access_key_id: 'ACCESSKEY',
  address: '192.0.2.17',
  allowed_origins: [URL_OF_SERVICE],
  annotatorName: 'Ada',
  answer: 'You are right: the truth was corrected.',
  api_key: 'fk_8Yx2…',
  assistant: 'detector',
  attempt: 1,
  attribute: 'occluded',
  b: 'truck',
  by: 'Ada',
  by_class: {},
  by_code: { TINY: 2 },
  bytes: 48_213,
  calls_per_day: 10_000,
  class: 'car',
  class_id: 'car',
  code: 'TINY',
  color: 'rgb(220, 60, 40)',
  comment: 'The car on the left is cut off.',
  content_sha256: SHA256,
  created_at: '2026-11-28T08:30:00.000+00:00',
  cursor: '1764318600000.42',
  cx: 960,
  cX: null,
  cy: 540,
  cY: null,
  day: '2026-11-28',
  decision: 'accept',
  description: 'Drives of Monday',
  destination: null,
  disabled_reason: null,
  drafts_days: 30,
  duration_ms: 84,
  edges: [[0, 1]],
  egress_addresses: ['192.0.2.10'],
  email: 'ada@example.com',
  endpoint: 'https://s3.example.com',
  error: null,
  expected: 'a number',
  failed_at: '2026-11-28T08:30:00.000+00:00',
  failures: [],
  field: 'data.image_url',
  file: 'labels/000017.json',
  format: 'coco',
  found: '"five"',
  frame_id: '000017',
  frame_ids: ['000017'],
  fx: 1000,
  fy: 1000,
  high: 0.95,
  http_status: 200,
  index: 0,
  inputs_days: 365,
  instructions: 'Draw a tight box around each car.',
  invite_url: `${URL_OF_SERVICE}/invite/2Jd7…`,
  inviteUrl: `${URL_OF_SERVICE}/invite/2Jd7…`,
  iou: 0.82,
  k1: -0.12,
  k2: 0.03,
  k3: 0,
  k4: 0,
  key: 'fk_8Yx2…',
  key_id: JOB_ID,
  keypoint_m: 0.08,
  kind: 'detector',
  label: 'car',
  label_a: 'car',
  label_b: 'truck',
  last4: '8Yx2',
  last_four: '8Yx2',
  legend_entry_id: 'car-1',
  likeness: 0.4,
  losses: ['attributes'],
  low: 0.85,
  match: 'https://data.example.com/',
  max_body_bytes: 16_777_216,
  max_bulk_jobs: 1000,
  max_frames: 2000,
  max_image_bytes: 104_857_600,
  max_image_decode_bytes: 1_073_741_824,
  max_image_decode_seconds: 60,
  max_image_pixels: 268_435_456,
  max_in_flight: 4,
  max_job_pixels: 8_589_934_592,
  max_point_cloud_bytes: 1_073_741_824,
  max_point_cloud_points: 20_000_000,
  max_result_bytes: 134_217_728,
  max_sensors_per_frame: 32,
  medoid: 'a',
  message: 'The bicycle in frame 4 is missing.',
  metadata: { drive: '2026-11-28-a' },
  name: 'Street',
  name_a: 'Ada',
  name_b: 'Grace',
  new_secret: 'whsec_c2VjcmV0…',
  next_cursor: '1764318600000.42',
  next_page_token: null,
  nextPage: null,
  note: null,
  number: 1,
  object: 'Street',
  operations: ['image2d'],
  other_track_id: 'car-2',
  over: ['car-1', 'car-2'],
  p1: 0,
  p2: 0,
  permissions: ['viewJobs'],
  point_cloud_frame_reason: null,
  priority_weight: 5,
  priorityWeight: 5,
  problem: null,
  projectName: 'Street',
  query: '?sig=…',
  reason: 'The bicycle in frame 4 is missing.',
  record_id: JOB_ID,
  reference_id: 'camera-3/000017',
  referenceId: 'camera-3/000017',
  region: 'eu-central-1',
  request_id: 'req-2Jd7',
  resetBy: null,
  resolvedBy: null,
  response: 'ok',
  result_version: 1,
  results_days: null,
  resultVersion: 1,
  reviewerName: 'Grace',
  scale_factor: 1,
  sensor_id: 'front',
  sensorId: 'front',
  sha256: SHA256,
  signing_secret: 'whsec_c2VjcmV0…',
  size: 48_213,
  skew: 0,
  spec_url: 'https://cocodataset.org/#format-data',
  splits: { train: 0.8, val: 0.2 },
  status: 'queued',
  tag: 'image_boxes',
  tags: ['image_boxes'],
  task_id: 4217,
  text: 'Is this one car or two?',
  timeout_seconds: 30,
  title: 'COCO',
  track_id: 'car-1',
  trackId: 'car-1',
  tree: ['annotations.json'],
  undo_seconds: 10,
  undoSeconds: 10,
  url: 'https://data.example.com/labels.zip',
  userName: 'Ada',
  values: {},
  version: '2026.11',
  viewer_url: `${URL_OF_SERVICE}/jobs/${JOB_ID}`,
  warnings: [],
  webhook_id: 'msg_2Jd7',
}

/** What an object is called, by a member that only objects of its kind have; any other is a project. */
const NAMES: readonly (readonly [member: string, name: string])[] = [
  ['sensor_id', 'Front'],
  ['carrier', 'detector'],
  ['class_id', 'car'],
  ['color', 'car'],
  ['is_default', 'monday'],
  ['jobs', 'Ada'],
  ['user_id', 'Ada'],
  ['userId', 'Ada'],
  ['user_ids', 'night'],
  ['scopes', 'pipeline'],
]

/** The key that a map of this name has in its example. */
const KEYS: Readonly<Record<string, string>> = {
  ap_by_distance_m: '30',
  attributes: 'occluded',
  bindings: 'image.rectangle',
  checks: 'TINY',
  headers: 'authorization',
  map: 'person',
  oldest: 'queued',
  options: 'name',
  stages: 'queued',
}

/** Members of a noun that depend on each other. */
const NOUNS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  JobRecord: { status: 'completed', stage: 'completed', frames: 1, annotations: 3, priority_weight: 5 },
  ListedJob: { status: 'completed', stage: 'completed', frames: 1, annotations: 3, priority_weight: 5 },
  BulkRow: { status: 200, success: true, error: undefined },
}

/** Answers with several forms of which the first is not the one to show. */
const FORMS: ReadonlyMap<string, TSchema> = new Map<Operation, TSchema>([['listJobs', JobList]])

/** An example of `data` of a 200, the same at each call; its schema accepts it. */
export const answerExample = (operation: string, answer: TSchema): unknown => exampleOf(FORMS.get(operation) ?? answer)

/** A value that the schema accepts, the same at each call. */
export const exampleOf = (schema: TSchema): unknown => example(JSON.parse(JSON.stringify(schema)), '')

function example(schema: JsonSchema, name: string): unknown {
  const known = MEMBERS[name]
  if (known !== undefined && Check(Type.Unsafe(schema), known)) return known
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => example(part, name)))
  if (schema.anyOf) return example(schema.anyOf[0], name)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return objectExample(schema, name)
  if (type === 'array') {
    const { items, minItems = 1 } = schema
    return items ? Array.from({ length: Math.max(1, minItems) }, () => example(items, name)) : []
  }
  if (type === 'string') return FORMATS[schema.format ?? ''] ?? (name || 'car')
  if (type === 'boolean') return true
  return type === 'integer' || type === 'number' ? numberExample(schema, type) : null
}

function objectExample({ title, properties, patternProperties }: JsonSchema, name: string): object {
  const [values] = Object.values(patternProperties ?? {})
  if (values) return { [KEYS[name] ?? 'car']: example(values, name) }
  const called = NAMES.find(([member]) => member in (properties ?? {}))
  const fixed = NOUNS[title ?? ''] ?? {}
  const members = Object.entries(properties ?? {}).map(([key, member]) => [
    key,
    key in fixed ? fixed[key] : called && key === 'name' && member.type === 'string' ? called[1] : example(member, key),
  ])
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

function numberExample({ minimum = 0, maximum = 12, exclusiveMinimum }: JsonSchema, type: string): number {
  if (type === 'integer') return Math.max(minimum, Math.min(12, maximum))
  return exclusiveMinimum === undefined ? Math.max(minimum, 0.9) : exclusiveMinimum + 0.9
}
