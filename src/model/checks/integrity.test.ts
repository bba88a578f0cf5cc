import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnnotationType } from '../annotationType.ts'
import { emptyDocument, type FlatPath, type LegendEntry, type ShapeKey, type Track } from '../document/document.ts'
import type { FlatShape } from '../document/shape.ts'
import type { Tag, TagClass } from '../tag.ts'
import { checkIntegrity } from './integrity.ts'

const car: TagClass = {
  classId: 'car',
  name: 'car',
  color: 'rgb(1, 2, 3)',
  instantiable: true,
  geometries: ['rectangle', 'polygon', 'mask', 'line', 'landmark', 'ellipse', 'rotated_rectangle'],
  defaultSize: null,
  attributes: [
    { name: 'colour', type: 'select', options: ['red'], required: false, default: null, per: 'object' },
    { name: 'moving', type: 'boolean', options: [], required: false, default: null, per: 'frame' },
  ],
  archived: false,
}
const tagOf = (annotationType: AnnotationType): Tag => ({
  name: 't',
  annotationType,
  classes: [car],
  attributes: [{ name: 'weather', type: 'text', options: [], required: false, default: null, per: 'job' }],
  review: null,
  instructions: null,
})

const keyOf = (shape: FlatShape, frame = 0): ShapeKey<FlatShape> => ({
  kind: 'shape',
  frame,
  id: null,
  keyFrame: true,
  source: 'manual',
  hidden: false,
  linked: false,
  shape,
})
const BOX: FlatShape = { type: 'rectangle', left: 0, top: 0, right: 1, bottom: 1 }
const pathOf = (shape: FlatShape): FlatPath => ({ keys: [keyOf(shape)], attributes: new Map(), follows: false })
const trackOf = (more: Partial<Track>): Track => ({
  id: 'a',
  entryId: null,
  classId: 'car',
  stationary: false,
  attributes: new Map(),
  cuboid: null,
  views: new Map(),
  ...more,
})

function codes(annotationType: AnnotationType, track: Track, editable: string[] | null = null): string[] {
  const document = { ...emptyDocument(annotationType, 3), tracks: new Map([[track.id, track]]) }
  const editableSensors = editable && new Set(editable)
  return checkIntegrity({ document, tag: tagOf(annotationType), editableSensors, labelsInUse: null }).map(
    ({ code }) => code,
  )
}

test('shapes that can be delivered pass, those that cannot are errors', () => {
  const half = { x: 0.5, y: 0.5 }
  const good: FlatShape[] = [
    BOX,
    { type: 'ellipse', center: { x: 1.2, y: 0 }, radiusXPx: 5, radiusYPx: 3, rotationRad: 0 },
    { type: 'mask', widthPx: 2, heightPx: 2, counts: [1, 3] },
    { type: 'line', points: [half, half] },
  ]
  const bad: FlatShape[] = [
    { ...BOX, right: 1.01 } as FlatShape,
    { ...BOX, left: 0.9, right: 0.1 } as FlatShape,
    { type: 'mask', widthPx: 2, heightPx: 2, counts: [1, 2] },
    { type: 'line', points: [half] },
    { type: 'polygon', rings: [[half, half]] },
    { type: 'landmark', points: [] },
  ]
  const found = (shape: FlatShape) => codes('image2d', trackOf({ views: new Map([['', pathOf(shape)]]) }))
  for (const shape of good) assert.deepEqual(found(shape), [], shape.type)
  for (const shape of bad) assert.deepEqual(found(shape), ['SHAPE'], shape.type)
})

test('a shape that the class is not marked by is an error', () => {
  const cuboid: FlatShape = { type: 'cuboid', points: Array(8).fill({ x: 0.5, y: 0.5 }) }
  assert.deepEqual(codes('image2d', trackOf({ views: new Map([['', pathOf(cuboid)]]) })), ['GEOMETRY'])
})

test('cameras that are not to be annotated hold nothing', () => {
  const views = new Map([['front', pathOf(BOX)]])
  assert.deepEqual(codes('cuboid3d_linked2d', trackOf({ views }), ['front']), [])
  assert.deepEqual(codes('cuboid3d_linked2d', trackOf({ views }), ['rear']), ['SENSOR'])
})

test('empty answers, and answers to unknown questions, are errors', () => {
  const view = (name: string, value: string | boolean): FlatPath => ({
    ...pathOf(BOX),
    attributes: new Map([[name, [{ frame: 0, value }]]]),
  })
  const inVideo = (more: Partial<Track>) => codes('video2d', trackOf(more))
  assert.deepEqual(inVideo({ attributes: new Map([['colour', 'red']]) }), [])
  assert.deepEqual(inVideo({ attributes: new Map([['colour', 'mauve']]) }), ['ATTRIBUTE'])
  assert.deepEqual(inVideo({ attributes: new Map([['moving', true]]) }), ['ATTRIBUTE'])
  assert.deepEqual(inVideo({ views: new Map([['', view('moving', true)]]) }), [])
  assert.deepEqual(inVideo({ views: new Map([['', view('moving', 'yes')]]) }), ['ATTRIBUTE'])
  assert.deepEqual(codes('image2d', trackOf({ attributes: new Map([['moving', true]]) })), [])
})

test('every label in use is in the legend, and names a class', () => {
  const entry: LegendEntry = { id: 'x', labelKey: 1, classId: 'car', instance: 1, color: null }
  const found = (legend: LegendEntry[], labels: number[]) => {
    const document = { ...emptyDocument('segmentation3d', 1), legend }
    const labelsInUse = new Set(labels)
    return checkIntegrity({ document, tag: tagOf('segmentation3d'), editableSensors: null, labelsInUse }).map(
      (f) => f.code,
    )
  }
  assert.deepEqual(found([entry], [0, 1]), [])
  assert.deepEqual(found([entry], [0, 1, 2]), ['LEGEND'])
  assert.deepEqual(found([{ ...entry, classId: null }], []), ['LEGEND'])
})
