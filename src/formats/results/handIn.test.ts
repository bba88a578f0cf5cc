import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMAGE_VIEW } from '../../model/document/document.ts'
import { cuboidAt, flatAt } from '../../model/document/interpolate.ts'
import type { Operation } from '../../model/operation.ts'
import { parseHandIn, type ReadHandIn } from './handIn.ts'
import type { JobContext } from './jobContext.ts'
import { attribute, CAR, countingIds, FRAME_IDS, jobFor, PERSON, SENSORS, tagClass } from './testJobs.ts'

const read = (job: JobContext, data: unknown) =>
  parseHandIn(job, data, { newId: countingIds(), defaultSource: 'machine' })

function accepted(job: JobContext, data: unknown): ReadHandIn {
  const result = read(job, data)
  assert.ok(!('failures' in result), JSON.stringify(result))
  return result
}

/** What is refused, as `field TYPE`. */
function refused(job: JobContext, data: unknown): string[] {
  const result = read(job, data)
  assert.ok('failures' in result, 'the hand-in was accepted')
  return result.failures.map(({ field, type }) => `${field} ${type}`)
}

const corners = (left: number, top: number, right: number, bottom: number) => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]
const box = { label: 'person', coordinates: corners(0.1, 0.2, 0.3, 0.4) }
const triangle = {
  label: 'person',
  points: { p1: { x: 0, y: 0 }, p2: { x: 1, y: 0 }, p3: { x: 1, y: 1 } },
  edges: { e1: ['p1', 'p2'], e2: ['p2', 'p3'], e3: ['p3', 'p1'] },
}
const cuboid = {
  type: 'cuboid',
  track_id: 't1',
  frame_id: 'frame001',
  label: 'person',
  position: { x: 1, y: 2, z: 3 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 2, height: 1.5 },
}
const linkedBox = {
  ...box,
  type: 'rectangle',
  track_id: 't1',
  frame_id: 'frame001',
  sensor_id: 'cam-1',
  linked_id: null,
}

const image = jobFor('image2d')
const video = jobFor('video2d')
const cuboids = jobFor('cuboid3d')
const linking = jobFor('cuboid3d_linked2d')
const segmentation = jobFor('segmentation3d')

const ofImage = (annotations: unknown) => ({ annotations })
const ofVideo = (...annotations: unknown[]) => ({ annotation_data: { annotations } })
const ofBoxes = ofVideo
const R0 = 'data.annotations.rectangles[0]'
const A0 = 'data.annotation_data.annotations[0]'

test('data that is missing or no object is refused as a whole', () => {
  assert.deepEqual(refused(image, undefined), ['data MISSING'])
  assert.deepEqual(refused(image, []), ['data INVALID_TYPE'])
  assert.deepEqual(refused(image, {}), ['data.annotations MISSING'])
  assert.deepEqual(refused(video, {}), ['data.annotation_data MISSING'])
  assert.deepEqual(refused(cuboids, { annotation_data: {} }), ['data.annotation_data.annotations MISSING'])
  assert.deepEqual(refused(segmentation, {}), ['data.legend MISSING', 'data.labels MISSING'])
})

test('what the service can make is made: ids, source, keyframe', () => {
  const { document } = accepted(image, ofImage({ rectangles: [box, { ...box, _id: 'given' }] }))
  assert.deepEqual([...document.tracks.keys()], ['made-1', 'given'])
  const shown = flatAt(document.tracks.get('made-1')!.views.get(IMAGE_VIEW)!, 0)
  assert.deepEqual([shown?.source, shown?.keyFrame], ['machine', true])
  assert.deepEqual(shown?.shape, { type: 'rectangle', left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 })
})

test('a label has to be there and to name an open class', () => {
  const job = jobFor('image2d', { tag: { classes: [CAR, tagClass('old', { archived: true })] } })
  const labels = [undefined, 7, 'bus', 'old', 'constructor']
  assert.deepEqual(refused(job, ofImage({ rectangles: labels.map((label) => ({ ...box, label })) })), [
    'data.annotations.rectangles[0].label MISSING',
    'data.annotations.rectangles[1].label INVALID_TYPE',
    'data.annotations.rectangles[2].label UNKNOWN',
    'data.annotations.rectangles[3].label UNKNOWN',
    'data.annotations.rectangles[4].label UNKNOWN',
  ])
})

