import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDataCheck } from '../jobBody/data.ts'
import { checkJobBody, type JobRules } from '../jobBody/jobBody.ts'

const rules: JobRules = {
  annotationTypeOf: (tag) => ({ boxes: 'image2d', cuboids: 'cuboid3d', points: 'segmentation3d' })[tag] as never,
  keptSensors: new Map(),
  checkUrl: (url) =>
    url.startsWith('http://10.') ? 'FORBIDDEN_ADDRESS' : url.startsWith('http') ? null : 'INVALID_URL',
}

const refuse = (body: object) => {
  const refused = checkJobBody(
    { reference_id: 'r', tag: 'boxes', data: { image_url: 'https://x/y.png' }, ...body },
    rules,
    makeDataCheck(10),
  )
  assert.ok('failures' in refused, 'it was taken')
  return refused
}

const cuboids = (sensor: object, meta: object = {}) => ({
  tag: 'cuboids',
  data: {
    sensor_data: {
      frames: [
        { frame_id: 'a', sensors: [{ sensor_id: 'lidar', data_url: 'https://x/y.pcd', sensor_pose: pose, ...sensor }] },
      ],
      sensor_meta: [{ id: 'lidar', modality: 'lidar', ...meta }],
    },
  },
})
const pose = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }

const EXAMPLES: [string, object, RegExp][] = [
  [
    'a heading of another norm',
    cuboids({ sensor_pose: { ...pose, heading: { w: 1, x: 1, y: 0, z: 0 } } }),
    /heading \(OUT_OF_RANGE: expected a quaternion of norm 1 ± 0\.01\)/,
  ],
  [
    'a heading as a list',
    cuboids({ sensor_pose: { ...pose, heading: [1, 0, 0, 0] } }),
    /heading \(INVALID_TYPE: expected an object with w, x, y and z\)/,
  ],
  ['an unknown sensor', cuboids({ sensor_id: 'lidr' }), /sensor_id \(UNKNOWN: expected an id of sensor_meta\)/],
  ['an unknown modality', cuboids({}, { modality: 'radar' }), /modality \(INVALID_VALUE: expected lidar or camera\)/],
  [
    'a frame of cameras alone',
    cuboids({}, { modality: 'camera' }),
    /sensors \(MISSING: expected a lidar in every frame\)/,
  ],
  [
    'data of another kind',
    { ...cuboids({}), tag: 'boxes' },
    /data \(NOT_ALLOWED: expected image_url, as the tag is image2d\)/,
  ],
  [
    'frames for a segmentation',
    { ...cuboids({}), tag: 'points' },
    /expected sensor_data\.sensors without frames, as the tag is segmentation3d/,
  ],
  ['a relative address', { data: { image_url: 'a.png' } }, /expected an absolute http or https address/],
  [
    'a private address',
    { data: { image_url: 'http://10.0.0.1/a' } },
    /expected a public address; the setting ALLOW_NETWORKS/,
  ],
  ['an unknown tag', { tag: 'boxs' }, /tag \(UNKNOWN: expected the name of a tag of the project\)/],
  [
    'a priority as text',
    { priority_weight: 'high' },
    /priority_weight \(INVALID_TYPE: expected an integer from 1 to 10\)/,
  ],
  [
    'a priority too high',
    { priority_weight: 11 },
    /priority_weight \(OUT_OF_RANGE: expected an integer from 1 to 10\)/,
  ],
  ['a batch by its name', { batch_id: 'monday' }, /batch_id \(INVALID_VALUE: expected text that is a UUID\)/],
]

for (const [what, body, message] of EXAMPLES) {
  test(`the message of a refusal says what was expected: ${what}`, () => {
    assert.match(refuse(body).message, message)
  })
}

test('a failure says what was expected and what was found', () => {
  for (const [what, body] of EXAMPLES) {
    for (const { expected, found } of refuse(body).failures) assert.ok(expected && found && found.length <= 100, what)
  }
  const [failure] = refuse({ priority_weight: 11 }).failures
  const expected = 'an integer from 1 to 10'
  assert.deepEqual(failure, { field: 'priority_weight', type: 'OUT_OF_RANGE', expected, found: '11' })
})

test('a shortened text never ends in half of a character', () => {
  const [{ found }] = refuse({ tag: `${'x'.repeat(99)}😀` }).failures
  assert.equal(found, 'x'.repeat(99))
})

test('a refused address is shown without its user and its query', () => {
  const [{ found }] = refuse({ data: { image_url: 'ftp://me:hunter2@x/y.png?signature=hunter2' } }).failures
  assert.equal(found, 'ftp://…@x/y.png?…')
})

test('no text that was sent stands in the message, since messages are logged', () => {
  const secret = 'hunter2'
  for (const body of [
    { tag: secret },
    { data: { image_url: secret } },
    { batch_id: secret },
    cuboids({ sensor_id: secret }),
    cuboids({}, { modality: secret }),
  ])
    assert.ok(!refuse(body).message.includes(secret), refuse(body).message)
})
