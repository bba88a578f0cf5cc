import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMAGE_VIEW } from '../../model/document/document.ts'
import { cuboidAt, flatAt } from '../../model/document/interpolate.ts'
import { accepted, attribute, corners, FRAME_IDS, jobFor, refusedResult, SENSORS, tagClass } from './testJobs.ts'

const box = { label: 'person', coordinates: corners(0.1, 0.2, 0.3, 0.4) }
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

const video = jobFor('video2d')
const cuboids = jobFor('cuboid3d')
const linking = jobFor('cuboid3d_linked2d')

const ofVideo = (...annotations: unknown[]) => ({ annotation_data: { annotations } })
const ofBoxes = ofVideo
const A0 = 'data.annotation_data.annotations[0]'

test('nothing is interpolated: a video track exists only in the frames that were given', () => {
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
  assert.deepEqual(refusedResult(video, ofVideo(entry, { ...entry, frames: { frame001: frame } })), [
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

test('cuboids with impossible numbers are refusedResult, every fault at once', () => {
  const wrong = {
    ...cuboid,
    frame_id: 'frame9',
    sensor_id: 'radar',
    position: { x: 1, y: '2', z: JSON.parse('-1e999') },
    heading: { w: 0.9, x: 0, y: 0, z: 0 },
    dimensions: { length: 0, width: -1 },
  }
  assert.deepEqual(refusedResult(cuboids, ofBoxes(wrong)), [
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
  assert.deepEqual(refusedResult(cuboids, data), [
    'data.annotation_data.annotations[1].label INVALID_VALUE',
    'data.annotation_data.annotations[2].track_id DUPLICATE',
  ])
})

test('rectangles have no place among cuboids alone', () => {
  assert.deepEqual(refusedResult(cuboids, ofBoxes(linkedBox)), [`${A0}.type NOT_ALLOWED`])
})

test('records on a sensor that is not annotated are not allowed', () => {
  assert.deepEqual(refusedResult(linking, ofBoxes({ ...linkedBox, sensor_id: 'cam-locked' })), [
    `${A0}.sensor_id NOT_ALLOWED`,
  ])
  assert.deepEqual(refusedResult(linking, ofBoxes({ ...linkedBox, sensor_id: 'lidar' })), [
    `${A0}.sensor_id NOT_ALLOWED`,
  ])
  const locked = jobFor('cuboid3d', { sensors: SENSORS.map((s) => ({ ...s, state: 'non_editable' as const })) })
  assert.deepEqual(refusedResult(locked, ofBoxes(cuboid)), [`${A0}.sensor_id NOT_ALLOWED`])
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
  assert.deepEqual(refusedResult(linking, ofBoxes(linked)), [`${A0}.linked_id UNKNOWN`])
  assert.deepEqual(refusedResult(linking, ofBoxes({ ...linked, frame_id: '7' }, named)), [
    `${A0}.linked_id INVALID_VALUE`,
  ])
  assert.deepEqual(refusedResult(linking, ofBoxes({ ...linked, track_id: 't2' }, named)), [
    `${A0}.linked_id INVALID_VALUE`,
  ])
})

test('the list of tracks holds what is per object, and only existing tracks', () => {
  const classes = [tagClass('person', { attributes: [attribute({ name: 'role', per: 'object', required: true })] })]
  const job = jobFor('cuboid3d', { tag: { classes } })
  const role = { role: { value: 'driver' } }
  const withTracks = (...tracks: unknown[]) => ({ annotation_data: { annotations: [cuboid], tracks } })
  const { document } = accepted(job, withTracks({ track_id: 't1', attributes: role, stationary: true }))
  assert.equal(document.tracks.get('t1')?.stationary, true)
  assert.equal(document.tracks.get('t1')?.attributes.get('role'), 'driver')
  accepted(job, ofBoxes({ ...cuboid, attributes: role }))
  assert.deepEqual(refusedResult(job, ofBoxes(cuboid)), [`${A0}.attributes.role MISSING`])
  const T = 'data.annotation_data.tracks'
  assert.deepEqual(
    refusedResult(
      job,
      withTracks({ track_id: 't1', label: 'car' }, { track_id: 't1' }, { track_id: 't2' }, { track_id: 5 }),
    ),
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
  assert.deepEqual(refusedResult(cuboids, { annotation_data: { annotations: [cuboid, moved], tracks } }), [
    'data.annotation_data.tracks[0].stationary INVALID_VALUE',
  ])
})
