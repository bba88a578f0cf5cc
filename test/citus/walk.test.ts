import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { foldProgress } from '../../src/store/project/progress/progress.ts'
import { foldSums } from '../../src/store/project/quality/sums.ts'
import { filled, type Operation, readOperations } from '../api/openApi.ts'
import type { Answer } from '../support/apiClient.ts'
import { setOwnStage } from '../support/ownStage.ts'
import { Story } from './story.ts'

const skip = !process.env.FIDUCIAL_TEST_CITUS && 'npm run citus runs it on a cluster'

let divided: Story
let whole: Story
before(async () => {
  if (skip) return
  whole = await Story.tell(await setOwnStage({}, { machines: null }))
  divided = await Story.tell(await setOwnStage())
})
after(async () => {
  await divided?.end()
  await whole?.end()
})

/** They end the walk, or tell of the process and not of the project. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '/api/sign-out',
  '/api/me/password',
  '/api/people/{uid}',
  '/v1/admin_keys/rotate',
  '/v1/admin_keys/{kid}',
  '/metrics',
  '/v1/tasks',
  '/api/v1/tasks',
])
const isService = ({ path }: Operation) => /^\/(v[01]|api)\b/.test(path) && !LEFT_OUT.has(path)

async function called({ tenant, people, known }: Story, operation: Operation, body?: object): Promise<Answer> {
  const { method, path, needsSession } = operation
  const jobId = /candidates|documents/.test(path)
    ? known.shared
    : /reviews|issues/.test(path)
      ? known.reviewed
      : known.jid
  const at = /assist\b|suggestions/.test(path) ? known.assisted : jobId
  const query = operation.query.some(({ name, required }) => name === 'project_id' && required)
    ? `?project_id=${known.pid}`
    : ''
  const name = path.includes('documents') ? 'submission-1' : known.name
  const address = `${filled(path, { ...known, project: known.pid, operation: 'image2d', jid: at, name })}${query}`
  if (needsSession) return people.boss.call(method, address, body)
  return (/assist\b/.test(path) ? tenant.api : tenant.admin).call(method, address, { body })
}

const TIMED =
  /(_at|At|Ms|_ms|seconds|Seconds|_until|Until|position|bytes|size|p50|p95|token|cursor|last4|last_four|latency\w*)$/

/** Of one it may be null still. */
const NOTED_ONCE_A_MINUTE = 'last_used_at'

/** An answer without what differs between two runs: ids, times, addresses, positions. */
function shown(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => shown(one, name)).sort(byText)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [String(shown(key)), shown(member, key)]))
  if (name === NOTED_ONCE_A_MINUTE) return null
  if (TIMED.test(name) && value !== null) return typeof value
  return typeof value === 'string' ? withoutChance(value) : value
}
const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

const withoutChance = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+]00:00)/g, 'TIME')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'HASH')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/([?&](?:sig|exp|expires)=)[^&]+/g, '$1X')
    .replaceAll(/-[0-9a-f]{8}(?=@|\.zip)/g, '')

const outcome = ({ status, json, bytes }: Answer) => ({ status, body: json ? shown(json) : bytes.length > 0 })

/** Operations that the divided database answers in another way. */
async function differences(operations: readonly Operation[], body?: object): Promise<object[]> {
  const found: object[] = []
  for (const operation of operations) {
    const [one, other] = [await called(whole, operation, body), await called(divided, operation, body)]
    operation.check(other)
    try {
      assert.deepEqual(outcome(other), outcome(one))
    } catch (error) {
      found.push({
        call: `${operation.method} ${operation.path}`,
        error: error instanceof Error ? error.message : error,
      })
    }
  }
  return found
}

test('each route answers for a project of a divided database as it does on one PostgreSQL', {
  skip,
  timeout: 280_000,
}, async () => {
  const operations = (await readOperations(divided.tenant.api)).filter(isService)
  const reads = operations.filter(({ method }) => method === 'GET')
  const statuses = await Promise.all(reads.map(async (operation) => (await called(divided, operation)).status))
  const answered = statuses.filter((status) => status === 200).length
  assert.ok(answered > 100, `${answered} of ${reads.length} reads found something`)
  assert.deepEqual(await differences(reads), [])
  for (const { stage, tenant } of [whole, divided]) {
    const { pool } = stage.database
    while ((await foldProgress(pool, tenant.projectId)) > 0);
    while ((await foldSums(pool, tenant.projectId)) > 0);
  }
  assert.deepEqual(await differences(reads.filter(({ path }) => /quality|progress|details|stats/.test(path))), [])
  const removals = operations.filter(({ method }) => method === 'DELETE')
  const writes = operations.filter(({ method }) => method !== 'GET' && method !== 'DELETE')
  assert.deepEqual(await differences([...writes, ...removals], {}), [])
})
