import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDocument, type LegendEntry } from '../document/document.ts'
import type { Tag, TagClass } from '../tag.ts'
import { checkLabels } from './labels.ts'

const tagClass = (name: string, instantiable: boolean): TagClass => ({
  classId: name,
  name,
  color: 'rgb(1, 2, 3)',
  instantiable,
  geometries: null,
  defaultSize: null,
  attributes: [],
  archived: false,
})
const tag: Tag = {
  name: 't',
  annotationType: 'segmentation3d',
  attributes: [],
  review: null,
  instructions: null,
  classes: [tagClass('road', false), tagClass('car', true), tagClass('pole', false)],
}
const entry = (id: string, labelKey: number, classId: string, instance: number | null): LegendEntry => ({
  id,
  labelKey,
  classId,
  instance,
  color: null,
})
const legend = [entry('r', 1, 'road', null), entry('c1', 2, 'car', 1), entry('c2', 3, 'car', 2)]
const check = (counts: [number, number][]) =>
  checkLabels({ ...emptyDocument('segmentation3d', 1), legend }, tag, new Map(counts)).map(
    ({ code, where, message }) => [code, where, message],
  )

test('points without a label, instances without points and classes without any are reported', () => {
  const counts: [number, number][] = [
    [0, 1234],
    [1, 5],
    [2, 7],
  ]
  assert.deepEqual(check(counts), [
    ['UNLABELLED_POINTS', {}, '1,234 points are not labelled'],
    ['EMPTY_INSTANCE', { legendEntryId: 'c2' }, 'car#2 has no points'],
    ['EMPTY_CLASS', {}, 'no point is labelled pole'],
  ])
})

test('where nothing is labelled yet only that is reported', () => {
  const found = checkLabels(emptyDocument('segmentation3d', 1), tag, new Map([[0, 1]]))
  assert.deepEqual(
    found.map(({ message }) => message),
    ['1 point is not labelled'],
  )
})
