import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, CAR, jobFor, PERSON, refusedResult } from './testJobs.ts'

const segmentation = jobFor('segmentation3d')
const legend = [
  { value: 'person', label_key: 1 },
  { text: 'car#3', label_key: 2, id: 'given', color: 'rgb(9, 8, 7)' },
]

test('a segmentation comes as a legend and one label a point', () => {
  const { document, labels } = accepted(segmentation, { legend, labels: [0, 1, 1, 2, 0, 2] })
  assert.deepEqual(labels, Uint32Array.of(0, 1, 1, 2, 0, 2))
  assert.deepEqual(document.legend, [
    { id: 'made-1', labelKey: 1, classId: PERSON.classId, instance: null, color: null },
    { id: 'given', labelKey: 2, classId: CAR.classId, instance: 3, color: 'rgb(9, 8, 7)' },
  ])
})

test('labels are whole numbers in the legend, one for each point', () => {
  assert.deepEqual(refusedResult(segmentation, { legend, labels: [0, 1, 3] }), [
    'data.labels INVALID_VALUE',
    'data.labels[2] UNKNOWN',
  ])
  assert.deepEqual(refusedResult(segmentation, { legend, labels: [1.5, '1', null, -1, 2 ** 24 + 1, 1] }), [
    'data.labels[0] INVALID_VALUE',
    'data.labels[1] INVALID_TYPE',
    'data.labels[2] INVALID_TYPE',
    'data.labels[3] OUT_OF_RANGE',
    'data.labels[4] OUT_OF_RANGE',
  ])
})

test('label 0 is unlabelled, and no class', () => {
  const zero = (value: string) => ({ legend: [{ value, label_key: 0, id: 'z' }], labels: [0, 0, 0, 0, 0, 0] })
  assert.deepEqual(accepted(segmentation, zero('void')).document.legend[0].classId, null)
  assert.deepEqual(refusedResult(segmentation, zero('person')), ['data.legend[0].value NOT_ALLOWED'])
  assert.deepEqual(refusedResult(segmentation, zero('car#1')), ['data.legend[0].value NOT_ALLOWED'])
})

test('legend entries name classes, once, with numbers for instances only', () => {
  const entries = [
    { value: 'bus', label_key: 1 },
    { value: 'person#1', label_key: 2 },
    { value: 'car', label_key: 2 },
    { value: 'car', label_key: 4, text: 'van', color: 'red' },
    { label_key: 5 },
  ]
  assert.deepEqual(refusedResult(segmentation, { legend: entries, labels: [1, 2, 4, 5, 0, 0] }), [
    'data.legend[0].value UNKNOWN',
    'data.legend[1].value NOT_ALLOWED',
    'data.legend[2].label_key DUPLICATE',
    'data.legend[3].color INVALID_VALUE',
    'data.legend[3].text INVALID_VALUE',
    'data.legend[3].value DUPLICATE',
    'data.legend[4].value MISSING',
  ])
})

test('labels may be in a separate file, but not in both places', () => {
  const url = 'https://data.example/labels.pcd'
  assert.equal(accepted(segmentation, { legend, url }).labelsUrl, url)
  assert.deepEqual(refusedResult(segmentation, { legend, url, labels: [0, 0, 0, 0, 0, 0] }), ['data.url NOT_ALLOWED'])
})