test('a geometry that the class does not have is not allowed', () => {
  const job = jobFor('image2d', { tag: { classes: [tagClass('person', { geometries: ['polygon'] })] } })
  accepted(job, ofImage({ polygons: [triangle] }))
  assert.deepEqual(refused(job, ofImage({ rectangles: [box] })), [`${R0}.type NOT_ALLOWED`])
})

test('the same _id twice is told where it comes the second time, across groups too', () => {
  const data = ofImage({ rectangles: [{ ...box, _id: 'a' }], polygons: [{ ...triangle, _id: 'a' }] })
  assert.deepEqual(refused(image, data), ['data.annotations.polygons[0]._id DUPLICATE'])
})

test('a group that does not exist is not lost in silence', () => {
  assert.deepEqual(refused(image, ofImage({ boxes: [box] })), ['data.annotations.boxes UNKNOWN'])
})

test('coordinates reach over the edge by rounding alone', () => {
  const { document } = accepted(
    image,
    ofImage({ rectangles: [{ ...box, coordinates: corners(-1e-7, 0, 1 + 9e-7, 1) }] }),
  )
  const shape = flatAt(document.tracks.get('made-1')!.views.get(IMAGE_VIEW)!, 0)?.shape
  assert.deepEqual(shape, { type: 'rectangle', left: 0, top: 0, right: 1, bottom: 1 })
  const tooFar = ofImage({ rectangles: [{ ...box, coordinates: corners(0.1, 0.2, 1.1, 0.4) }] })
  assert.deepEqual(refused(image, tooFar), [
    `${R0}.coordinates[1].x OUT_OF_RANGE`,
    `${R0}.coordinates[2].x OUT_OF_RANGE`,
  ])
})

test('numbers are numbers: no text, no null, no infinity', () => {
  const coordinates = [{ x: '0', y: 0.2 }, { x: null, y: 0.2 }, JSON.parse('{"x": 1e999, "y": 0.4}'), { y: 0.4 }]
  assert.deepEqual(refused(image, ofImage({ rectangles: [{ ...box, coordinates }] })), [
    `${R0}.coordinates[0].x INVALID_TYPE`,
    `${R0}.coordinates[1].x INVALID_TYPE`,
    `${R0}.coordinates[2].x INVALID_VALUE`,
    `${R0}.coordinates[3].x MISSING`,
  ])
})

test('corners of a rectangle come in order and in line', () => {
  const turned = corners(0.1, 0.2, 0.3, 0.4).toReversed()
  const skewed = [{ x: 0.1, y: 0.21 }, ...corners(0.1, 0.2, 0.3, 0.4).slice(1)]
  for (const coordinates of [turned, skewed, corners(0.1, 0.2, 0.1, 0.4), corners(0.1, 0.2, 0.3, 0.4).slice(1)]) {
    assert.deepEqual(refused(image, ofImage({ rectangles: [{ ...box, coordinates }] })), [
      `${R0}.coordinates INVALID_VALUE`,
    ])
  }
})

test('rotated boxes and ellipses may reach out of the image, sizes are positive', () => {
  const turned = { label: 'person', center: { x: -0.1, y: 1.2 }, size: { width: 30, height: 9 }, rotation: 0.5 }
  const ellipse = { label: 'person', center: { x: 1.1, y: 0.5 }, radii: { x: 3, y: 4 }, rotation: 0 }
  accepted(image, ofImage({ rotated_rectangles: [turned], ellipses: [ellipse] }))
  assert.deepEqual(refused(image, ofImage({ rotated_rectangles: [{ ...turned, size: { width: 0, height: -1 } }] })), [
    'data.annotations.rotated_rectangles[0].size.width OUT_OF_RANGE',
    'data.annotations.rotated_rectangles[0].size.height OUT_OF_RANGE',
  ])
})

