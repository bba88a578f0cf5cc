import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnnotationType } from '../../model/annotationType.ts'
import { IMAGE_VIEW } from '../../model/document/document.ts'
import { flatAt } from '../../model/document/interpolate.ts'
import { parseSubmission } from './submission.ts'
import { accepted, attribute, CAR, corners, jobFor, PERSON, refusedResult, tagClass } from './testJobs.ts'

const box = { label: 'person', coordinates: corners(0.1, 0.2, 0.3, 0.4) }
const triangle = {
  label: 'person',
  points: { p1: { x: 0, y: 0 }, p2: { x: 1, y: 0 }, p3: { x: 1, y: 1 } },
  edges: { e1: ['p1', 'p2'], e2: ['p2', 'p3'], e3: ['p3', 'p1'] },
}

const image = jobFor('image2d')
const video = jobFor('video2d')
const cuboids = jobFor('cuboid3d')
const segmentation = jobFor('segmentation3d')

const ofImage = (annotations: unknown) => ({ annotations })
const ofVideo = (...annotations: unknown[]) => ({ annotation_data: { annotations } })
const R0 = 'data.annotations.rectangles[0]'

const legend = [
  { value: 'person', label_key: 1 },
  { text: 'car#3', label_key: 2, id: 'given', color: 'rgb(9, 8, 7)' },
]

test('data that is missing or no object is refusedResult as a whole', () => {
  assert.deepEqual(refusedResult(image, undefined), ['data MISSING'])
  assert.deepEqual(refusedResult(image, []), ['data INVALID_TYPE'])
  assert.deepEqual(refusedResult(image, {}), ['data.annotations MISSING'])
  assert.deepEqual(refusedResult(video, {}), ['data.annotation_data MISSING'])
  assert.deepEqual(refusedResult(cuboids, { annotation_data: {} }), ['data.annotation_data.annotations MISSING'])
  assert.deepEqual(refusedResult(segmentation, {}), ['data.legend MISSING', 'data.labels MISSING'])
})

test('the service fills in ids, source and keyframe', () => {
  const { document } = accepted(image, ofImage({ rectangles: [box, { ...box, _id: 'given' }] }))
  assert.deepEqual([...document.tracks.keys()], ['made-1', 'given'])
  const shown = flatAt(document.tracks.get('made-1')!.views.get(IMAGE_VIEW)!, 0)
  assert.deepEqual([shown?.source, shown?.keyFrame], ['machine', true])
  assert.deepEqual(shown?.shape, { type: 'rectangle', left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 })
})

test('a label must be present and name an open class', () => {
  const job = jobFor('image2d', { tag: { classes: [CAR, tagClass('old', { archived: true })] } })
  const labels = [undefined, 7, 'bus', 'old', 'constructor']
  assert.deepEqual(refusedResult(job, ofImage({ rectangles: labels.map((label) => ({ ...box, label })) })), [
    'data.annotations.rectangles[0].label MISSING',
    'data.annotations.rectangles[1].label INVALID_TYPE',
    'data.annotations.rectangles[2].label UNKNOWN',
    'data.annotations.rectangles[3].label UNKNOWN',
    'data.annotations.rectangles[4].label UNKNOWN',
  ])
})

test('a refusal names the classes of the tag, and the parts of what has several', () => {
  const expectedAt = (job: typeof image, data: object) => {
    const read = parseSubmission(job, data as never, { newId: () => 'made', defaultSource: 'machine' })
    return 'failures' in read ? Object.fromEntries(read.failures.map(({ field, expected }) => [field, expected])) : {}
  }
  const told = expectedAt(image, ofImage({ rectangles: [{ ...box, label: 'bus' }] }))
  assert.deepEqual(told, { [`${R0}.label`]: 'a class of the tag: car or person' })
  const cuboid = { label: 'car', frame_id: 'frame001', type: 'cuboid' }
  const parts = { position: [1, 2, 3], heading: [1, 0, 0, 0], dimensions: [4, 2, 1.5] }
  const C0 = 'data.annotation_data.annotations[0]'
  assert.deepEqual(expectedAt(cuboids, { annotation_data: { annotations: [{ ...cuboid, ...parts }] } }), {
    [`${C0}.position`]: 'an object with x, y and z',
    [`${C0}.heading`]: 'an object with w, x, y and z',
    [`${C0}.dimensions`]: 'an object with length, width and height',
  })
})

