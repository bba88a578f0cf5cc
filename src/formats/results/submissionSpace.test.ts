import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spaceAt } from '../../model/document/interpolate.ts'
import { accepted, attribute, FRAME_IDS, jobFor, refusedResult, SENSORS, tagClass } from './testJobs.ts'

const points = [
  { x: 1.5, y: 2, z: 0 },
  { x: 9, y: 2.25, z: 0.125 },
]
const lane = { type: 'polyline3d', track_id: 'lane', frame_id: 'frame001', label: 'person', points }
const pole = {
  type: 'keypoint3d',
  track_id: 'pole',
  frame_id: 'frame001',
  label: 'person',
  points: [{ x: 4, y: 5, z: 6, name: 'top', visible: false }],
}
const cuboid = {
  type: 'cuboid',
  track_id: 'lane',
  frame_id: 'frame001',
  label: 'person',
  position: { x: 1, y: 2, z: 3 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 2, height: 1.5 },
}
const of = (...annotations: unknown[]) => ({ annotation_data: { annotations } })
const A0 = 'data.annotation_data.annotations[0]'
const A1 = 'data.annotation_data.annotations[1]'

for (const operation of ['cuboid3d', 'cuboid3d_linked2d'] as const) {
  const job = jobFor(operation)

  test(`${operation}: polylines and key points keep their numbers, names and visibility`, () => {
    const { document } = accepted(job, of(lane, pole))
    const [line, points3d] = ['lane', 'pole'].map((id) => spaceAt(document.tracks.get(id)!, 0)!)
    assert.deepEqual(line.shape, { type: 'polyline3d', points })
    assert.deepEqual(points3d.shape, { type: 'keypoint3d', points: pole.points })
    assert.deepEqual([line.source, line.keyFrame], ['machine', true])
    assert.deepEqual(
      FRAME_IDS.map((_, frame) => spaceAt(document.tracks.get('lane')!, frame) !== null),
      [true, false, false, false],
    )
  })

  test(`${operation}: faults of points come with their place, all at once`, () => {
    const wrong = {
      ...lane,
      sensor_id: 'cam-1',
      points: [{ x: JSON.parse('1e999'), y: '2' }, 7, { x: 1, y: 2, z: 3, name: '', visible: 1 }],
    }
    const short = { ...lane, track_id: 'short', points: points.slice(1) }
    const none = { ...pole, points: [] }
    assert.deepEqual(refusedResult(job, of(wrong, short, none, { ...pole, track_id: 'p2', points: undefined })), [
      `${A0}.sensor_id NOT_ALLOWED`,
      `${A0}.points[0].x INVALID_VALUE`,
      `${A0}.points[0].y INVALID_TYPE`,
      `${A0}.points[0].z MISSING`,
      `${A0}.points[1] INVALID_TYPE`,
      `${A0}.points[2].name INVALID_VALUE`,
      `${A0}.points[2].visible INVALID_TYPE`,
      `${A1}.points INVALID_VALUE`,
      'data.annotation_data.annotations[2].points INVALID_VALUE',
      'data.annotation_data.annotations[3].points MISSING',
    ])
  })

  test(`${operation}: a track is once in a frame, and a box or points in all of them`, () => {
    assert.deepEqual(refusedResult(job, of(lane, lane)), [`${A1}.track_id DUPLICATE`])
    assert.deepEqual(refusedResult(job, of(lane, cuboid)), [`${A1}.track_id DUPLICATE`])
    const later = { ...cuboid, frame_id: FRAME_IDS[1] }
    assert.deepEqual(refusedResult(job, of(lane, later)), [`${A1}.type INVALID_VALUE`])
    assert.deepEqual(refusedResult(job, of(later, lane)), [`${A1}.type INVALID_VALUE`])
  })

  test(`${operation}: a stationary track has the same points in every frame`, () => {
    const tracks = [{ track_id: 'lane', stationary: true }]
    const again = { ...lane, frame_id: FRAME_IDS[2] }
    const { document } = accepted(job, { annotation_data: { tracks, annotations: [lane, again] } })
    assert.equal(document.tracks.get('lane')?.stationary, true)
    const moved = { ...again, points: [points[0], { ...points[1], x: 9.5 }] }
    assert.deepEqual(refusedResult(job, { annotation_data: { tracks, annotations: [lane, moved] } }), [
      'data.annotation_data.tracks[0].stationary INVALID_VALUE',
    ])
  })
}

test('a class decides which geometries mark it, and attributes are required as for boxes', () => {
  const painted = attribute({ name: 'painted', per: 'object', type: 'boolean', required: true })
  const classes = [tagClass('person', { geometries: ['polyline3d'], attributes: [painted] })]
  const job = jobFor('cuboid3d', { tag: { classes } })
  assert.deepEqual(refusedResult(job, of(pole)), [`${A0}.type NOT_ALLOWED`, `${A0}.attributes.painted MISSING`])
  const { document } = accepted(job, of({ ...lane, attributes: { painted: { value: true } } }))
  assert.deepEqual([...document.tracks.get('lane')!.attributes], [['painted', true]])
})

test('points in space are of no image, and of no lidar that is not annotated', () => {
  assert.ok(refusedResult(jobFor('video2d'), of({ ...lane, frames: {} })).includes(`${A0}.type INVALID_VALUE`))
  const sensors = SENSORS.map((sensor) => ({ ...sensor, state: 'non_editable' as const }))
  assert.deepEqual(refusedResult(jobFor('cuboid3d', { sensors }), of(lane)), [`${A0}.sensor_id NOT_ALLOWED`])
})
