import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { imageJobRow } from '../../../test/support/imageJobRow.ts'
import { IMAGE_PROJECT } from '../../../test/support/imageProject.ts'
import { writeJobs } from '../../store/cluster/jobs/writeJobs.ts'
import { type Assistant, findAssistant, putAssistant } from '../../store/project/assistants/assistants.ts'
import { insertRun } from '../../store/project/assistants/runs.ts'
import { countCall, listAssistantSums } from '../../store/project/assistants/sums.ts'
import { insertProject } from '../../store/project/projects/projects.ts'
import { claimAssistantRun } from '../../workflow/assistants/dailyLimit.ts'
import { shownAssistant } from './shown.ts'

const KEY = Buffer.alloc(32, 1)
let database: TestDatabase
let projectId: string
before(async () => {
  database = await createTestDatabase()
  projectId = await insertProject(database.pool, KEY, IMAGE_PROJECT)
})
after(() => database.drop())

async function registered(callsPerDay: number | null): Promise<Assistant> {
  const settings = {
    verbs: null,
    tags: null,
    auto: null,
    timeoutSeconds: 30,
    maxInFlight: 4,
    callsPerDay,
    kind: null,
    map: {},
  }
  await putAssistant(database.pool, KEY, {
    projectId,
    name: 'a',
    carrier: 'http',
    url: 'https://model.example',
    version: null,
    settings,
    headers: {},
    secret: 'whsec_',
  })
  const found = await findAssistant(database.pool, projectId, 'a')
  assert.ok(found)
  return found
}

const claimed = (assistant: Assistant) =>
  claimAssistantRun(database.pool, assistant, { leaseId: randomUUID(), seconds: 60, verbs: null })

test('a limit that was lifted while a process still knew the old one puts nothing off', async () => {
  const { pool } = database
  const { rows } = await pool.query<{ id: string }>('select id from batches where project_id = $1', [projectId])
  const job = imageJobRow({ projectId, batchId: rows[0].id }, () => ({ data: {} }))
  await writeJobs(pool, [job])
  const old = await registered(1)
  const asked = { assistant: 'a', verb: 'predict' as const, input: {}, projectId, placeId: projectId, jobId: job.jobId }
  for (const version of ['1', '2']) await insertRun(pool, { ...asked, version, runId: randomUUID(), userId: null })
  await pool.query('update assistant_runs set is_auto = true')
  assert.ok(await claimed(old))
  const lifted = await registered(null)
  assert.equal(await claimed(old), null, 'by the old limit there is no call left')
  assert.ok(await claimed(lifted), 'and yet the run goes on at once')
})

test('how long calls take is known to a fifth', async () => {
  const { pool } = database
  const assistant = await registered(null)
  const by = { projectId, assistant: 'a', version: '1' }
  for (let call = 1; call <= 20; call++)
    await countCall(pool, by, { milliseconds: call === 20 ? 9000 : 300, isError: false, suggested: 0 })
  const figures = { sums: await listAssistantSums(pool, projectId), times: [], today: new Map() }
  const { p50, p95 } = shownAssistant(assistant, figures, false).latency_ms
  for (const figure of [p50, p95]) assert.ok(figure && figure >= 300 && figure < 360, `${figure}`)
  await countCall(pool, by, { milliseconds: 9000, isError: false, suggested: 0 })
  const later = { ...figures, sums: await listAssistantSums(pool, projectId) }
  const slow = shownAssistant(assistant, later, false).latency_ms.p95
  assert.ok(slow && slow >= 9000 && slow < 10_800, `${slow}`)
})
