import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagClass } from '../../src/formats/results/testJobs.ts'
import { openlabel } from '../../src/interchange/openlabel/manifest.ts'
import { tagOf } from './exportJob.ts'
import { imageTarget, sentParts } from './sentParts.ts'

const TAG = tagOf('video2d', { classes: [tagClass('car')] })
const BOX = { name: 'shape', val: [10, 10, 8, 6] }
const CUBOID = { name: 'shape', val: [1, 2, 3, 0, 0, 0, 1, 4, 2, 1] }

async function lostOf(inFrame: object, more: object = {}, frame: object = {}, objects: object = {}) {
  const document = {
    metadata: { schema_version: '1.0.0' },
    objects: { a: { name: 'a', type: 'car' }, ...objects },
    frames: { 0: { objects: { a: { object_data: inFrame } }, ...frame } },
    ...more,
  }
  const files = { 'drive.json': JSON.stringify({ openlabel: document }) }
  const { text, failures } = await sentParts(openlabel, TAG, files, imageTarget(['f0', 'f1']))
  assert.match(text, /"label":"car"/)
  return failures.map(({ field, lost }) => `${field}: ${lost}`)
}

test('openlabel: a box alone leaves nothing out', async () => {
  assert.deepEqual(await lostOf({ bbox: [BOX] }), [])
})

test('openlabel: further geometries of an object, and those of another kind of job, are reported', async () => {
  assert.deepEqual(await lostOf({ bbox: [BOX, { ...BOX, name: 'again' }] }), ['frames.0.objects.a.bbox: bbox'])
  assert.deepEqual(await lostOf({ bbox: [BOX], point2d: [{ name: 'p', val: [1, 2] }] }), [
    'frames.0.objects.a.point2d: point2d',
  ])
  assert.deepEqual(await lostOf({ bbox: [BOX], cuboid: [CUBOID] }), ['frames.0.objects.a.cuboid: cuboid'])
})

test('openlabel: data of kinds that are not shapes are reported', async () => {
  assert.deepEqual(await lostOf({ bbox: [BOX], mesh: [{ name: 'm' }] }), ['frames.0.objects.a.mesh: mesh'])
})

test('openlabel: actions, events, relations and tags are reported', async () => {
  assert.deepEqual(await lostOf({ bbox: [BOX] }, { relations: { r: { type: 'isPartOf' } }, tags: {} }), [
    'relations.r: relation',
  ])
  assert.deepEqual(await lostOf({ bbox: [BOX] }, {}, { actions: { w: {} } }), ['frames.0.actions: actions'])
})

test('openlabel: objects in no frame are reported', async () => {
  assert.deepEqual(await lostOf({ bbox: [BOX] }, {}, {}, { b: { name: 'b', type: 'car' } }), [
    'objects.b: object in no frame',
  ])
})
