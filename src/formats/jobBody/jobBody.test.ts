import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnnotationType } from '../../model/annotationType.ts'
import { makeDataCheck } from './data.ts'
import { frameCount, inputFiles } from './input.ts'
import { checkJobBody, type JobRules } from './jobBody.ts'
import type { KeptSensor } from './wire.ts'

const TAGS = new Map<string, AnnotationType>([
  ['image', 'image2d'],
  ['video', 'video2d'],
  ['fusion', 'cuboid3d'],
  ['linked', 'cuboid3d_linked2d'],
  ['points', 'segmentation3d'],
])

const kept = new Map<string, KeptSensor>()
const rules: JobRules = {
  annotationTypeOf: (tag) => TAGS.get(tag),
  keptSensors: kept,
  checkUrl: (url) =>
    url.startsWith('http://10.') ? 'FORBIDDEN_ADDRESS' : url.startsWith('http') ? null : 'INVALID_URL',
}
const checkData = makeDataCheck(4)

// biome-ignore lint/suspicious/noExplicitAny: bodies are changed at will, into what no type would allow
type Loose = any

const pose = () => ({ position: { x: 1, y: 2, z: 3 }, heading: { w: 1, x: 0, y: 0, z: 0 } })
const lidar = () => ({ sensor_id: 'lidar', data_url: 'https://x.test/1.pcd', sensor_pose: pose() })
const camera = () => ({ sensor_id: 'cam', data_url: 'https://x.test/1.jpg', sensor_pose: pose() })
const meta = () => [
  { id: 'lidar', name: 'L', modality: 'lidar', primary_view: true, state: 'editable' },
  { id: 'cam', name: 'C', modality: 'camera', intrinsics: { fx: 500, fy: 500, cx: 320, cy: 240, scale_factor: 1 } },
]
const frame = (frame_id: string) => ({ frame_id, ego_pose: pose(), sensors: [lidar(), camera()] })

const BODIES: Record<string, () => Loose> = {
  image: () => ({ reference_id: 'r', tag: 'image', data: { image_url: 'https://x.test/1.jpg' } }),
  video: () => ({
    reference_id: 'r',
    tag: 'video',
    data: { video_data: { frames: ['a', 'b'].map((frame_id) => ({ frame_id, src: 'https://x.test/1.jpg' })) } },
  }),
  fusion: () => ({
    reference_id: 'r',
    tag: 'fusion',
    data: { sensor_data: { frames: [frame('a'), frame('b')], sensor_meta: meta() } },
  }),
  points: () => ({
    reference_id: 'r',
    tag: 'points',
    data: { sensor_data: { sensors: [lidar()], ego_pose: {}, sensor_meta: [meta()[0]] } },
  }),
}

function check(kind: string, change: (body: Loose) => unknown = () => {}) {
  const body = BODIES[kind]()
  change(body)
  return checkJobBody(body, rules, checkData)
}

/** What is refused: `code field TYPE field TYPE …`. */
function refusalOf(kind: string, change: (body: Loose) => unknown): string {
  const checked = check(kind, change)
  assert.ok('code' in checked, `${change} was taken`)
  return [checked.code, ...checked.failures.map(({ field, type }) => `${field} ${type}`)].join(' ')
}

function accepted(kind: string, change: (body: Loose) => unknown = () => {}) {
  const checked = check(kind, change)
  assert.ok('input' in checked, `${change}: ${JSON.stringify(checked)}`)
  return checked
}

test('whole bodies of every kind are taken, and their files and frames are found', () => {
  const counts = Object.keys(BODIES).map((kind) => {
    const { input, warnings, priorityWeight } = accepted(kind)
    assert.deepEqual([warnings, priorityWeight], [[], 5])
    return [frameCount(input), inputFiles(input).length]
  })
  assert.deepEqual(counts, [
    [1, 1],
    [2, 2],
    [2, 4],
    [1, 1],
  ])
  assert.deepEqual(
    inputFiles(accepted('fusion').input).map((file) => file.field),
    ['frames[0].sensors[0]', 'frames[0].sensors[1]', 'frames[1].sensors[0]', 'frames[1].sensors[1]'].map(
      (place) => `data.sensor_data.${place}.data_url`,
    ),
  )
})

