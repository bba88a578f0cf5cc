import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnnotatedDocument, emptyDocument, IMAGE_VIEW } from './document.ts'
import { newTrack } from './newTrack.ts'
import { numbered } from './numbers.ts'
import type { Edit } from './operations/documentOperation.ts'
import { applyEdits } from './operations/operations.ts'
import { toPlainTrack } from './plainTrack.ts'

function putBox(id: string, frame = 0, index: number | null = null): Edit {
  const flat = { type: 'rectangle', left: 0, top: 0, right: 1, bottom: 1 } as const
  const tagClass = { classId: 'car', attributes: [] }
  const track = newTrack({ id, annotationType: 'video2d', tagClass, frame, shape: { sensorId: IMAGE_VIEW, flat } })
  return { type: 'putTrack', track: toPlainTrack(track), index }
}

const remove = (trackId: string): Edit => ({ type: 'removeTrack', trackId })
const setClass = (trackId: string, classId: string): Edit => ({ type: 'setClass', trackId, classId })
const made = (...edits: Edit[]) => applyEdits(emptyDocument('video2d', 4), edits)
const numbersOf = ({ tracks }: AnnotatedDocument) =>
  Object.fromEntries(Array.from(tracks.values(), ({ id, classId, number }) => [id, `${classId} ${number}`]))

test('objects are numbered within their class, in the order in which they were made', () => {
  const document = made(putBox('a'), putBox('b'), setClass('b', 'van'), putBox('c', 0, 0))
  assert.deepEqual(numbersOf(document), { c: 'car 3', a: 'car 1', b: 'van 1' })
})

test('the number of a deleted object is not given again', () => {
  assert.deepEqual(numbersOf(made(putBox('a'), putBox('b'), remove('b'), putBox('c'))), { a: 'car 1', c: 'car 3' })
})

test('an object keeps its number whatever is done to it, and gets the next one of a new class', () => {
  const document = made(putBox('a'), putBox('b'), putBox('a', 2), setClass('a', 'car'))
  assert.deepEqual(numbersOf(document), { a: 'car 1', b: 'car 2' })
  const back = applyEdits(document, [setClass('a', 'van'), setClass('a', 'car')])
  assert.deepEqual(numbersOf(back), { a: 'car 3', b: 'car 2' })
})

test('objects of a document from before they had numbers get them in its order', () => {
  const { numbers: _, ...document } = made(putBox('a'), putBox('b'), remove('a'), putBox('c'))
  const tracks = new Map(Array.from(document.tracks, ([id, { number, ...track }]) => [id, track]))
  const old = numbered({ ...document, tracks, numbers: new Map() })
  assert.deepEqual(numbersOf(old), { b: 'car 1', c: 'car 2' })
  assert.deepEqual([...old.numbers], [['car', 2]])
})

test('objects without a number come after the highest one of their class', () => {
  const document = made(putBox('a'), putBox('b'), putBox('c'))
  const tracks = new Map(
    Array.from(document.tracks, ([id, { number: _, ...track }]) => [id, id === 'b' ? { ...track, number: 7 } : track]),
  )
  const after = numbered({ ...document, tracks, numbers: new Map() })
  assert.deepEqual(numbersOf(after), { a: 'car 8', b: 'car 7', c: 'car 9' })
})
