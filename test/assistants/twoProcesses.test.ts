import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Api, until } from '../support/apiClient.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { FileServer } from '../support/fileServer.ts'
import { queuedImage } from '../support/office.ts'
import { tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { takes } from '../support/time.ts'
import { Model } from './model.ts'

let cluster: Cluster
let files: FileServer
let model: Model
before(async () => {
  cluster = await startCluster({ first: 'api,worker', second: 'api' })
  files = await FileServer.start()
  model = await Model.start({})
})
after(async () => {
  await model.stop()
  await files.stop()
  await cluster.clear()
})

test('two processes call one backend of Label Studio for two tags, each with the right config', async () => {
  const { first, second } = cluster
  const car = { name: 'car', color: 'rgb(230, 159, 0)' }
  const tags = { one: tagOf('image2d'), two: { operation: 'image2d' as const, classes: [car] } }
  const tenant = await Tenant.create(new Api(first.baseUrl, first.adminKey), {}, tags)
  let schema = ''
  let asked = 0
  const crossed: string[] = []
  model.answers['/health'] = () => ({ status: 'UP' })
  model.answers['/setup'] = ({ text }) => {
    schema = JSON.parse(text).schema
    return { model_version: 'v1' }
  }
  model.answers['/predict'] = async ({ text }) => {
    const wanted: string = JSON.parse(text).label_config
    asked++
    if (schema !== wanted) crossed.push('at its start')
    await takes(200)
    if (schema !== wanted) crossed.push('before its end')
    return { results: [{ result: [] }] }
  }
  // Each assistant has one call at a time; several may stand before one backend.
  const assistants = ['first', 'second', 'third', 'fourth']
  for (const name of assistants)
    await tenant.admin.put(tenant.path(`/assistants/${name}`), { carrier: 'label_studio', url: model.url })
  const jobs = await Promise.all(
    Array.from({ length: 10 }, (_, i) => queuedImage({ files }, tenant, i & 1 ? 'one' : 'two')),
  )
  const processes = [first, second].map(({ baseUrl }) => new Api(baseUrl, tenant.key))
  const runs = await Promise.all(
    jobs.map(async (jobId, i) => {
      const path = tenant.path(`/jobs/${jobId}/assist`)
      const { run_id } = await processes[(i >> 1) % 2].post<{ run_id: string }>(path, {
        assistant: assistants[i % 4],
        verb: 'predict',
      })
      return `${path}/${run_id}`
    }),
  )
  for (const run of runs) {
    const status = await until(async () => {
      const now = await tenant.api.get<{ status: string }>(run)
      return now.status === 'queued' || now.status === 'running' ? null : now.status
    })
    assert.equal(status, 'completed')
  }
  for (const process of processes) process.close()
  assert.ok(asked >= jobs.length)
  assert.deepEqual(crossed, [])
})