test('a polygon is closed cycles, whatever its points are called', () => {
  const points = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => [name, { x: i / 10, y: (i * i) / 50 }]),
  )
  const edges = { 1: ['a', 'b'], 2: ['b', 'c'], 3: ['c', 'a'], 4: ['d', 'e'], 5: ['f', 'e'], 6: ['d', 'f'] }
  const { document } = accepted(image, ofImage({ polygons: [{ label: 'person', points, edges }] }))
  const shape = flatAt(document.tracks.get('made-1')!.views.get(IMAGE_VIEW)!, 0)?.shape
  assert.ok(shape?.type === 'polygon')
  assert.deepEqual(
    shape.rings.map((ring) => ring.map((p) => Math.round(p.x * 10))),
    [
      [0, 1, 2],
      [3, 4, 5],
    ],
  )
})

test('a polygon that is open, crossed at a point or too small is refused', () => {
  const P0 = 'data.annotations.polygons[0]'
  const { e3: _, ...open } = triangle.edges
  assert.deepEqual(refused(image, ofImage({ polygons: [{ ...triangle, edges: open }] })), [`${P0}.edges INVALID_VALUE`])
  const doubled = { e1: ['p1', 'p2'], e2: ['p2', 'p1'], e3: ['p3', 'p3'] }
  assert.deepEqual(refused(image, ofImage({ polygons: [{ ...triangle, edges: doubled }] })), [
    `${P0}.edges INVALID_VALUE`,
  ])
  const { p3: __, ...two } = triangle.points
  assert.deepEqual(refused(image, ofImage({ polygons: [{ ...triangle, points: two, edges: open }] })), [
    `${P0}.edges.e2[1] UNKNOWN`,
  ])
  assert.deepEqual(refused(image, ofImage({ polygons: [{ ...triangle, points: two, edges: { e1: ['p1', 'p2'] } }] })), [
    `${P0}.points INVALID_VALUE`,
  ])
  assert.deepEqual(refused(image, ofImage({ polygons: [{ ...triangle, edges: undefined }] })), [`${P0}.edges MISSING`])
})

test('run lengths of a mask fill an image of the job’s size', () => {
  const mask = { label: 'person', size: [48, 64], counts: [100, 2972] }
  accepted(image, ofImage({ masks: [mask] }))
  const M0 = 'data.annotations.masks[0]'
  assert.deepEqual(refused(image, ofImage({ masks: [{ ...mask, size: [64, 48] }] })), [`${M0}.size INVALID_VALUE`])
  assert.deepEqual(refused(image, ofImage({ masks: [{ ...mask, counts: [100, 2971] }] })), [
    `${M0}.counts INVALID_VALUE`,
  ])
  assert.deepEqual(refused(image, ofImage({ masks: [{ ...mask, counts: [3073, -1] }] })), [
    `${M0}.counts[1] INVALID_VALUE`,
  ])
})

test('a drawn box has its eight points by name', () => {
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 9].map((i) => [`p${i}`, { x: i / 10, y: 0.5 }]))
  assert.deepEqual(refused(image, ofImage({ cuboids: [{ label: 'person', points }] })), [
    'data.annotations.cuboids[0].points.p8 MISSING',
    'data.annotations.cuboids[0].points.p9 UNKNOWN',
  ])
})

test('attributes are those of the class, of the right type; required ones are there', () => {
  const classes = [
    tagClass('person', {
      attributes: [
        attribute({ name: 'age', per: 'object', type: 'number', required: true }),
        attribute({ name: 'pose', per: 'object', type: 'select', options: ['up', 'down'] }),
        attribute({ name: 'odd key', per: 'object', type: 'boolean', required: true, default: true }),
      ],
    }),
  ]
  const job = jobFor('image2d', { tag: { classes } })
  const fine = { age: { value: 3 }, 'odd key': { value: false } }
  accepted(job, ofImage({ rectangles: [{ ...box, attributes: fine }] }))
  assert.deepEqual(refused(job, ofImage({ rectangles: [box] })), [
    `${R0}.attributes.age MISSING`,
    `${R0}.attributes["odd key"] MISSING`,
  ])
  const wrong = { ...fine, age: { value: '3' }, pose: { value: 'left' }, height: { value: 1 } }
  assert.deepEqual(refused(job, ofImage({ rectangles: [{ ...box, attributes: wrong }] })), [
    `${R0}.attributes.age.value INVALID_TYPE`,
    `${R0}.attributes.pose.value INVALID_VALUE`,
    `${R0}.attributes.height UNKNOWN`,
  ])
})