const ENVELOPE: [(body: Loose) => unknown, string][] = [
  [(b) => delete b.reference_id, 'FS_0002 reference_id MISSING'],
  [(b) => (b.reference_id = ''), 'FS_0002 reference_id INVALID_VALUE'],
  [(b) => (b.reference_id = 7), 'FS_0002 reference_id INVALID_TYPE'],
  [(b) => (b.reference_id = null), 'FS_0002 reference_id INVALID_TYPE'],
  [(b) => (b.reference_id = 'x'.repeat(257)), 'FS_0002 reference_id OUT_OF_RANGE'],
  [(b) => delete b.tag, 'FS_0005 tag MISSING'],
  [(b) => (b.tag = 'unknown tag'), 'FS_0005 tag UNKNOWN'],
  [(b) => (b.tag = 'constructor'), 'FS_0005 tag UNKNOWN'],
  [(b) => (b.priority_weight = 0), 'FS_0012 priority_weight OUT_OF_RANGE'],
  [(b) => (b.priority_weight = 11), 'FS_0012 priority_weight OUT_OF_RANGE'],
  [(b) => (b.priority_weight = 1.5), 'FS_0012 priority_weight INVALID_TYPE'],
  [(b) => (b.priority_weight = '5'), 'FS_0012 priority_weight INVALID_TYPE'],
  [(b) => (b.batch_id = 'first'), 'GE_0001 batch_id INVALID_VALUE'],
  [(b) => (b.callback_url = 'ftp://x.test'), 'GE_0002 callback_url INVALID_URL'],
  [(b) => (b.callback_url = 7), 'GE_0002 callback_url INVALID_TYPE'],
  [(b) => (b.prediction = []), 'GE_0002 prediction INVALID_TYPE'],
  [(b) => delete b.data, 'FS_0004 data MISSING'],
  [(b) => (b.data = null), 'FS_0004 data MISSING'],
  [(b) => (b.data = {}), 'FS_0004 data MISSING'],
  [(b) => (b.data = []), 'FS_0003 data INVALID_TYPE'],
  [(b) => (b.data = 'text'), 'FS_0003 data INVALID_TYPE'],
  [(b) => (b.data.video_data = { frames: [] }), 'FS_0003 data NOT_ALLOWED'],
  [(b) => (b.data.image_url = 7), 'FS_0003 data.image_url INVALID_TYPE'],
  [(b) => (b.data.image_url = 'no url'), 'FS_0003 data.image_url INVALID_URL'],
  [(b) => (b.data.image_url = 'http://10.0.0.1/'), 'FS_0003 data.image_url FORBIDDEN_ADDRESS'],
  [(b) => (b.tag = 'video'), 'FS_0003 data NOT_ALLOWED'],
]

test('each rule of the keys next to data has its code and its place', () => {
  for (const [change, wanted] of ENVELOPE) assert.equal(refusalOf('image', change), wanted)
})

test('a body that is not an object is refused as a whole', () => {
  for (const body of [null, [], 'x', 7]) assert.deepEqual('code' in checkJobBody(body, rules, checkData), true)
})

test('all failures are reported together, under the most important code', () => {
  const refusal = refusalOf('image', (b) => {
    delete b.reference_id
    b.tag = 'unknown'
    b.priority_weight = 99
    b.data.image_url = ''
  })
  const [code, ...rest] = refusal.split(' ')
  assert.equal(code, 'FS_0002')
  const fields = rest.filter((_, n) => n % 2 === 0).sort()
  assert.deepEqual(fields, ['data.image_url', 'priority_weight', 'reference_id', 'tag'])
})

const V = 'data.video_data.frames'
const VIDEO: [(frames: Loose[], body: Loose) => unknown, string][] = [
  [(f) => f.splice(0), `FS_0003 ${V} INVALID_VALUE`],
  [
    (f) => f.push(f[0], f[1], { ...f[0], frame_id: 'c' }),
    `FS_0003 ${V} OUT_OF_RANGE ${V}[2].frame_id DUPLICATE ${V}[3].frame_id DUPLICATE`,
  ],
  [(f) => (f[1].frame_id = 'a'), `FS_0003 ${V}[1].frame_id DUPLICATE`],
  [(f) => (f[1].frame_id = 7), `FS_0003 ${V}[1].frame_id INVALID_TYPE`],
  [(f) => (f[1].frame_id = ''), `FS_0003 ${V}[1].frame_id INVALID_VALUE`],
  [(f) => delete f[0].src, `FS_0003 ${V}[0].src MISSING`],
  [(f) => (f[0] = null), `FS_0003 ${V}[0] INVALID_TYPE`],
  [(_, b) => (b.data.video_data = null), 'FS_0003 data MISSING'],
]

test('each rule of videos has its place', () => {
  for (const [change, wanted] of VIDEO)
    assert.equal(
      refusalOf('video', (b) => change(b.data.video_data.frames, b)),
      wanted,
    )
})

test('a refusal of a heading that is a list names the parts of one', () => {
  const refused = check('fusion', ({ data }) => (data.sensor_data.frames[0].ego_pose.heading = [1, 0, 0, 0]))
  assert.ok('failures' in refused)
  const { expected, found } = refused.failures[0]
  assert.deepEqual([expected, found], ['an object with w, x, y and z', 'a list'])
})

