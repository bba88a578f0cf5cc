import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnnotationType } from '../../model/annotationType.ts'
import type { TagRelation } from '../../model/relation.ts'
import { assembleResult } from './assemble.ts'
import { documentFromResult } from './documentFromResult.ts'
import { accepted, CAR, corners, countingIds, jobFor, PERSON, refusedResult } from './testJobs.ts'

const DRIVES: TagRelation = { name: 'drives', from: ['person'], to: ['car'], max: 1 }
const related = (annotationType: AnnotationType, ...relations: TagRelation[]) =>
  jobFor(annotationType, { tag: { classes: [{ ...CAR, attributes: [] }, PERSON], attributes: [], relations } })

const coordinates = corners(0.1, 0.1, 0.4, 0.4)
const cuboid = {
  type: 'cuboid',
  frame_id: 'frame001',
  position: { x: 1, y: 2, z: 0 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 2, height: 1.5 },
}

/** Two objects of each kind of job, the person related to the car. */
const DATA: Partial<Record<AnnotationType, (relations?: unknown) => object>> = {
  image2d: (relations) => ({
    annotations: {
      rectangles: [
        { _id: 'p', label: 'person', coordinates, relations },
        { _id: 'c', label: 'car', coordinates },
      ],
    },
  }),
  video2d: (relations) => ({
    annotation_data: {
      annotations: [
        { track_id: 'p', type: 'rectangle', label: 'person', frames: { frame001: { coordinates } }, relations },
        { track_id: 'c', type: 'rectangle', label: 'car', frames: { frame001: { coordinates } } },
      ],
    },
  }),
  cuboid3d: (relations) => ({
    annotation_data: {
      tracks: [{ track_id: 'p', relations }],
      annotations: [
        { ...cuboid, track_id: 'p', label: 'person' },
        { ...cuboid, track_id: 'c', label: 'car' },
      ],
    },
  }),
}
DATA.cuboid3d_linked2d = DATA.cuboid3d

const assembled = (job: ReturnType<typeof related>, data: object) => {
  const { document } = accepted(job, data)
  const computed = { pointCount: () => 0, projected: () => null, labelledCloud: null }
  const recordId = (...parts: unknown[]) => parts.join('/')
  return JSON.stringify(assembleResult({ document, job, computed, resultVersion: 1, recordId }))
}

const relationsOf = (text: string): unknown[] => {
  const found: unknown[] = []
  JSON.parse(text, (key, value) => {
    if (key === 'relations') found.push(value)
    return value
  })
  return found
}

for (const [annotationType, dataOf] of Object.entries(DATA) as [AnnotationType, (relations?: unknown) => object][]) {
  const job = related(annotationType, DRIVES)
  const made = [{ name: 'drives', to: 'c' }]
  const wrong = (relations: unknown) =>
    refusedResult(job, dataOf(relations)).map((one) => one.replace(/^.*relations/, ''))

  test(`${annotationType}: relations that are handed in are delivered, and come back from the result`, () => {
    const text = assembled(job, dataOf(made))
    assert.deepEqual(relationsOf(text), [made, []])
    const again = documentFromResult(job, JSON.parse(text).data, countingIds()).document
    assert.deepEqual(again.tracks.get('p')?.relations, made)
  })

  test(`${annotationType}: a tag without relations delivers what it delivered before`, () => {
    const plain = related(annotationType)
    const { relations: _, ...tag } = plain.tag
    const text = assembled({ ...plain, tag }, dataOf(made))
    assert.equal(text, assembled({ ...plain, tag }, dataOf()))
    assert.ok(!text.includes('relations'))
  })

  test(`${annotationType}: relations that do not fit are refused by their path`, () => {
    assert.deepEqual(wrong('drives'), [' INVALID_TYPE'])
    assert.deepEqual(wrong([{ name: 'drives' }]), ['[0].to MISSING'])
    assert.deepEqual(wrong([{ name: 'drives', to: 'nothing' }]), ['[0].to UNKNOWN'])
    assert.deepEqual(wrong([{ name: 'drives', to: 'p' }]), ['[0].to UNKNOWN'])
    assert.deepEqual(wrong([{ name: 'pulls', to: 'c' }]), ['[0] NOT_ALLOWED'])
    assert.deepEqual(wrong([...made, ...made]), [' DUPLICATE'])
  })

  test(`${annotationType}: an earlier result keeps the relations that the tag still knows`, () => {
    const text = assembled(job, dataOf(made))
    const later = related(annotationType, { ...DRIVES, name: 'owns' })
    const { document } = documentFromResult(later, JSON.parse(text).data, countingIds())
    assert.equal(document.tracks.get('p')?.relations, undefined)
  })
}

test('relations of one frame are refused: they are of the object', () => {
  const job = related('video2d', DRIVES)
  const frames = { frame001: { coordinates, relations: [] } }
  const annotations = [{ track_id: 'p', type: 'rectangle', label: 'person', frames }]
  assert.deepEqual(refusedResult(job, { annotation_data: { annotations } }), [
    'data.annotation_data.annotations[0].frames.frame001.relations NOT_ALLOWED',
  ])
})

test('more relations of a name than the tag allows are refused', () => {
  const cars = ['c', 'd'].map((id) => ({ _id: id, label: 'car', coordinates }))
  const relations = cars.map(({ _id }) => ({ name: 'drives', to: _id }))
  const rectangles = [{ label: 'person', coordinates, relations }, ...cars]
  assert.deepEqual(refusedResult(related('image2d', DRIVES), { annotations: { rectangles } }), [
    'data.annotations.rectangles[0].relations[1] OUT_OF_RANGE',
  ])
})