test('a geometry that the class does not have is not allowed', () => {
  const job = jobFor('image2d', { tag: { classes: [tagClass('person', { geometries: ['polygon'] })] } })
  accepted(job, ofImage({ polygons: [triangle] }))
  assert.deepEqual(refusedResult(job, ofImage({ rectangles: [box] })), [`${R0}.type NOT_ALLOWED`])
})

test('a repeated _id is reported where it comes the second time, across groups too', () => {
  const data = ofImage({ rectangles: [{ ...box, _id: 'a' }], polygons: [{ ...triangle, _id: 'a' }] })
  assert.deepEqual(refusedResult(image, data), ['data.annotations.polygons[0]._id DUPLICATE'])
})

test('a group that does not exist is not lost in silence', () => {
  assert.deepEqual(refusedResult(image, ofImage({ boxes: [box] })), ['data.annotations.boxes UNKNOWN'])
})

test('coordinates reach over the edge by rounding alone', () => {
  const { document } = accepted(
    image,
    ofImage({ rectangles: [{ ...box, coordinates: corners(-1e-7, 0, 1 + 9e-7, 1) }] }),
  )
  const shape = flatAt(document.tracks.get('made-1')!.views.get(IMAGE_VIEW)!, 0)?.shape
  assert.deepEqual(shape, { type: 'rectangle', left: 0, top: 0, right: 1, bottom: 1 })
  const tooFar = ofImage({ rectangles: [{ ...box, coordinates: corners(0.1, 0.2, 1.1, 0.4) }] })
  assert.deepEqual(refusedResult(image, tooFar), [
    `${R0}.coordinates[1].x OUT_OF_RANGE`,
    `${R0}.coordinates[2].x OUT_OF_RANGE`,
  ])
})

test('numbers are numbers: no text, no null, no infinity', () => {
  const coordinates = [{ x: '0', y: 0.2 }, { x: null, y: 0.2 }, JSON.parse('{"x": 1e999, "y": 0.4}'), { y: 0.4 }]
  assert.deepEqual(refusedResult(image, ofImage({ rectangles: [{ ...box, coordinates }] })), [
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
    assert.deepEqual(refusedResult(image, ofImage({ rectangles: [{ ...box, coordinates }] })), [
      `${R0}.coordinates INVALID_VALUE`,
    ])
  }
})

test('rotated boxes and ellipses may reach out of the image, sizes are positive', () => {
  const turned = { label: 'person', center: { x: -0.1, y: 1.2 }, size: { width: 30, height: 9 }, rotation: 0.5 }
  const ellipse = { label: 'person', center: { x: 1.1, y: 0.5 }, radii: { x: 3, y: 4 }, rotation: 0 }
  accepted(image, ofImage({ rotated_rectangles: [turned], ellipses: [ellipse] }))
  assert.deepEqual(
    refusedResult(image, ofImage({ rotated_rectangles: [{ ...turned, size: { width: 0, height: -1 } }] })),
    [
      'data.annotations.rotated_rectangles[0].size.width OUT_OF_RANGE',
      'data.annotations.rotated_rectangles[0].size.height OUT_OF_RANGE',
    ],
  )
})

test('a polygon is closed cycles, with any ids of its points', () => {
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

test('the rings of a polygon do not depend on the order of its edges', () => {
  const corner = (i: number) => ({ x: 0.1 + (i % 3) * 0.1, y: 0.1 + Math.floor(i / 3) * 0.3 + (i % 2) * 0.1 })
  const points = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`p${i + 1}`, corner(i)]))
  const ends = [1, 2, 3, 1, 4, 5, 6, 7, 4]
  const inOrder = ends.flatMap((to, i) => (i === 0 || i === 4 ? [] : [[`p${ends[i - 1]}`, `p${to}`]]))
  const ringsOf = (pairs: readonly string[][]) => {
    const edges = Object.fromEntries(pairs.map((pair, i) => [`e${i + 1}`, pair]))
    const { document } = accepted(image, ofImage({ polygons: [{ label: 'person', points, edges }] }))
    const shape = flatAt(document.tracks.get('made-1')!.views.get(IMAGE_VIEW)!, 0)?.shape
    return shape?.type === 'polygon' ? shape.rings : []
  }
  const rings = ringsOf(inOrder)
  assert.deepEqual(
    rings,
    [
      [0, 1, 2],
      [3, 4, 5, 6],
    ].map((ring) => ring.map(corner)),
  )
  // The first edges of each ring stay before the others, as they say which way it runs.
  const [a, b, c, d, e, f, g] = inOrder
  assert.deepEqual(ringsOf([d, a, e, c, b, g, f]), rings)
})

