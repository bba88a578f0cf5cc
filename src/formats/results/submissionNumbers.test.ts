import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, corners, jobFor, refusedResult } from './testJobs.ts'

const box = { label: 'person', coordinates: corners(0.1, 0.2, 0.3, 0.4) }
const image = (...rectangles: object[]) => ({ annotations: { rectangles } })
const numbersOf = ({ document }: ReturnType<typeof accepted>) =>
  Array.from(document.tracks.values(), ({ number }) => number)

test('given numbers are kept, and the others follow in order', () => {
  const read = accepted(jobFor('image2d'), image(box, { ...box, number: 4 }, box, { ...box, number: 2 }))
  assert.deepEqual(numbersOf(read), [5, 4, 6, 2])
  assert.deepEqual([...read.document.numbers], [['class-person', 6]])
})

test('a number stands once in its class', () => {
  const numbers = image({ ...box, number: 4 }, { ...box, number: 4 }, { ...box, label: 'car', number: 4 })
  assert.deepEqual(refusedResult(jobFor('image2d'), numbers), ['data.annotations.rectangles[1].number DUPLICATE'])
  const at = 'data.annotations.rectangles'
  assert.deepEqual(refusedResult(jobFor('image2d'), image({ ...box, number: 0 }, { ...box, number: '1' })), [
    `${at}[0].number OUT_OF_RANGE`,
    `${at}[1].number INVALID_TYPE`,
  ])
})

test('a number that is given leaves room for those that are counted on from it', () => {
  const at = 'data.annotations.rectangles'
  const [kept, next] = numbersOf(accepted(jobFor('image2d'), image({ ...box, number: 1_000_000_000 }, box)))
  assert.deepEqual([kept, next], [1_000_000_000, 1_000_000_001])
  const beyond = [1_000_000_001, 2 ** 53 - 1, 2 ** 53, 1e308, 1.5]
  assert.deepEqual(
    refusedResult(jobFor('image2d'), image(...beyond.map((number) => ({ ...box, number })))),
    beyond.map((_, i) => `${at}[${i}].number OUT_OF_RANGE`),
  )
})

test('the number of a track of a video or of cuboids belongs to the track', () => {
  const frames = { frame001: { coordinates: box.coordinates } }
  const video = { annotation_data: { annotations: [{ type: 'rectangle', label: 'person', number: 3, frames }] } }
  assert.deepEqual(numbersOf(accepted(jobFor('video2d'), video)), [3])
  const cuboid = {
    type: 'cuboid',
    frame_id: 'frame001',
    label: 'person',
    position: { x: 1, y: 2, z: 3 },
    heading: { w: 1, x: 0, y: 0, z: 0 },
    dimensions: { length: 4, width: 2, height: 1.5 },
  }
  const annotations = ['a', 'b'].map((track_id) => ({ ...cuboid, track_id }))
  const tracks = annotations.map(({ track_id }) => ({ track_id, number: 3 }))
  const boxes = (listed: object[]) => ({ annotation_data: { annotations, tracks: listed } })
  assert.deepEqual(numbersOf(accepted(jobFor('cuboid3d'), boxes([tracks[1]]))), [3, 4])
  assert.deepEqual(refusedResult(jobFor('cuboid3d'), boxes(tracks)), [
    'data.annotation_data.tracks[1].number DUPLICATE',
  ])
})
