import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { Desk, SAMPLE_CLASS, samplePayload } from '../../../../test/web/desk/desk.ts'
import type { LegendEntry } from '../../../model/document/document.ts'
import type { Edit } from '../../../model/document/operations/documentOperation.ts'
import { forEachRun, labelRunsOf } from '../../../model/document/operations/labelRuns.ts'
import { MemoryCommandStore } from '../../document/commandStore.ts'
import { openSession } from '../../document/openSession.ts'
import { LabelSlots, MOST_LABELS, TooManyLabels } from './labelSlots.ts'
import { LabelStore } from './labelStore.ts'
import { ERASING, labellingLook, OFFERED } from './previewLook.ts'

const POINTS = 40
const ROAD = { ...SAMPLE_CLASS, classId: 'road', name: 'road', color: 'rgb(0, 10, 20)', instantiable: false }

async function opened(labels = new Uint32Array(POINTS)) {
  const desk = new Desk('segmentation3d', 1)
  const session = await openSession({
    job: samplePayload(desk.server.document, desk.server.version, 'annotate', [SAMPLE_CLASS, ROAD]),
    labels,
    store: new MemoryCommandStore(),
    server: desk.server,
    clock: desk.clock,
    newId: () => 'id',
    key: 'k',
  })
  return { session, labels, store: new LabelStore(session) }
}

const putEntry = (labelKey: number, change: Partial<LegendEntry> = {}): Edit => ({
  type: 'putLegendEntry',
  entry: { id: `e${labelKey}`, labelKey, classId: 'car', instance: labelKey, color: null, ...change },
  index: null,
})
const paint = (indices: readonly number[], labelKey: number): Edit => ({
  type: 'setLabels',
  runs: labelRunsOf(indices, labelKey),
})
const colorOf = (store: LabelStore, point: number) => {
  const texels = store.marks.palette.image.data as Uint8Array
  const slot = store.slots[point]
  return [...texels.subarray(4 * slot, 4 * slot + 4)]
}

test('points wear the colour of their label: painted, undone, redone, and when the class is another', async () => {
  const { session, store } = await opened()
  session.execute('edit.move', [putEntry(7), paint([3, 4, 9], 7)])
  assert.deepEqual(colorOf(store, 4), [255, 0, 0, 255])
  session.undo()
  assert.equal(store.slots[4], 0)
  assert.equal(colorOf(store, 4)[3], 1, 'unlabelled points keep the colour of the view')
  session.redo()
  const before = store.slots.slice()
  const slotsVersion = store.marks.slots.version
  session.execute('edit.move', [putEntry(7, { classId: 'road', instance: null })])
  assert.deepEqual(colorOf(store, 4), [0, 10, 20, 255])
  session.execute('edit.move', [putEntry(7, { color: 'rgb(9, 8, 7)' })])
  assert.deepEqual(colorOf(store, 4), [9, 8, 7, 255])
  assert.deepEqual(store.slots, before)
  assert.equal(store.marks.slots.version, slotsVersion, 'no points are sent again')
})

test('hidden entries change the palette only; all else stays unchanged', async () => {
  const { session, store } = await opened()
  session.execute('edit.move', [putEntry(1), putEntry(2), paint([0, 1], 1), paint([2, 3], 2)])
  const slotsVersion = store.marks.slots.version
  store.setHidden((entry) => entry?.labelKey === 1)
  assert.equal(colorOf(store, 0)[3], 0)
  assert.equal(colorOf(store, 2)[3], 255)
  assert.equal(colorOf(store, 20)[3], 1)
  store.setHidden((entry) => entry === null)
  assert.equal(colorOf(store, 20)[3], 0)
  assert.equal(store.marks.slots.version, slotsVersion)
})