test('attributes of the tag are asked of the job and of each frame', () => {
  const attributes = [
    attribute({ name: 'weather', per: 'job', required: true }),
    attribute({ name: 'blurred', per: 'frame', type: 'boolean', required: true }),
  ]
  const job = jobFor('video2d', { tag: { attributes } })
  const blurred = { blurred: { value: false } }
  const given = JSON.parse('{"__proto__": {"blurred": {"value": true}}, "frame001": {}, "unheard": {}}')
  assert.deepEqual(refused(job, { ...ofVideo(), frame_attributes: { ...given, 7: blurred } }), [
    'data.job_attributes.weather MISSING',
    'data.frame_attributes.unheard UNKNOWN',
    'data.frame_attributes.frame001.blurred MISSING',
    'data.frame_attributes["last frame"].blurred MISSING',
  ])
  assert.deepEqual(refused(jobFor('image2d', { tag: { attributes: attributes.slice(0, 1) } }), ofImage({})), [
    'data.image_attributes.weather MISSING',
  ])
})

test('nothing is interpolated: a video track is where it was given and nowhere else', () => {
  const frames = JSON.parse(`{"__proto__": ${JSON.stringify({ coordinates: box.coordinates })}}`)
  frames['last frame'] = { coordinates: box.coordinates, key_frame: false, source: 'interpolated', hidden: true }
  const { document } = accepted(video, ofVideo({ type: 'rectangle', label: 'person', track_id: 't', frames }))
  const view = document.tracks.get('t')!.views.get(IMAGE_VIEW)!
  assert.deepEqual(
    FRAME_IDS.map((_, frame) => flatAt(view, frame) !== null),
    [false, true, false, true],
  )
  const last = flatAt(view, 3)!
  assert.deepEqual([last.keyFrame, last.source, last.hidden], [false, 'interpolated', true])
})

test('frames of a video track belong to the job and agree with their track', () => {
  const frame = { coordinates: box.coordinates }
  const frames = { frame001: { ...frame, label: 'car', type: 'polygon' }, 'frame 9': frame }
  const entry = { type: 'rectangle', label: 'person', track_id: 't', frames }
  assert.deepEqual(refused(video, ofVideo(entry, { ...entry, frames: { frame001: frame } })), [
    `${A0}.frames.frame001.type INVALID_VALUE`,
    `${A0}.frames.frame001.label INVALID_VALUE`,
    `${A0}.frames["frame 9"] UNKNOWN`,
    'data.annotation_data.annotations[1].track_id DUPLICATE',
  ])
})

test('a cuboid keeps its numbers; its heading is normalised with w ≥ 0', () => {
  const heading = { w: -1.005, x: 0, y: 0, z: 0 }
  const { document } = accepted(cuboids, ofBoxes({ ...cuboid, heading }))
  const shown = cuboidAt(document.tracks.get('t1')!, 0)!
  assert.deepEqual(shown.shape.heading, { w: 1, x: 0, y: 0, z: 0 })
  assert.deepEqual(shown.shape.dimensions, cuboid.dimensions)
  assert.equal(cuboidAt(document.tracks.get('t1')!, 1), null)
})

test('cuboids with impossible numbers are refused, every fault at once', () => {
  const wrong = {
    ...cuboid,
    frame_id: 'frame9',
    sensor_id: 'radar',
    position: { x: 1, y: '2', z: JSON.parse('-1e999') },
    heading: { w: 0.9, x: 0, y: 0, z: 0 },
    dimensions: { length: 0, width: -1 },
  }
  assert.deepEqual(refused(cuboids, ofBoxes(wrong)), [
    `${A0}.frame_id UNKNOWN`,
    `${A0}.sensor_id UNKNOWN`,
    `${A0}.position.y INVALID_TYPE`,
    `${A0}.position.z INVALID_VALUE`,
    `${A0}.heading OUT_OF_RANGE`,
    `${A0}.dimensions.length OUT_OF_RANGE`,
    `${A0}.dimensions.width OUT_OF_RANGE`,
    `${A0}.dimensions.height MISSING`,
  ])
})