test('a polygon that is open, crossed at a point or too small is refused', () => {
  const P0 = 'data.annotations.polygons[0]'
  const { e3: _, ...open } = triangle.edges
  assert.deepEqual(refusedResult(image, ofImage({ polygons: [{ ...triangle, edges: open }] })), [
    `${P0}.edges INVALID_VALUE`,
  ])
  const doubled = { e1: ['p1', 'p2'], e2: ['p2', 'p1'], e3: ['p3', 'p3'] }
  assert.deepEqual(refusedResult(image, ofImage({ polygons: [{ ...triangle, edges: doubled }] })), [
    `${P0}.edges INVALID_VALUE`,
  ])
  const { p3: __, ...two } = triangle.points
  assert.deepEqual(refusedResult(image, ofImage({ polygons: [{ ...triangle, points: two, edges: open }] })), [
    `${P0}.edges.e2[1] UNKNOWN`,
  ])
  assert.deepEqual(
    refusedResult(image, ofImage({ polygons: [{ ...triangle, points: two, edges: { e1: ['p1', 'p2'] } }] })),
    [`${P0}.points INVALID_VALUE`],
  )
  assert.deepEqual(refusedResult(image, ofImage({ polygons: [{ ...triangle, edges: undefined }] })), [
    `${P0}.edges MISSING`,
  ])
})

test('run lengths of a mask fill an image of the job’s size', () => {
  const mask = { label: 'person', size: [48, 64], counts: [100, 2972] }
  accepted(image, ofImage({ masks: [mask] }))
  const M0 = 'data.annotations.masks[0]'
  assert.deepEqual(refusedResult(image, ofImage({ masks: [{ ...mask, size: [64, 48] }] })), [
    `${M0}.size INVALID_VALUE`,
  ])
  assert.deepEqual(refusedResult(image, ofImage({ masks: [{ ...mask, counts: [100, 2971] }] })), [
    `${M0}.counts INVALID_VALUE`,
  ])
  assert.deepEqual(refusedResult(image, ofImage({ masks: [{ ...mask, counts: [3073, -1] }] })), [
    `${M0}.counts[1] INVALID_VALUE`,
  ])
})

test('a drawn box has its eight points by name', () => {
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 9].map((i) => [`p${i}`, { x: i / 10, y: 0.5 }]))
  assert.deepEqual(refusedResult(image, ofImage({ cuboids: [{ label: 'person', points }] })), [
    'data.annotations.cuboids[0].points.p8 MISSING',
    'data.annotations.cuboids[0].points.p9 UNKNOWN',
  ])
})

test('attributes are those of the class, of the right type; required ones are present', () => {
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
  assert.deepEqual(refusedResult(job, ofImage({ rectangles: [box] })), [
    `${R0}.attributes.age MISSING`,
    `${R0}.attributes["odd key"] MISSING`,
  ])
  const wrong = { ...fine, age: { value: '3' }, pose: { value: 'left' }, height: { value: 1 } }
  assert.deepEqual(refusedResult(job, ofImage({ rectangles: [{ ...box, attributes: wrong }] })), [
    `${R0}.attributes.age.value INVALID_TYPE`,
    `${R0}.attributes.pose.value INVALID_VALUE`,
    `${R0}.attributes.height UNKNOWN`,
  ])
})

