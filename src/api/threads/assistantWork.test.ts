import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Proposed } from '../../formats/assistants/proposed.ts'
import { encodeTracks } from '../../formats/document/encodedDocument.ts'
import { packDocument } from '../../formats/document/packedDocument.ts'
import type { JobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { CAR } from '../../formats/results/testJobs.ts'
import type { Carrier, Verb } from '../../model/assistants/assistant.ts'
import { emptyDocument } from '../../model/document/document.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { applyEdits } from '../../model/document/operations/operations.ts'
import { acceptedEdits, assistantAnswer } from './assistantWork.ts'

const SIZE = { width: 8, height: 6, uprightWidth: 8, uprightHeight: 6, exifOrientation: 1 }
const SRC = 'https://x.test/1'
const pose = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }
const sensors = [{ sensor_id: 'lidar', data_url: SRC, sensor_pose: pose }]
const sensor_meta = [{ id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' }]

const JOBS = {
  image2d: { data: { image_url: SRC }, files: { 'data.image_url': SIZE } },
  video2d: {
    data: { video_data: { frames: ['f', 'g'].map((frame_id) => ({ frame_id, src: SRC })) } },
    files: { 'data.video_data.frames[0].src': SIZE, 'data.video_data.frames[1].src': SIZE },
  },
  cuboid3d: { data: { sensor_data: { frames: [{ frame_id: 'f', sensors }], sensor_meta } }, files: {} },
  segmentation3d: {
    data: { sensor_data: { sensors, sensor_meta } },
    files: { 'data.sensor_data.sensors[0].data_url': { pointCount: 3 } },
  },
} as const
type Operation = keyof typeof JOBS

function jobOf(annotationType: Operation): JobSnapshot {
  const { data, files } = JOBS[annotationType]
  const [jobId, referenceId] = ['j', 'r']
  return {
    jobId,
    referenceId,
    keptSensors: null,
    pointCloudFrame: annotationType.includes('3d') ? 'sensor' : null,
    payload: Buffer.from(JSON.stringify({ reference_id: referenceId, tag: 't', data })),
    tag: { name: 't', annotationType, classes: [CAR], attributes: [], review: null, instructions: null },
    files: [JSON.stringify(Object.entries(files))],
  }
}

const corners = [
  [0.1, 0.2],
  [0.5, 0.2],
  [0.5, 0.6],
  [0.1, 0.6],
].map(([x, y]) => ({ x, y }))
const rectangle = { type: 'rectangle', label: 'car', coordinates: corners }
const cuboid = { ...pose, dimensions: { length: 4, width: 2, height: 1.5 } }
const region = (type: string, value: object) => ({
  type,
  from_name: 'a',
  to_name: 'image',
  original_width: 8,
  original_height: 6,
  score: 0.8,
  meta: {},
  value: { ...value, [type]: ['car'] },
})
const studio = (...result: object[]) => ({ results: [{ result, score: 0.5 }], model_version: 'v' })
const box = { x: 10, y: 20, width: 40, height: 40, rotation: 0 }
const AT_F = { label: 'car', frame_id: 'f' }

const track: Edit = {
  type: 'putTrack',
  index: null,
  track: {
    id: 't',
    entryId: null,
    classId: CAR.classId,
    stationary: false,
    attributes: [],
    cuboid: null,
    views: [],
  },
}
const TRACKS: Record<Operation, Edit[]> = { image2d: [], video2d: [track], cuboid3d: [], segmentation3d: [] }

/** Answers that are taken. */
const GOOD: [Carrier, Verb, Operation, input: Record<string, unknown>, answer: object][] = [
  ['http', 'predict', 'image2d', {}, { data: { annotations: { rectangles: [rectangle] } }, scores: [0.5] }],
  [
    'http',
    'predict',
    'cuboid3d',
    {},
    {
      data: {
        annotation_data: { annotations: [{ type: 'cuboid', label: 'car', track_id: 't', frame_id: 'f', ...cuboid }] },
      },
      scores: { t: 0.5 },
    },
  ],
  [
    'http',
    'predict',
    'segmentation3d',
    {},
    { data: { legend: [{ text: 'car', value: 'car', label_key: 1 }], labels: [0, 1, 1] } },
  ],
  ['http', 'segment', 'image2d', { label: 'car' }, { polygon: corners.slice(0, 3), score: 0.5 }],
  ['http', 'segment', 'video2d', AT_F, { box: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 }, score: 0.5 }],
  ['http', 'fit', 'cuboid3d', AT_F, { cuboid, score: 0.5 }],
  [
    'http',
    'track',
    'video2d',
    { track_ids: ['t'], from: 'f', to: 'g' },
    {
      records: [{ track_id: 't', type: 'rectangle', label: 'car', frames: { g: { ...rectangle, key_frame: true } } }],
      stopped_at: [{ track_id: 't', frame_id: 'g', reason: 'gone' }],
    },
  ],
  ['http', 'label_points', 'segmentation3d', {}, { runs: [{ first: 0, count: 2, label: 'car', score: 0.5 }] }],
  ['http', 'review', 'image2d', {}, { findings: [{ text: 'loose', severity: 'error', track_id: 't', score: 0.5 }] }],
  ['label_studio', 'predict', 'image2d', {}, studio(region('rectanglelabels', box))],
  [
    'label_studio',
    'segment',
    'image2d',
    { label: 'car' },
    studio(
      region('polygonlabels', {
        points: [
          [10, 10],
          [50, 10],
          [50, 50],
        ],
      }),
    ),
  ],
  [
    'label_studio',
    'predict',
    'video2d',
    {},
    studio({
      ...region('videorectangle', {}),
      value: { sequence: [{ frame: 1, enabled: true, ...box }], labels: ['car'] },
    }),
  ],
  ['cvat', 'predict', 'image2d', {}, [{ confidence: '0.9', label: 'car', points: [2, 1.5, 4, 3], type: 'rectangle' }]],
  ['cvat', 'predict', 'image2d', {}, [{ confidence: 1, label: 'car', type: 'mask', mask: [1, 1, 0, 1, 2, 2, 3, 3] }]],
  [
    'cvat',
    'segment',
    'image2d',
    { label: 'car' },
    {
      points: [
        [1, 1],
        [5, 1],
        [5, 5],
      ],
    },
  ],
  ['cvat', 'track', 'video2d', {}, { track_ids: ['t'], frames: [{ frame_id: 'g', shapes: [[1, 1, 4, 4]] }] }],
]

/** JSON: what a literal says of a prototype is no member. */
const ODD = [
  'null',
  'true',
  '-1',
  '1e308',
  '1e400',
  '""',
  '"x"',
  '"car"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"toString":1,"valueOf":1}',
  '[{"toString":null}]',
  '{"__proto__":{"label":"car"}}',
  '{"constructor":{"prototype":1},"length":-1}',
  `[${'1,'.repeat(300_000)}1]`,
]

/** JSON texts of a value with each of its parts once replaced by a mark. */
function* marked(value: unknown, mark: string): Generator<string> {
  yield mark
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    for (const text of marked(part, mark)) {
      const copy: unknown = Array.isArray(value) ? [...value] : { ...value }
      Reflect.set(copy as object, key, '%')
      yield JSON.stringify(copy).replace('"%"', () => text)
    }
  }
}