test('a track has one label and one cuboid a frame', () => {
  const data = ofBoxes(cuboid, { ...cuboid, label: 'car', frame_id: '7' }, cuboid)
  assert.deepEqual(refused(cuboids, data), [
    'data.annotation_data.annotations[1].label INVALID_VALUE',
    'data.annotation_data.annotations[2].track_id DUPLICATE',
  ])
})

test('rectangles have no place among cuboids alone', () => {
  assert.deepEqual(refused(cuboids, ofBoxes(linkedBox)), [`${A0}.type NOT_ALLOWED`])
})

test('records on a sensor that is not annotated are not allowed', () => {
  assert.deepEqual(refused(linking, ofBoxes({ ...linkedBox, sensor_id: 'cam-locked' })), [
    `${A0}.sensor_id NOT_ALLOWED`,
  ])
  assert.deepEqual(refused(linking, ofBoxes({ ...linkedBox, sensor_id: 'lidar' })), [`${A0}.sensor_id NOT_ALLOWED`])
  const locked = jobFor('cuboid3d', { sensors: SENSORS.map((s) => ({ ...s, state: 'non_editable' as const })) })
  assert.deepEqual(refused(locked, ofBoxes(cuboid)), [`${A0}.sensor_id NOT_ALLOWED`])
})

test('links name the cuboid of the same track and frame, before or after it in the list', () => {
  const linked = { ...linkedBox, linked_id: 'c' }
  const isLinked = (...records: unknown[]) => {
    const { document } = accepted(linking, ofBoxes(...records))
    return flatAt(document.tracks.get('t1')!.views.get('cam-1')!, 0)?.linked
  }
  const named = { ...cuboid, _id: 'c' }
  assert.equal(isLinked(linked, named), true)
  assert.equal(isLinked({ ...linked, track_id: undefined }, named), true)
  assert.equal(isLinked({ ...linked, linked_id: undefined }, named), true)
  assert.equal(isLinked({ ...linked, linked_id: null }, named), false)
  assert.deepEqual(refused(linking, ofBoxes(linked)), [`${A0}.linked_id UNKNOWN`])
  assert.deepEqual(refused(linking, ofBoxes({ ...linked, frame_id: '7' }, named)), [`${A0}.linked_id INVALID_VALUE`])
  assert.deepEqual(refused(linking, ofBoxes({ ...linked, track_id: 't2' }, named)), [`${A0}.linked_id INVALID_VALUE`])
})

test('the list of tracks says what is per object, and only of tracks that are there', () => {
  const classes = [tagClass('person', { attributes: [attribute({ name: 'role', per: 'object', required: true })] })]
  const job = jobFor('cuboid3d', { tag: { classes } })
  const role = { role: { value: 'driver' } }
  const withTracks = (...tracks: unknown[]) => ({ annotation_data: { annotations: [cuboid], tracks } })
  const { document } = accepted(job, withTracks({ track_id: 't1', attributes: role, stationary: true }))
  assert.equal(document.tracks.get('t1')?.stationary, true)
  assert.equal(document.tracks.get('t1')?.attributes.get('role'), 'driver')
  accepted(job, ofBoxes({ ...cuboid, attributes: role }))
  assert.deepEqual(refused(job, ofBoxes(cuboid)), [`${A0}.attributes.role MISSING`])
  const T = 'data.annotation_data.tracks'
  assert.deepEqual(
    refused(job, withTracks({ track_id: 't1', label: 'car' }, { track_id: 't1' }, { track_id: 't2' }, { track_id: 5 })),
    [
      `${T}[0].label INVALID_VALUE`,
      `${T}[0].attributes.role MISSING`,
      `${T}[1].track_id DUPLICATE`,
      `${T}[2].track_id UNKNOWN`,
      `${T}[3].track_id INVALID_TYPE`,
    ],
  )
})