const S = 'data.sensor_data'
const FUSION: [(data: Loose, frames: Loose[], meta: Loose[], body: Loose) => unknown, string][] = [
  [(_, f) => (f[1].sensors[0].sensor_id = 'other'), `FS_0003 ${S}.frames[1].sensors[0].sensor_id UNKNOWN`],
  [(_, f) => (f[1].sensors[1].sensor_id = 'lidar'), `FS_0003 ${S}.frames[1].sensors[1].sensor_id DUPLICATE`],
  [(_, f) => f[0].sensors.shift(), `FS_0003 ${S}.frames[0].sensors MISSING`],
  [(_, f) => f[0].sensors.splice(0), `FS_0003 ${S}.frames[0].sensors INVALID_VALUE`],
  [(_, f) => delete f[0].sensors[0].sensor_pose, `FS_0003 ${S}.frames[0].sensors[0].sensor_pose MISSING`],
  [
    (_, f) => (f[0].sensors[0].sensor_pose.heading.w = 1.02),
    `FS_0003 ${S}.frames[0].sensors[0].sensor_pose.heading OUT_OF_RANGE`,
  ],
  [
    (_, f) => (f[0].sensors[0].sensor_pose.heading = { w: 0, x: 0, y: 0, z: 0 }),
    `FS_0003 ${S}.frames[0].sensors[0].sensor_pose.heading OUT_OF_RANGE`,
  ],
  [
    (_, f) => (f[0].sensors[0].sensor_pose.position.x = Infinity),
    `FS_0003 ${S}.frames[0].sensors[0].sensor_pose.position.x INVALID_TYPE`,
  ],
  [
    (_, f) => (f[0].sensors[0].sensor_pose.position.x = '1'),
    `FS_0003 ${S}.frames[0].sensors[0].sensor_pose.position.x INVALID_TYPE`,
  ],
  [(_, f) => delete f[0].ego_pose.heading, `FS_0003 ${S}.frames[0].ego_pose.heading MISSING`],
  [(_, f) => (f[0].ego_pose.heading.w = 0), `FS_0003 ${S}.frames[0].ego_pose.heading OUT_OF_RANGE`],
  [(_, f) => (f[1].frame_id = 'a'), `FS_0003 ${S}.frames[1].frame_id DUPLICATE`],
  [
    (_, f) => (f[0].sensors[1].data_url = 'http://10.1.1.1/'),
    `FS_0003 ${S}.frames[0].sensors[1].data_url FORBIDDEN_ADDRESS`,
  ],
  [(_d, _f, m) => (m[1].modality = 'radar'), `FS_0003 ${S}.sensor_meta[1].modality INVALID_VALUE`],
  [(_d, _f, m) => delete m[1].modality, `FS_0003 ${S}.sensor_meta[1].modality MISSING`],
  [(_d, _f, m) => (m[1].primary_view = true), `FS_0003 ${S}.sensor_meta[1].primary_view DUPLICATE`],
  [(_d, _f, m) => (m[1].state = 'hidden'), `FS_0003 ${S}.sensor_meta[1].state INVALID_VALUE`],
  [
    (_d, _f, m) => (m[1].intrinsics.camera_model = 'pinhole'),
    `FS_0003 ${S}.sensor_meta[1].intrinsics.camera_model INVALID_VALUE`,
  ],
  [
    (_d, _f, m) => (m[1].intrinsics.scale_factor = 0),
    `FS_0003 ${S}.sensor_meta[1].intrinsics.scale_factor OUT_OF_RANGE`,
  ],
  [(_d, _f, m) => (m[1].intrinsics.k1 = 'none'), `FS_0003 ${S}.sensor_meta[1].intrinsics.k1 INVALID_TYPE`],
  [(_d, _f, m) => m.push({ id: 'lidar', modality: 'lidar' }), `FS_0003 ${S}.sensor_meta[2].id DUPLICATE`],
  [
    (d, f) => {
      delete d.sensor_meta
      for (const one of f) one.sensors.splice(0)
    },
    `FS_0003 ${S}.frames[0].sensors INVALID_VALUE ${S}.frames[1].sensors INVALID_VALUE ${S}.sensor_meta MISSING`,
  ],
  [(d) => (d.point_cloud_frame = 'world'), `FS_0003 ${S}.point_cloud_frame INVALID_VALUE`],
  [(d, f) => (d.sensors = f[0].sensors), `FS_0003 ${S}.sensors NOT_ALLOWED`],
]

test('each rule of sensor fusion has its place', () => {
  for (const [change, wanted] of FUSION) {
    const told = refusalOf('fusion', (b) =>
      change(b.data.sensor_data, b.data.sensor_data.frames, b.data.sensor_data.sensor_meta, b),
    )
    assert.equal(told, wanted)
  }
})

