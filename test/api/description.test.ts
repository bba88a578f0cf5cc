import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Api } from '../support/apiClient.ts'
import { type Stage, setStage } from '../support/stage.ts'

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

interface Description {
  paths: Record<string, Record<string, { operationId: string; 'x-alias-of'?: string }>>
  components: { schemas: Record<string, object> }
}

async function descriptionFor(query: string): Promise<{ description: Description; text: string }> {
  const { bytes } = await new Api(stage.service.baseUrl, null).call('GET', `/openapi.json${query}`)
  const text = bytes.toString('utf8')
  return { description: JSON.parse(text), text }
}

const operationsOf = ({ paths }: Description) => Object.values(paths).flatMap((methods) => Object.values(methods))

test('the description shows what customers call; that of the pages is a parameter', async () => {
  const { description: shown } = await descriptionFor('')
  const { description: all } = await descriptionFor('?audience=internal')
  const isOfPages = (path: string) => /^\/(api|assets|docs|\{path\})?(\/|$)/.test(path)
  assert.deepEqual(Object.keys(shown.paths).filter(isOfPages), [])
  assert.ok('/api/queue' in all.paths && '/docs' in all.paths)
  for (const path of Object.keys(shown.paths)) assert.ok(path in all.paths, path)
})

test('each operation has a unique name; an older path of a call says which one it is', async () => {
  for (const query of ['', '?audience=internal']) {
    const operations = operationsOf((await descriptionFor(query)).description)
    const names = operations.map(({ operationId }) => operationId)
    assert.deepEqual([...new Set(names)], names)
    for (const { operationId, 'x-alias-of': alias } of operations) {
      assert.match(operationId, /^[a-z][a-zA-Z0-9]+$/)
      if (alias !== undefined) assert.ok(names.includes(alias) && operationId.startsWith(alias), operationId)
    }
  }
  const { description } = await descriptionFor('')
  const post = (path: string) => description.paths[path].post
  assert.equal(post('/v1/projects/{pid}/jobs').operationId, 'createJob')
  assert.equal(post('/v0/projects/{pid}/jobs').operationId, 'createJobV0')
  assert.equal(post('/v1/project/{pid}/batch')['x-alias-of'], 'createBatch')
})

test('every noun that is named is described, and no other', async () => {
  for (const query of ['', '?audience=internal']) {
    const { description, text } = await descriptionFor(query)
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    assert.deepEqual([...new Set(named)].sort(), Object.keys(description.components.schemas).sort())
  }
})