test('slots, counts and notifications follow every change, and missing points do not count', async () => {
  const step = fc.oneof(
    fc.record({ points: fc.uniqueArray(fc.nat(POINTS - 1)), labelKey: fc.nat(5) }),
    fc.constantFrom('undo' as const, 'redo' as const),
  )
  const first = fc.array(fc.nat(3), { minLength: POINTS, maxLength: POINTS })
  await fc.assert(
    fc.asyncProperty(
      first,
      fc.array(step, { maxLength: 12 }),
      fc.uniqueArray(fc.nat(POINTS - 1)),
      async (start, steps, missing) => {
        const { session, labels, store } = await opened(Uint32Array.from(start))
        const positions = new Float32Array(3 * POINTS)
        for (const index of missing) positions[3 * index + 1] = Number.NaN
        store.setPositions(positions)
        const mirror = store.slots.slice()
        store.onSlots((runs, slotOf) => {
          forEachRun(runs, (from, length, labelKey) => {
            mirror.fill(slotOf.get(labelKey)!, from, from + length)
          })
        })
        for (const one of steps) {
          if (one === 'undo') session.undo()
          else if (one === 'redo') session.redo()
          else
            session.execute('edit.move', [
              paint(
                one.points.toSorted((a, b) => a - b),
                one.labelKey,
              ),
            ])
          assert.deepEqual(mirror, store.slots)
          for (let labelKey = 0; labelKey <= 5; labelKey++) {
            const count = labels.filter((label, i) => label === labelKey && !missing.includes(i)).length
            assert.equal(store.countOf(labelKey), count)
          }
          assert.equal(store.unlabelledCount, store.countOf(0))
          const slotsOf = new Map(Array.from(labels, (label, i) => [label, store.slots[i]] as const))
          assert.equal(new Set(slotsOf.values()).size, slotsOf.size, 'each label has its own slot')
          assert.ok(labels.every((label, i) => store.slots[i] === slotsOf.get(label)))
        }
        store.dispose()
      },
    ),
    { numRuns: 60 },
  )
})

test('labels without an entry are shown in grey, however many they are', async () => {
  const { session, store } = await opened()
  for (let i = 0; i < POINTS; i++) session.execute('edit.move', [paint([i], 5000 + i)])
  assert.deepEqual(colorOf(store, 3), [128, 128, 128, 255])
  const many = await opened(Uint32Array.from({ length: 700 }, (_, i) => 10 * i))
  assert.deepEqual(colorOf(many.store, 699), [128, 128, 128, 255])
  assert.equal(many.store.marks.palette.image.height, 4)
  many.session.execute('edit.move', [putEntry(6990)])
  assert.deepEqual(colorOf(many.store, 699), [255, 0, 0, 255])
})

test('a preview stands out until the next one, over what is offered, and touches no label', async () => {
  const { session, store } = await opened()
  const shown = () => [...(store.marks.preview.array as Uint8Array).entries()].flatMap(([i, on]) => (on ? [i] : []))
  const worn = () => {
    const { color, scale } = store.marks.previewLook
    return { color: color.toArray(), scale }
  }
  store.setPreview(Uint32Array.of(1, 5, 6), ERASING)
  assert.deepEqual(shown(), [1, 5, 6])
  assert.deepEqual(worn(), ERASING)
  store.setPreview(Uint32Array.of(5, 30), OFFERED)
  assert.deepEqual(shown(), [5, 30])
  store.offer(Uint32Array.of(7, 8))
  assert.deepEqual(shown(), [5, 30], 'the stroke comes first')
  store.endPreview()
  assert.deepEqual(shown(), [7, 8])
  assert.deepEqual(worn(), OFFERED)
  store.offer(new Uint32Array())
  assert.deepEqual(shown(), [])
  assert.ok(session.labels?.every((label) => label === 0))
})

test('a preview counts its points, and how many of them already have a label', async () => {
  const { session, store } = await opened()
  session.execute('edit.move', [putEntry(7), paint([3, 4, 9], 7)])
  store.setPreview(Uint32Array.of(1, 4, 9), labellingLook('rgb(1, 2, 3)'))
  assert.deepEqual(store.previewCounts, { points: 3, labelled: 2 })
  store.endPreview()
  assert.deepEqual(store.previewCounts, { points: 0, labelled: 0 })
})

test('erasing looks like labelling with no class, whatever its colour', () => {
  for (const color of ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgb(255, 90, 90)']) {
    const look = labellingLook(color)
    assert.ok(look.scale > 1 && ERASING.scale < 1)
    assert.ok(look.color.every((channel) => channel >= 0.3 && channel <= 1))
  }
})

test('more labels than can be distinguished are refused with a plain sentence; later ones share a slot', () => {
  const slots = new LabelSlots()
  for (let key = 1; key <= MOST_LABELS; key++) slots.slotOf(key)
  assert.equal(slots.slotOf(77), 77)
  assert.throws(() => slots.slotOf(MOST_LABELS + 1), TooManyLabels)
  const shared = slots.slotOrShared(MOST_LABELS + 1)
  assert.equal(slots.slotOrShared(MOST_LABELS + 2), shared)
  assert.ok(shared < 2 ** 16 && slots.size === shared + 1)
  const entry: LegendEntry = { id: 'e', labelKey: MOST_LABELS + 2, classId: 'car', instance: 1, color: null }
  slots.setLegend([{ ...entry, labelKey: 5 }, entry])
  assert.equal(slots.entries[slots.slotOrShared(5)]?.labelKey, 5)
  assert.equal(slots.entries[shared], null)
})
