import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { IMAGE_PROJECT } from '../../../test/support/imageProject.ts'
import { encodeDocument } from '../../formats/document/documentFile.ts'
import { EncodedEdits } from '../../formats/document/encodedDocument.ts'
import type { Attribute } from '../../model/attribute.ts'
import { emptyDocument } from '../../model/document/document.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { applyEdit } from '../../model/document/operations/operations.ts'
import { LocalFiles } from '../../store/files/localFiles.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { insertProject } from '../../store/project/projects/projects.ts'
import { putPrediction } from '../../store/project/results/submissions.ts'
import { beginWork, saveBatch } from '../../store/project/work/works.ts'
import { moveJobs } from '../../workflow/stage/moveJobs.ts'
import { DocumentWork, documentJobs } from '../threads/documentWork.ts'
import { DocumentCache } from './documentCache.ts'

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'fiducial-files-'))
const files = new LocalFiles(folder)
const userId = randomUUID()

before(async () => {
  database = await createTestDatabase()
})
after(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** What was handed to other threads. */
const handedOver: string[] = []
const threads = {
  run: async (name: keyof typeof documentJobs, order: never) => {
    handedOver.push(name)
    return structuredClone(documentJobs[name](structuredClone(order)))
  },
} as unknown as ConstructorParameters<typeof DocumentWork>[0]
const makeMemory = () => new DocumentCache(database.pool, files, new DocumentWork(threads), async () => TAG)

const TAG: { attributes: Attribute[] } = { attributes: [] }

/** A job whose lease a person has. */
async function heldJob(): Promise<Job> {
  const { pool } = database
  const projectId = await insertProject(pool, Buffer.alloc(32), IMAGE_PROJECT)
  const jobId = randomUUID()
  await pool.query(
    `insert into jobs (project_id, id, batch_id, position, reference_id, tag, operation, stage, priority_weight, frames, payload_sha256)
     select $1, $2, id, 1, 'r', 't', 'image2d', 'queued', 5, 1, '\\x' from batches where project_id = $1`,
    [projectId, jobId],
  )
  const job = (await findJob(pool, projectId, jobId))!
  await moveJobs(pool, [{ job }], 'claim', { lease: { userId, seconds: 60 } })
  return (await findJob(pool, projectId, jobId))!
}

const answer = (name: string): Edit => ({ type: 'setJobAttribute', name, value: true })

/** Saves as the process of `memory` does it. */
async function save(memory: DocumentCache, job: Job, name: string): Promise<number> {
  const { version, document } = await memory.current(job)
  const text = JSON.stringify([answer(name)])
  const batch = { projectId: job.projectId, jobId: job.jobId, userId, batchId: randomUUID(), operations: text }
  const saved = await saveBatch(database.pool, { ...batch, baseVersion: version, objects: 0 }, 60)
  const edits = new EncodedEdits(document)
  edits.apply(answer(name))
  memory.saved(job, saved.version!, edits.document(), text.length)
  return saved.version!
}

const namesIn = async (memory: DocumentCache, job: Job) => [
  ...(await memory.current(job)).document.head.jobAttributes.keys(),
]

test('two processes that take turns see what the other one saved', async () => {
  const job = await heldJob()
  await beginWork(database.pool, job)
  const [here, there] = [makeMemory(), makeMemory()]
  const names: string[] = []
  for (let i = 0; i < 7; i++) {
    names.push(`n${i}`)
    assert.equal(await save(i % 3 === 0 ? here : there, job, `n${i}`), i + 1)
    assert.deepEqual(await namesIn(here, job), names)
  }
  assert.deepEqual(await namesIn(there, job), names)
})

test('a document that was written down in between is opened whole, however far behind a process was', async () => {
  const job = await heldJob()
  await beginWork(database.pool, job)
  const [here, there] = [makeMemory(), makeMemory()]
  await save(there, job, 'first')
  const names = ['first', ...Array.from({ length: 60 }, (_, i) => `n${i}`)]
  for (const name of names.slice(1)) await save(here, job, name)
  await here.writeDown(job)
  const { rows } = await database.pool.query<{ kept: number }>(
    'select count(*)::int as kept from work_operations where job_id = $1',
    [job.jobId],
  )
  assert.ok(rows[0].kept <= 20, 'batches that the snapshot holds are gone, but for the last ones')
  assert.deepEqual(await namesIn(there, job), names)
  assert.deepEqual(await namesIn(makeMemory(), job), names)
  assert.equal(await save(there, job, 'last'), 62)
})

test('work starts from the prediction, and starts over where that was replaced before anything was saved', async () => {
  const job = await heldJob()
  const memory = makeMemory()
  const predict = async (name: string) => {
    const document = applyEdit(emptyDocument('image2d', 1), answer(name))
    const { sha256: documentSha256 } = await files.put(Buffer.from(encodeDocument(document)))
    await putPrediction(database.pool, job.projectId, job.jobId, { documentSha256, labelsSha256: null })
  }
  await predict('old')
  assert.deepEqual(await namesIn(memory, job), ['old'])
  await beginWork(database.pool, job)
  assert.deepEqual(await namesIn(memory, job), ['old'])
  await predict('new')
  await beginWork(database.pool, job)
  assert.deepEqual(await namesIn(memory, job), ['new'])
  await save(memory, job, 'mine')
  await predict('late')
  await beginWork(database.pool, job)
  assert.deepEqual(await namesIn(memory, job), ['new', 'mine'])
})
