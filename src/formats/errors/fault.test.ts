import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDataCheck } from '../jobBody/data.ts'
import { checkJobBody, type JobRules } from '../jobBody/jobBody.ts'

const rules: JobRules = {
  operationOf: (tag) => ({ boxes: 'image2d', cuboids: 'cuboid3d', points: 'segmentation3d' })[tag] as never,
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
    /norm 1 ± 0\.01 was expected, the norm is 1\.414/,
  ],
  [
    'a heading as a list',
    cuboids({ sensor_pose: { ...pose, heading: [1, 0, 0, 0] } }),
    /heading \(INVALID_TYPE: object was expected, array came\)/,
  ],
  ['an unknown sensor', cuboids({ sensor_id: 'lidr' }), /sensor_id \(UNKNOWN: an id of sensor_meta was expected\)/],
  [
    'an unknown modality',
    cuboids({}, { modality: 'radar' }),
    /modality \(INVALID_VALUE: lidar or camera was expected\)/,
  ],
  ['a frame of cameras alone', cuboids({}, { modality: 'camera' }), /sensors \(MISSING: every frame needs a lidar\)/],
  [
    'data of another kind',
    { ...cuboids({}), tag: 'boxes' },
    /the tag is image2d, which takes image_url; sensor_data\.frames came/,
  ],
  [
    'frames for a segmentation',
    { ...cuboids({}), tag: 'points' },
    /takes sensor_data\.sensors without frames; sensor_data\.frames came/,
  ],
  ['a relative address', { data: { image_url: 'a.png' } }, /an absolute http or https address was expected/],
  [
    'a private address',
    { data: { image_url: 'http://10.0.0.1/a' } },
    /a public address was expected; the setting ALLOW_NETWORKS/,
  ],
  ['an unknown tag', { tag: 'boxs' }, /the project has no tag of this name/],
  ['a priority as text', { priority_weight: 'high' }, /integer was expected, string came/],
  ['a priority too high', { priority_weight: 11 }, /<= 10 was expected, 11 came/],
  ['a batch by its name', { batch_id: 'monday' }, /a UUID was expected/],
]

for (const [what, body, message] of EXAMPLES) {
  test(`the message of a refusal says what was expected: ${what}`, () => {
    assert.match(refuse(body).message, message)
  })
}

test('the words stay in the message: a failure on the wire is field and type', () => {
  for (const [, body] of EXAMPLES)
    for (const failure of refuse(body).failures) assert.deepEqual(Object.keys(failure).sort(), ['field', 'type'])
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