test('attributes of the tag are required of the job and of each frame', () => {
  const attributes = [
    attribute({ name: 'weather', per: 'job', required: true }),
    attribute({ name: 'blurred', per: 'frame', type: 'boolean', required: true }),
  ]
  const job = jobFor('video2d', { tag: { attributes } })
  const blurred = { blurred: { value: false } }
  const given = JSON.parse('{"__proto__": {"blurred": {"value": true}}, "frame001": {}, "unheard": {}}')
  assert.deepEqual(refusedResult(job, { ...ofVideo(), frame_attributes: { ...given, 7: blurred } }), [
    'data.job_attributes.weather MISSING',
    'data.frame_attributes.unheard UNKNOWN',
    'data.frame_attributes.frame001.blurred MISSING',
    'data.frame_attributes["last frame"].blurred MISSING',
  ])
  assert.deepEqual(refusedResult(jobFor('image2d', { tag: { attributes: attributes.slice(0, 1) } }), ofImage({})), [
    'data.image_attributes.weather MISSING',
  ])
})

test('at most a thousand failures are reported', () => {
  const rectangles = Array.from({ length: 5000 }, () => ({}))
  assert.equal(refusedResult(image, ofImage({ rectangles })).length, 1000)
  assert.equal(refusedResult(segmentation, { legend, labels: new Array(5000).fill('x') }).length, 1000)
})

test('hostile keys are keys: nothing is found on a prototype', () => {
  const operations: AnnotationType[] = ['image2d', 'video2d', 'cuboid3d', 'cuboid3d_linked2d', 'segmentation3d']
  for (const annotationType of operations) {
    const data = JSON.parse(
      '{"__proto__": {"annotations": {}, "annotation_data": {"annotations": []}, "legend": [], "labels": []}}',
    )
    assert.ok(refusedResult(jobFor(annotationType), data).length > 0)
  }
})

test('keypoints are those of the skeleton of their class, each once', () => {
  const points = ['nose', 'left_eye'].map((name) => ({ name, x: 0.5, y: 0.5 }))
  const posed = { ...PERSON, skeleton: { points, edges: [] } }
  const job = { ...image, tag: { ...image.tag, classes: [posed] } }
  const landmark = (...labels: number[]) => ({
    label: 'person',
    points: Object.fromEntries(labels.map((label, i) => [`p${i}`, { x: 0.1, y: 0.1, label }])),
  })
  accepted(job, ofImage({ landmarks: [landmark(2)] }))
  assert.deepEqual(refusedResult(job, ofImage({ landmarks: [landmark(1, 3), landmark(1, 1)] })), [
    'data.annotations.landmarks[0].points INVALID_VALUE',
    'data.annotations.landmarks[1].points INVALID_VALUE',
  ])
})

test('an attribute that depends on another is required only there, and refused elsewhere', () => {
  const attributes = [
    attribute({ name: 'kind', per: 'object', type: 'select', options: ['car', 'truck'] }),
    attribute({
      name: 'axles',
      per: 'object',
      type: 'number',
      required: true,
      dependsOn: { attribute: 'kind', values: ['truck'] },
    }),
  ]
  const job = { ...image, tag: { ...image.tag, classes: [{ ...PERSON, attributes }] } }
  const given = (values: object) => ofImage({ rectangles: [{ ...box, label: 'person', attributes: values }] })
  accepted(job, given({ kind: { value: 'car' } }))
  accepted(job, given({ kind: { value: 'truck' }, axles: { value: 3 } }))
  assert.deepEqual(refusedResult(job, given({ kind: { value: 'truck' } })), [`${R0}.attributes.axles MISSING`])
  assert.deepEqual(refusedResult(job, given({ kind: { value: 'car' }, axles: { value: 3 } })), [
    `${R0}.attributes.axles NOT_ALLOWED`,
  ])
})
