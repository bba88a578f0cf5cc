import assert from 'node:assert/strict'
import { it } from 'node:test'
import { emptyDocument, type FlatPath, type ShapeKey, type Track } from '../../model/document/document.ts'
import { numbered } from '../../model/document/numbers.ts'
import type { Rectangle } from '../../model/document/shape.ts'
import type { Tag } from '../../model/tag.ts'
import { byClass, filteredRows, idsBetween, isAtFrame, objectRows } from './objectRows.ts'

const car = {
  classId: 'c',
  name: 'car',
  color: 'rgb(1, 2, 3)',
  instantiable: true,
  geometries: null,
  defaultSize: null,
  attributes: [],
  archived: false,
}
const tag: Tag = {
  name: 't',
  annotationType: 'video2d',
  classes: [car],
  attributes: [],
  review: null,
  instructions: null,
}

const key = (frame: number): ShapeKey<Rectangle> => ({
  kind: 'shape',
  frame,
  id: null,
  keyFrame: true,
  source: 'manual',
  hidden: false,
  linked: false,
  shape: { type: 'rectangle', left: 0, top: 0, right: 1, bottom: 1 },
})

const track = (id: string, classId: string, first: number, outAt: number | null): Track => ({
  id,
  entryId: null,
  classId,
  stationary: false,
  attributes: new Map(),
  cuboid: null,
  views: new Map([
    [
      '',
      {
        follows: false,
        attributes: new Map(),
        keys: [key(first), ...(outAt === null ? [] : [{ kind: 'out' as const, frame: outAt }])],
      },
    ],
  ]),
})

const tracks = [track('aaaa', 'c', 0, 5), track('0123456789ab', 'c', 3, null), track('gone', 'x', 9, null)]
const document = numbered({
  ...emptyDocument('video2d', 10),
  tracks: new Map(tracks.map((one) => [one.id, one])),
})
const rows = objectRows({ document, job: { tag } }, 'unknown class')

it('rows show class, number and the frames of an object', () => {
  assert.deepEqual(
    rows.map(({ number, spans }) => [number, spans]),
    [
      [1, [{ first: 0, last: 4 }]],
      [2, [{ first: 3, last: 9 }]],
      [1, [{ first: 9, last: 9 }]],
    ],
  )
  assert.equal(rows[2].className, 'unknown class')
})

it('the frames in which an object is absent from all views are in no span', () => {
  const path = (keys: FlatPath['keys']) => ({ follows: false, attributes: new Map(), keys })
  const out = (frame: number) => ({ kind: 'out' as const, frame })
  const views = new Map([
    ['left', path([key(0), out(2), key(6), out(7)])],
    ['right', path([key(2), out(3)])],
  ])
  const all = [{ ...tracks[0], views }]
  const two = { ...document, tracks: new Map(all.map((one) => [one.id, one])) }
  const [row] = objectRows({ document: two, job: { tag } }, '?')
  assert.deepEqual(row.spans, [
    { first: 0, last: 2 },
    { first: 6, last: 6 },
  ])
  assert.deepEqual([isAtFrame(row, 2), isAtFrame(row, 4), isAtFrame(row, 6)], [true, false, true])
})

it('rows name the form of the object: of its cuboid, or of its shape in a view', () => {
  const { views } = tracks[0]
  const dimensions = { length: 4, width: 2, height: 1.5 }
  const inSpace = { ...tracks[0], cuboid: { dimensions, keys: [], attributes: new Map() }, views }
  const gone = { ...tracks[0], id: 'nowhere', views: new Map() }
  const all = [tracks[1], inSpace, gone]
  const mixed = { ...document, tracks: new Map(all.map((one) => [one.id, one])) }
  assert.deepEqual(
    objectRows({ document: mixed, job: { tag } }, '?').map(({ form }) => form),
    ['rectangle', 'cuboid', null],
  )
})

it('the list can be cut down to a frame and to words', () => {
  const ids = (search: string, frame: number | null) => filteredRows(rows, search, frame).map(({ id }) => id)
  assert.deepEqual(ids('', 4), ['aaaa', '0123456789ab'])
  assert.deepEqual(ids('CAR', 5), ['0123456789ab'])
  assert.deepEqual(ids('car 2', null), ['0123456789ab'])
  assert.equal(filteredRows(rows, '', null), rows)
})

it('grouped, objects of a class stand together in the order of their numbers', () => {
  const mixed = [rows[2], rows[1], rows[0]]
  assert.deepEqual(
    byClass(mixed).map(({ className, number }) => `${className} ${number}`),
    ['car 1', 'car 2', 'unknown class 1'],
  )
})

it('an object without a value for a required attribute is marked', () => {
  const parked = { name: 'parked', type: 'boolean', per: 'object', required: true, options: [], default: null } as const
  const strict = { ...tag, classes: [{ ...car, attributes: [parked] }] }
  const marked = objectRows({ document, job: { tag: strict } }, '?')
  assert.deepEqual(
    marked.map(({ isIncomplete }) => isIncomplete),
    [true, true, false],
  )
})

it('a press with Shift takes everything between, upwards too', () => {
  assert.deepEqual(idsBetween(rows, 'gone', 'aaaa'), ['aaaa', '0123456789ab', 'gone'])
  assert.deepEqual(idsBetween(rows, 'not there', 'gone'), ['gone'])
})
