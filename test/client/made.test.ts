import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { FiducialClient } from '../../src/client/fiducialClient.ts'
import { operations } from '../../src/client/operations.ts'
import { Api } from '../support/apiClient.ts'
import { type Stage, setStage } from '../support/stage.ts'

const ROOT = join(import.meta.dirname, '..', '..')

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

test('what both clients have of the contract is up to date', () => {
  const said = execFileSync(process.execPath, ['scripts/clients.ts', '--check'], { cwd: ROOT, encoding: 'utf8' })
  assert.equal(said, '')
})

test('customers can do with the client whatever they can call', async () => {
  const { bytes } = await new Api(stage.service.baseUrl, null).call('GET', '/openapi.json')
  const { paths }: { paths: Record<string, Record<string, Record<string, string>>> } = JSON.parse(
    bytes.toString('utf8'),
  )
  const described = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation['x-alias-of'] === undefined)
    .map(({ operationId }) => operationId)
  const ofOperators = ['getHealth', 'getReadiness', 'getMetrics']
  assert.deepEqual(Object.keys(operations).sort(), described.filter((name) => !ofOperators.includes(name)).sort())
})

test('each operation names a method of the client', () => {
  const client = new FiducialClient({ baseUrl: stage.service.baseUrl, apiKey: 'key', projectId: 'project' })
  for (const [operation, place] of Object.entries(operations)) {
    const member = place.split('.').reduce<unknown>((of, name) => (of as Record<string, unknown>)[name], client)
    assert.equal(typeof member, 'function', `${operation}: ${place}`)
  }
})
