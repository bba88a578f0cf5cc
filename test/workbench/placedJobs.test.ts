import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { fileUrl } from '../../src/formats/workbench/job.ts'
import { checkCounters } from '../journey/checks.ts'
import { firstFiles } from '../large/subjects.ts'
import { until } from '../support/apiClient.ts'
import { queuedImage, queuedVideo } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
before(async () => {
  stage = await setStage()
  const tags = { boxes: tagOf('image2d'), tracks: tagOf('video2d') }
  tenant = await Tenant.create(stage.admin, { callback: { url: stage.receiver.url } }, tags)
  await stage.admin.put(tenant.path('/callback'), { events: ['PENDING', 'COMPLETED', 'FAILED'] })
})
after(() => stage.clear())

/** Of the job or the call alone. */
const OWN = /(^|_)(id|at|until|sha256|position|body|seq|sequence|cursor|token|url)$/

/** Every row that is about the job, by table, without what is its own. */
async function rowsAbout(jobId: string): Promise<string[]> {
  const { pool } = stage.database
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (column_name in ('job_id', 'subject_id') or table_name = 'jobs' and column_name = 'id')`,
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t where ${column}::text = $1`,
      [jobId],
    )
    for (const { row } of rows) {
      const shared = Object.entries(row).filter(([name]) => !OWN.test(name))
      found.push(`${table} ${JSON.stringify(shared)}`)
    }
  }
  return found.sort()
}

const delivered = (jobId: string) =>
  until(async () => stage.receiver.received.some(({ body }) => body.includes(jobId) && body.includes('PENDING')))

test('a job that is placed is, row by row, one that was submitted and validated', async () => {
  const metadata = { city: 'Jena' }
  const url = stage.files.put('/own.png', await pngOf(8, 6))
  const frames = ['0', '1'].map((frame_id) => ({ frame_id, src: url }))
  const submitted = [
    await tenant.submit({ reference_id: 'i', tag: 'boxes', data: { image_url: url }, priority_weight: 7, metadata }),
    await tenant.submit({ reference_id: 'v', tag: 'tracks', data: { video_data: { frames } } }),
  ]
  const placed = [
    await queuedImage(stage, tenant, 'boxes', { priority_weight: 7, metadata }),
    await queuedVideo(stage, tenant, 'tracks'),
  ]
  for (const [i, jobId] of placed.entries()) {
    await tenant.reached(submitted[i], 'queued')
    for (const one of [jobId, submitted[i]]) await delivered(one)
    const rows = await rowsAbout(jobId)
    assert.ok(rows.length > 4, rows.join('\n'))
    const known = (list: string[]) => list.map((row) => row.replaceAll(/"reference_id",[^\]]*|"attempts",\d+/g, ''))
    assert.deepEqual(known(rows), known(await rowsAbout(submitted[i])))
  }
  await checkCounters(tenant)
})

test('a placed job is worked on as any other: its picture is shown, and its result delivered', async () => {
  const [first, second] = await Promise.all([0, 1].map(() => queuedImage(stage, tenant, 'boxes')))
  assert.notEqual(first, second)
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await ann.post(`/api/jobs/${first}/claim`)
  const payload = await ann.get<JobPayloadAnswer>(`/api/jobs/${first}`)
  const [file] = firstFiles(payload)
  const { status, bytes } = await ann.call('GET', fileUrl(payload, file))
  assert.deepEqual([status, bytes], [200, await pngOf(8, 6)])
  await tenant.submitResult(second, ONE_BOX)
  const { annotations } = await tenant.reached(second, 'completed')
  assert.equal(annotations, 1)
})
