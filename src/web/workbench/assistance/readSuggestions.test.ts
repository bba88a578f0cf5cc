import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { FakeServer, HandClock } from '../../../../test/web/desk/desk.ts'
import { streetPayload } from '../../../../test/web/streetPayload.ts'
import type { ShownSuggestion } from '../../../contract/assistants.ts'
import { acceptedTracks } from '../../../formats/assistants/suggestedTracks.ts'
import { encodeDocument } from '../../../formats/document/documentFile.ts'
import { contextOfPayload } from '../../../formats/workbench/contextOfPayload.ts'
import { identityPose } from '../../../geometry/pose.ts'
import { emptyDocument } from '../../../model/document/document.ts'
import { editsToAdd } from '../../../model/document/edits/addTracks.ts'
import { cuboidAt } from '../../../model/document/interpolate.ts'
import type { TagRelation } from '../../../model/relation.ts'
import { MemoryCommandStore } from '../../document/commandStore.ts'
import { openSession } from '../../document/openSession.ts'
import { readSuggestions } from './readSuggestions.ts'

const FRAMES = 8

/** An open drive of eight frames, and the service that keeps it. */
async function openDrive(relations: readonly TagRelation[] = []) {
  const server = new FakeServer(emptyDocument('cuboid3d', FRAMES))
  const frames = Array.from({ length: FRAMES }, (_, frame) => ({
    frameId: `f${frame}`,
    timestampNs: null,
    commonFromEgo: null,
    sensors: [{ sensorId: 'lidar', commonFromSensor: identityPose, image: null, cloud: null }],
  }))
  const lidar = { id: 'lidar', name: 'lidar', modality: 'lidar', primaryView: true } as const
  const payload = streetPayload('cuboid3d', server.document, 'annotate', {
    kind: 'frames',
    frames,
    pointCloudFrame: 'common',
    hasEgoPose: false,
    sensors: [{ ...lidar, intrinsics: null, state: 'editable' }],
  })
  const job = { ...payload, tag: { ...payload.tag, ...(relations.length > 0 && { relations }) } }
  const clock = new HandClock()
  let ids = 0
  const newId = () => `id-${++ids}`
  const session = await openSession({ job, server, clock, newId, store: new MemoryCommandStore(), key: 'me/j1' })
  return { session, server, clock }
}

interface Place {
  track: string
  frame: number
  length: number
}

const rowsOf = (places: readonly Place[]): ShownSuggestion[] =>
  places.map(({ track, frame, length }, i) => ({
    suggestion_id: `s${i}`,
    assistant: 'tracker',
    verb: 'track',
    score: null,
    state: 'open',
    created_at: '',
    record: {
      _id: `r${i}`,
      type: 'cuboid',
      track_id: track,
      frame_id: `f${frame}`,
      label: 'car',
      source: 'machine',
      position: { x: frame, y: 0, z: 0 },
      heading: { w: 1, x: 0, y: 0, z: 0 },
      dimensions: { length, width: 2, height: 1.5 },
    },
  }))

const framesOf = ({ document }: { document: ReturnType<typeof emptyDocument> }, id: string) =>
  Array.from({ length: FRAMES }, (_, frame) => frame).filter((frame) => {
    const track = document.tracks.get(id)
    return track && cuboidAt(track, frame)
  })

test('all suggestions of a drive are accepted at once: each object is in every frame in which it was suggested', async () => {
  const { session, server, clock } = await openDrive()
  const places = ['car-1', 'car-2'].flatMap((track) => [0, 1, 2, 5].map((frame) => ({ track, frame, length: 4 })))
  const all = readSuggestions(session, rowsOf(places))
  assert.equal(all.length, 8)
  session.execute('edit.acceptSuggestions', all[0].editsOf(all))
  assert.deepEqual(framesOf(session, 'car-1'), [0, 1, 2, 5])
  assert.deepEqual(framesOf(session, 'car-2'), [0, 1, 2, 5])
  await session.flush()
  await clock.pass(1000)
  assert.equal(encodeDocument(server.document), encodeDocument(session.document))
  session.undo()
  assert.equal(session.document.tracks.size, 0)
})

test('suggestions of one object that are accepted one after another keep their own sizes and frames', async () => {
  const { session } = await openDrive()
  const rows = rowsOf([0, 3].map((frame) => ({ track: 'car-1', frame, length: 4 + frame / 10 })))
  for (const one of readSuggestions(session, rows)) session.execute('edit.acceptSuggestions', one.editsOf([one]))
  assert.deepEqual(framesOf(session, 'car-1'), [0, 3], 'it does not stand on after the last one')
  const car = session.document.tracks.get('car-1')!
  assert.deepEqual(
    [0, 3].map((frame) => cuboidAt(car, frame)!.shape.dimensions.length),
    [4, 4.3],
  )
})

test('an object that is related to another one is suggested, and related to it where both are accepted together', async () => {
  const { session } = await openDrive([{ name: 'follows', from: ['car'], to: ['car'] }])
  const rows = rowsOf(['car-1', 'car-2'].map((track) => ({ track, frame: 0, length: 4 }))).map((row, i) => ({
    ...row,
    ...(i === 0 && { track: { track_id: 'car-1', label: 'car', relations: [{ name: 'follows', to: 'car-2' }] } }),
  }))
  const all = readSuggestions(session, rows)
  assert.equal(all.length, 2)
  const relations = () => session.document.tracks.get('car-1')?.relations
  session.execute('edit.acceptSuggestions', all[0].editsOf(all))
  assert.deepEqual(relations(), [{ name: 'follows', to: 'car-2' }])
  session.undo()
  session.execute('edit.acceptSuggestions', all[0].editsOf([all[0]]))
  assert.equal(session.document.tracks.size, 1)
  assert.equal(relations(), undefined)
})

test('where two of them are about one frame the first is taken, and no other frame is lost', async () => {
  const { session } = await openDrive()
  const rows = rowsOf([
    { track: 'car-1', frame: 0, length: 4 },
    { track: 'car-1', frame: 1, length: 4 },
    { track: 'car-1', frame: 0, length: 5 },
  ])
  const all = readSuggestions(session, rows)
  session.execute('edit.acceptSuggestions', all[0].editsOf(all))
  assert.deepEqual(framesOf(session, 'car-1'), [0, 1])
  const car = session.document.tracks.get('car-1')
  assert.equal(car && cuboidAt(car, 0)?.shape.dimensions.length, 4)
})

const place = fc.record({
  track: fc.constantFrom('car-1', 'car-2', 'car-3'),
  frame: fc.nat(FRAMES - 1),
  length: fc.constantFrom(4, 4.2),
})

test("whichever suggestions are accepted, and in whichever parts, the service has nothing to add to the page's work", async () => {
  const parts = fc.array(fc.array(place, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(parts, async (accepted) => {
      const { session } = await openDrive()
      const job = contextOfPayload(session.job)
      for (const places of accepted) {
        const rows = rowsOf(places)
        const taken = readSuggestions(session, rows)
        if (taken.length === 0) continue
        session.execute('edit.acceptSuggestions', taken[0].editsOf(taken))
        // The service reads the same rows once more, on the document that the page has saved.
        const tracks = acceptedTracks(
          job,
          rows.filter(({ suggestion_id }) => taken.some(({ id }) => id === suggestion_id)),
          () => 'new',
        )
        assert.deepEqual(editsToAdd(session.document, tracks), [])
      }
    }),
    { numRuns: 60 },
  )
})