test('a linked job needs a camera, a segmentation exactly one lidar and no frames', () => {
  const linked = refusalOf('fusion', (b) => {
    b.tag = 'linked'
    b.data.sensor_data.sensor_meta.pop()
    for (const one of b.data.sensor_data.frames) one.sensors.pop()
  })
  assert.equal(linked, `FS_0003 ${S}.sensor_meta MISSING`)
  const two = refusalOf('points', (b) => {
    b.data.sensor_data.sensors.push({ ...lidar(), sensor_id: 'second' })
    b.data.sensor_data.sensor_meta.push({ id: 'second', modality: 'lidar' })
  })
  assert.equal(two, `FS_0003 ${S}.sensors NOT_ALLOWED`)
  assert.equal(
    refusalOf('points', (b) => (b.data.sensor_data.frames = [frame('a')])),
    `FS_0003 ${S}.frames NOT_ALLOWED`,
  )
})

test('bodies of real clients are accepted: null for missing values, cX, additional keys', () => {
  const { input, warnings } = accepted('fusion', (b) => {
    b.priority_weight = null
    b.batch_id = null
    b.anything = { of: 'theirs' }
    b.data.metadata = { drive: 7 }
    b.data.sensor_data.point_cloud_frame = null
    const [, cam] = b.data.sensor_data.sensor_meta
    cam.state = null
    cam.primary_view = null
    cam.intrinsics = { fx: 1, fy: 2, cX: 3, cY: 4, k1: null, camera_model: null }
  })
  assert.deepEqual(warnings, [])
  assert.ok(input.kind === 'frames')
  const { fx, cx, cy, k1, scaleFactor, cameraModel } = input.sensors[1].intrinsics!
  assert.deepEqual([fx, cx, cy, k1, scaleFactor, cameraModel], [1, 3, 4, 0, 1, 'brown_conrady'])
  assert.equal(input.sensors[1].state, 'editable')
})

test('a quaternion may be off by a hundredth', () => {
  for (const w of [0.9901, 1.0099]) {
    accepted('fusion', (b) => (b.data.sensor_data.frames[0].sensors[0].sensor_pose.heading.w = w))
  }
})

test('frames of one camera are a video under the tag of one, without poses, modality or intrinsics', () => {
  const { input } = accepted('video', (b) => {
    const frames = ['a', 'b'].map((frame_id) => ({
      frame_id,
      sensors: [{ sensor_id: 'cam', data_url: 'http://x.test/' }],
    }))
    b.data = { sensor_data: { frames, sensor_meta: [{ id: 'cam', modality: null, intrinsics: null }] } }
  })
  assert.equal(input.kind, 'video')
  assert.deepEqual(
    inputFiles(input).map((file) => file.field),
    [0, 1].map((n) => `${S}.frames[${n}].sensors[0].data_url`),
  )
  // With a lidar it is none.
  assert.match(
    refusalOf('video', (b) => (b.data = BODIES.fusion().data)),
    /^FS_0003 data NOT_ALLOWED/,
  )
})

test('a camera that cannot project and poses that are not everywhere are warnings', () => {
  const warned = (change: (data: Loose) => unknown) => accepted('fusion', (b) => change(b.data.sensor_data)).warnings
  const noProjection = [{ field: `${S}.sensor_meta[1].intrinsics`, type: 'NO_PROJECTION' }]
  assert.deepEqual(
    warned((d) => delete d.sensor_meta[1].intrinsics),
    noProjection,
  )
  assert.deepEqual(
    warned((d) => (d.sensor_meta[1].intrinsics.fy = 0)),
    noProjection,
  )
  assert.deepEqual(
    warned((d) => (d.frames[1].ego_pose = {})),
    [{ field: `${S}.frames[1].ego_pose`, type: 'NO_MOTION' }],
  )
  assert.deepEqual(
    warned((d) => {
      for (const one of d.frames) one.ego_pose = null
    }),
    [],
  )
})

test("the project's sensor data is used only where the job leaves it out", () => {
  kept.set('cam', {
    name: 'Kept',
    modality: 'camera',
    state: 'non_editable',
    intrinsics: { fx: 9, fy: 9, cx: 1, cy: 1 },
  })
  try {
    const { input, warnings } = accepted('fusion', (b) => (b.data.sensor_data.sensor_meta = [meta()[0]]))
    assert.ok(input.kind === 'frames')
    assert.deepEqual(warnings, [])
    const { name, modality, state, intrinsics } = input.sensors.find((sensor) => sensor.id === 'cam')!
    assert.deepEqual([name, modality, state, intrinsics?.fx], ['Kept', 'camera', 'non_editable', 9])
    const own = accepted('fusion').input
    assert.ok(own.kind === 'frames')
    assert.deepEqual(
      [own.sensors[1].name, own.sensors[1].intrinsics?.fx, own.sensors[1].state],
      ['C', 500, 'non_editable'],
    )
  } finally {
    kept.clear()
  }
})