test('a track that moves is not stationary', () => {
  const moved = { ...cuboid, frame_id: '7', position: { x: 1.1, y: 2, z: 3 } }
  const tracks = [{ track_id: 't1', stationary: true }]
  assert.deepEqual(refused(cuboids, { annotation_data: { annotations: [cuboid, moved], tracks } }), [
    'data.annotation_data.tracks[0].stationary INVALID_VALUE',
  ])
})

const legend = [
  { value: 'person', label_key: 1 },
  { text: 'car#3', label_key: 2, id: 'given', color: 'rgb(9, 8, 7)' },
]

test('a segmentation comes as a legend and one label a point', () => {
  const { document, labels } = accepted(segmentation, { legend, labels: [0, 1, 1, 2, 0, 2] })
  assert.deepEqual(labels, Uint32Array.of(0, 1, 1, 2, 0, 2))
  assert.deepEqual(document.legend, [
    { id: 'made-1', labelKey: 1, classId: PERSON.classId, instance: null, color: null },
    { id: 'given', labelKey: 2, classId: CAR.classId, instance: 3, color: 'rgb(9, 8, 7)' },
  ])
})

test('labels are in the legend, whole, and as many as there are points', () => {
  assert.deepEqual(refused(segmentation, { legend, labels: [0, 1, 3] }), [
    'data.labels INVALID_VALUE',
    'data.labels[2] UNKNOWN',
  ])
  assert.deepEqual(refused(segmentation, { legend, labels: [1.5, '1', null, -1, 2 ** 24 + 1, 1] }), [
    'data.labels[0] INVALID_VALUE',
    'data.labels[1] INVALID_TYPE',
    'data.labels[2] INVALID_TYPE',
    'data.labels[3] OUT_OF_RANGE',
    'data.labels[4] OUT_OF_RANGE',
  ])
})

test('label 0 is unlabelled, and no class', () => {
  const zero = (value: string) => ({ legend: [{ value, label_key: 0, id: 'z' }], labels: [0, 0, 0, 0, 0, 0] })
  assert.deepEqual(accepted(segmentation, zero('void')).document.legend[0].classId, null)
  assert.deepEqual(refused(segmentation, zero('person')), ['data.legend[0].value NOT_ALLOWED'])
  assert.deepEqual(refused(segmentation, zero('car#1')), ['data.legend[0].value NOT_ALLOWED'])
})

test('legend entries name classes, once, with numbers for instances only', () => {
  const entries = [
    { value: 'bus', label_key: 1 },
    { value: 'person#1', label_key: 2 },
    { value: 'car', label_key: 2 },
    { value: 'car', label_key: 4, text: 'van', color: 'red' },
    { label_key: 5 },
  ]
  assert.deepEqual(refused(segmentation, { legend: entries, labels: [1, 2, 4, 5, 0, 0] }), [
    'data.legend[0].value UNKNOWN',
    'data.legend[1].value NOT_ALLOWED',
    'data.legend[2].label_key DUPLICATE',
    'data.legend[3].color INVALID_VALUE',
    'data.legend[3].text INVALID_VALUE',
    'data.legend[3].value DUPLICATE',
    'data.legend[4].value MISSING',
  ])
})

test('labels may lie in a file of their own, but not in both places', () => {
  const url = 'https://data.example/labels.pcd'
  assert.equal(accepted(segmentation, { legend, url }).labelsUrl, url)
  assert.deepEqual(refused(segmentation, { legend, url, labels: [0, 0, 0, 0, 0, 0] }), ['data.url NOT_ALLOWED'])
})

test('at most a thousand failures are told', () => {
  const rectangles = Array.from({ length: 5000 }, () => ({}))
  assert.equal(refused(image, ofImage({ rectangles })).length, 1000)
  assert.equal(refused(segmentation, { legend, labels: new Array(5000).fill('x') }).length, 1000)
})

test('hostile keys are keys: nothing is found on a prototype', () => {
  const operations: Operation[] = ['image2d', 'video2d', 'cuboid3d', 'cuboid3d_linked2d', 'segmentation3d']
  for (const operation of operations) {
    const data = JSON.parse(
      '{"__proto__": {"annotations": {}, "annotation_data": {"annotations": []}, "legend": [], "labels": []}}',
    )
    assert.ok(refused(jobFor(operation), data).length > 0)
  }
})
