import assert from 'node:assert/strict'
import { test } from 'node:test'
import { samplePayload } from '../../../test/web/desk/desk.ts'
import { emptyDocument, type LegendEntry } from '../../model/document/document.ts'
import { msg, verbatim } from '../messages/message.ts'
import { pinnedObject } from './pinnedObject.ts'

const empty = emptyDocument('segmentation3d', 1)
const job = samplePayload(empty, 1, 'annotate')
const CAR = job.tag.classes[0]

test('an issue names its instance by the current name, or says that it was deleted', () => {
  const entry: LegendEntry = { id: 'e', labelKey: 3, classId: CAR.classId, instance: 12, color: null }
  const of = (legend: LegendEntry[]) =>
    pinnedObject({ job, document: { ...empty, legend } }, { legendEntryId: 'e' }, '?')
  assert.deepEqual(of([entry]), verbatim(`${CAR.name}#12`))
  assert.deepEqual(of([{ ...entry, instance: null }]), verbatim(CAR.name))
  assert.deepEqual(of([]), msg('place.removedLabel'))
  assert.deepEqual(pinnedObject({ job, document: empty }, { trackId: 't' }, '?'), msg('place.removedObject'))
  assert.deepEqual(pinnedObject({ job, document: empty }, { frame: 0 }, '?'), null)
})
