import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AnnotationType } from '../../model/annotationType.ts'
import type { Attribute } from '../../model/attribute.ts'
import { type AnnotatedDocument, emptyDocument, IMAGE_VIEW, type Track } from '../../model/document/document.ts'
import { applyEdits } from '../../model/document/operations/operations.ts'
import { attributeOperations, commonValue, valuesAt } from './attributeEdits.ts'

const attribute = (per: Attribute['per']): Attribute => ({
  name: 'speed',
  type: 'number',
  options: [],
  required: false,
  default: null,
  per,
})

function documentOf(annotationType: AnnotationType): AnnotatedDocument {
  const path = { keys: [], attributes: new Map(), follows: false }
  const track: Track = {
    id: 't',
    entryId: null,
    classId: 'c',
    stationary: false,
    attributes: new Map(),
    cuboid: null,
    views: new Map([[IMAGE_VIEW, path]]),
  }
  return { ...emptyDocument(annotationType, 10), tracks: new Map([['t', track]]) }
}

it('a value that is per frame holds from its frame on and makes no keyframe', () => {
  const before = documentOf('video2d')
  const after = applyEdits(before, attributeOperations(before, ['t'], attribute('frame'), 5, 3))
  const track = after.tracks.get('t')!
  assert.equal(valuesAt(track, 2).get('speed'), undefined)
  assert.equal(valuesAt(track, 3).get('speed'), 5)
  assert.equal(valuesAt(track, 9).get('speed'), 5)
  assert.deepEqual(track.views.get(IMAGE_VIEW)?.keys, [])
  const ended = applyEdits(after, attributeOperations(after, ['t'], attribute('frame'), null, 6))
  assert.equal(valuesAt(ended.tracks.get('t')!, 6).get('speed'), undefined)
  assert.equal(valuesAt(ended.tracks.get('t')!, 5).get('speed'), 5)
})

it('in an image both kinds stand on the object, as its one record has them', () => {
  const before = documentOf('image2d')
  const after = applyEdits(before, attributeOperations(before, ['t'], attribute('frame'), 5, 0))
  assert.equal(after.tracks.get('t')?.attributes.get('speed'), 5)
})

it('several objects show a value only where they agree', () => {
  assert.deepEqual(commonValue([new Map([['a', 1]]), new Map([['a', 1]])], 'a'), { value: 1, differs: false })
  assert.deepEqual(commonValue([new Map([['a', 1]]), new Map()], 'a'), { differs: true })
  assert.deepEqual(commonValue([new Map(), new Map()], 'a'), { value: undefined, differs: false })
})
