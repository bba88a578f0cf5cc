import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../support/apiClient.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

const PYTHON = process.env.FIDUCIAL_LABEL_STUDIO_PYTHON ?? process.env.FIDUCIAL_PYTHON ?? 'python3'
const isThere = await promisify(execFile)(PYTHON, ['-c', 'import label_studio_ml.api, PIL']).then(
  () => true,
  () => false,
)
const skip = !isThere && 'needs Python with label-studio-ml, redis, rq and Pillow (FIDUCIAL_LABEL_STUDIO_PYTHON)'

interface Suggested {
  record: { label: string; type: string; coordinates: { x: number; y: number }[] }
  score: number
}
interface Run {
  status: string
  suggestions: Suggested[]
  error: object | null
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const corner = ({ record }: Suggested) => ({
  x: Number(record.coordinates[0].x.toFixed(3)),
  y: Number(record.coordinates[0].y.toFixed(3)),
})

test('a backend that Label Studio’s own library runs predicts, and answers clicks, unchanged', { skip }, async () => {
  const stage = await setStage()
  const port = await freePort()
  const backend = spawn(PYTHON, [join(import.meta.dirname, 'labelStudioBackend.py'), String(port)], { stdio: 'ignore' })
  try {
    const url = `http://127.0.0.1:${port}`
    await until(() =>
      fetch(`${url}/health`).then(
        ({ ok }) => ok || null,
        () => null,
      ),
    )
    const classes = [{ name: 'car', color: 'rgb(230, 159, 0)', geometries: ['rectangle' as const] }]
    const tenant = await Tenant.create(stage.admin, {}, { boxes: { operation: 'image2d', classes } })
    const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
    const made = await stage.admin.put<{ state: string; problem: string | null }>(tenant.path('/assistants/studio'), {
      carrier: 'label_studio',
      url,
    })
    assert.deepEqual([made.state, made.problem], ['ok', null])
    const jobId = await queuedImage(stage, tenant, 'boxes')
    await person.post(`/api/jobs/${jobId}/claim`, {})
    const ask = (verb: string, input: object) =>
      person.post<{ run_id: string; suggestions: Suggested[] }>(`/api/jobs/${jobId}/assist`, {
        assistant: 'studio',
        verb,
        input,
      })
    const { run_id: runId } = await ask('predict', {})
    const run = await until(async () => {
      const now = await person.get<Run>(`/api/jobs/${jobId}/assist/${runId}`)
      return now.status === 'queued' || now.status === 'running' ? null : now
    })
    assert.equal(run.status, 'completed', JSON.stringify(run.error))
    const [{ record, score }] = run.suggestions
    assert.deepEqual([record.label, record.type, score], ['car', 'rectangle', 0.75])
    assert.deepEqual(corner(run.suggestions[0]), { x: 0.1, y: 0.2 })
    const prompts = { points: [{ x: 0.5, y: 0.4, positive: true }] }
    const { suggestions } = await ask('segment', { label: 'car', prompts })
    assert.deepEqual(corner(suggestions[0]), { x: 0.45, y: 0.35 })
  } finally {
    backend.kill()
    await stage.clear()
  }
})
