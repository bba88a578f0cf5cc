import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk, SAMPLE_CLASS, samplePayload } from '../../../../test/web/desk/desk.ts'
import { labelRunsOf } from '../../../model/document/operations/labelRuns.ts'
import { MemoryCommandStore } from '../../document/commandStore.ts'
import { openSession } from '../../document/openSession.ts'
import { english } from '../../messages/en/english.ts'
import { makeTranslator } from '../../messages/translator.ts'
import type { LabelEdit } from '../../tools/points/labelEdits.ts'
import { LegendNumbers } from '../../tools/points/legendNumbers.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import { LabelEditor } from './labelEditor.ts'

const t = makeTranslator('en', english)

const JOB: FusionJob = {
  originM: { x: 0, y: 0, z: 0 },
  frames: [{ clouds: [], cameras: [], egoPose: null }],
  sensors: [{ id: 'lidar', name: 'lidar', modality: 'lidar', editable: true }],
  primarySensorId: 'lidar',
  hasEgoPose: false,
} as never

async function open() {
  const desk = new Desk('segmentation3d', 1)
  const session = await openSession({
    job: samplePayload(desk.server.document, desk.server.version, 'annotate', [SAMPLE_CLASS]),
    labels: new Uint32Array(10),
    store: new MemoryCommandStore(),
    server: desk.server,
    clock: desk.clock,
    newId: () => 'id',
    key: 'k',
  })
  return new LabelEditor(session, JOB, new LegendNumbers(session.labels), t)
}

/** What a stroke over some points does: a new instance with these points. */
const painted = (labelKey: number, ...points: number[]): LabelEdit => ({
  operations: [
    {
      type: 'putLegendEntry',
      entry: { id: `e${labelKey}`, labelKey, classId: SAMPLE_CLASS.classId, instance: labelKey, color: null },
      index: null,
    },
    { type: 'setLabels', runs: labelRunsOf(points, labelKey) },
  ],
  entryId: `e${labelKey}`,
})

test('the next stroke continues what a stroke has made', async () => {
  const editor = await open()
  const first = editor.intent(false)
  const second = editor.intent(false)
  editor.strokeDone(first, 'edit.labelPoints', painted(1, 2, 3))
  assert.deepEqual([...editor.selected], ['e1'])
  assert.equal(editor.targetOf(second)?.entryId, 'e1')
})

test('a stroke that ends after another selection changes neither the selection nor the next stroke', async () => {
  const editor = await open()
  editor.strokeDone(editor.intent(false), 'edit.labelPoints', painted(1, 2, 3))
  editor.select([])
  const slow = editor.intent(false)
  editor.select(['e1'])
  const next = editor.intent(false)
  editor.strokeDone(slow, 'edit.labelPoints', painted(2, 5))
  assert.equal(editor.session.labels?.[5], 2, 'its points are labelled all the same')
  assert.deepEqual([...editor.selected], ['e1'])
  assert.equal(editor.isChosen, true)
  assert.equal(editor.targetOf(next)?.entryId, 'e1')
})
