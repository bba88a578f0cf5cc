import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { DraftAnswer, DraftTakenAnswer } from '../../src/contract/work.ts'
import { decodeLabels } from '../../src/formats/document/labelsFile.ts'
import type { PointLabels } from '../../src/model/document/document.ts'
import type { Edit } from '../../src/model/document/operations/documentOperation.ts'
import { labelRunsOf } from '../../src/model/document/operations/labelRuns.ts'
import { type CommandStore, MemoryCommandStore } from '../../src/web/document/commandStore.ts'
import { httpDocumentServer } from '../../src/web/document/httpDocumentServer.ts'
import { openSession } from '../../src/web/document/openSession.ts'
import type { EditorSession } from '../../src/web/document/session.ts'
import { verbatim } from '../../src/web/messages/message.ts'
import { open, queuedCloud, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { HandClock } from './desk/desk.ts'

/** Labels of a cloud from the page's session to the service and back; what a page holds is thrown away in between. */

const POINTS = 400_000
let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, { name: 'street' }, { points: tagOf('segmentation3d') })
})
after(() => stage?.clear())

interface Refused {
  status: number
  code: string
  message: string
  meta: Record<string, unknown>
}

/** The session's way through a person's cookie, as the page's is. */
function serverOf(person: Person, jobId: string, sent: number[]) {
  return httpDocumentServer(jobId, {
    async post<T>(address: string, body: unknown): Promise<T> {
      sent.push(JSON.stringify(body).length)
      const { status, json } = await person.call('POST', address, body)
      const { message, code = '', meta_data: meta } = json?.error ?? {}
      if (status !== 200) throw Object.assign(new Error(message), { status, code, meta })
      return json?.data as T
    },
    async get<T>(address: string): Promise<T> {
      return (await person.call('GET', address)).json?.data as T
    },
    failureOf: (error) => {
      const { status, code, message, meta } = error as Refused
      return { status, code, meta, said: verbatim(message) }
    },
  })
}

/** A page: its session, and how large the requests were that it sent. */
async function page(person: Person, jobId: string, store: CommandStore = new MemoryCommandStore()) {
  const job = await open(person, jobId)
  const { bytes } = await person.call('GET', job.labelsUrl!)
  const sent: number[] = []
  const clock = new HandClock()
  const session = await openSession({
    job,
    labels: decodeLabels(bytes),
    store,
    clock,
    server: serverOf(person, jobId, sent),
    newId: randomUUID,
    key: 'k',
  })
  return { session, sent }
}

async function takenCloud(): Promise<{ ann: Person; jobId: string }> {
  const jobId = await queuedCloud(stage, tenant, 'points', POINTS)
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await ann.post(`/api/jobs/${jobId}/claim`)
  return { ann, jobId }
}

const paint = (indices: ArrayLike<number>, labelKey: number): Edit => ({
  type: 'setLabels',
  runs: labelRunsOf(indices, labelKey),
})
const every = (step: number, from = 0) =>
  Uint32Array.from({ length: Math.ceil((POINTS - from) / step) }, (_, i) => from + i * step)
const labelsOf = (session: EditorSession): PointLabels => session.labels!.slice()

test('strokes over hundreds of thousands of scattered points are saved; a page that dies loses none that it kept', async () => {
  const { ann, jobId } = await takenCloud()
  const store = new MemoryCommandStore()
  const first = await page(ann, jobId, store)
  first.session.execute('edit.move', [paint(every(2), 7)])
  await first.session.flush()
  assert.equal(first.session.saveState.kind, 'saved')
  first.session.execute('edit.move', [paint(every(3, 1), 8)])
  first.session.execute('edit.move', [paint(every(1), 9)])
  // Back to what was there: from one run to hundreds of thousands.
  first.session.undo()
  first.session.execute('edit.move', [paint([5, 6, 7, 399_999], 0xffffffff)])
  const expected = labelsOf(first.session)
  assert.ok(new Set(expected).size === 4)
  first.session.dispose()

  const second = await page(ann, jobId, store)
  assert.deepEqual(second.session.labels, expected)
  assert.ok(second.session.pendingCount > 0, 'the last strokes had not been sent')
  await second.session.flush()
  assert.equal(second.session.saveState.kind, 'saved')
  assert.ok(Math.max(...first.sent, ...second.sent) < 5 * 1024 * 1024, 'no request is large')
  assert.deepEqual((await page(ann, jobId)).session.labels, expected, 'another computer sees the same')
})

test('strokes on a cloud that was changed elsewhere become a draft, which can still be taken in', async () => {
  const { ann, jobId } = await takenCloud()
  const mine = await page(ann, jobId)
  await save(ann, jobId, mine.session.version, [paint([1, 2], 3)])
  mine.session.execute('edit.move', [paint(every(2), 7)])
  await mine.session.flush()
  assert.equal(mine.session.saveState.kind, 'conflict')
  assert.equal(mine.session.readOnly, true)
  const between = await page(ann, jobId)
  assert.deepEqual([...between.session.labels!.subarray(0, 4)], [0, 3, 3, 0])
  const { drafts } = await ann.get<{ drafts: DraftAnswer[] }>(`/api/jobs/${jobId}/drafts`)
  assert.equal(drafts.length, 1)
  const path = `/api/jobs/${jobId}/drafts/${drafts[0].draftId}/take`
  const taken = await ann.post<DraftTakenAnswer>(path, { baseVersion: between.session.version })
  assert.deepEqual(taken.refused, [])
  const after = await page(ann, jobId)
  assert.deepEqual([...after.session.labels!.subarray(0, 4)], [7, 3, 7, 0])
  assert.equal(after.session.labels![POINTS - 2], 7)
})