const read = (carrier: Carrier, verb: Verb, annotationType: Operation, input: Record<string, unknown>, text: string) =>
  assistantAnswer({
    carrier,
    verb,
    input,
    map: {},
    within: null,
    job: jobOf(annotationType),
    bytes: Buffer.from(text),
    document: packDocument(encodeTracks(applyEdits(emptyDocument(annotationType, 2), TRACKS[annotationType]))),
  })

for (const [carrier, verb, annotationType, input, answer] of GOOD) {
  test(`whatever stands in an answer to ${verb} of ${carrier} (${annotationType}), it is taken or refused`, () => {
    const good = read(carrier, verb, annotationType, input, JSON.stringify(answer))
    assert.ok('lists' in good, JSON.stringify(good))
    assert.ok(good.count + good.findings.length > 0)
    for (const odd of ODD) {
      for (const text of marked(answer, odd)) {
        const told = () => `${text.slice(0, 500)} of ${text.length}`
        assert.doesNotThrow(() => {
          const reading = read(carrier, verb, annotationType, input, text)
          assert.ok('lists' in reading || reading.message.length < 3000, told())
        }, told())
      }
    }
  })
}

test('suggestions that the page has already saved change nothing when the service records them', () => {
  for (const [carrier, verb, annotationType, input, answer] of GOOD) {
    if (annotationType === 'segmentation3d') continue
    const reading = read(carrier, verb, annotationType, input, JSON.stringify(answer))
    assert.ok('lists' in reading)
    const rows: (Proposed & { more: object })[] = reading.lists.flatMap((list) => JSON.parse(list))
    const suggestions = rows.map(({ record, more, score }) => ({ record, ...more, score }))
    let document = applyEdits(emptyDocument(annotationType, 2), TRACKS[annotationType])
    const accepted = () => {
      const packed = packDocument(encodeTracks(document))
      return acceptedEdits({ job: jobOf(annotationType), document: packed, labels: null, suggestions })
    }
    const edits = accepted()
    assert.equal(edits.length > 0, verb !== 'review', verb)
    document = applyEdits(document, edits)
    assert.deepEqual(accepted(), [], `${verb} of ${carrier} (${annotationType})`)
  }
})
