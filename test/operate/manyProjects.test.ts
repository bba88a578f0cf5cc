import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ProjectCreated } from '../../src/client/types/admin.ts'
import type { ProjectRowAnswer } from '../../src/contract/console.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'

interface Page {
  projects: ProjectRowAnswer[]
  nextPage: string | null
}

let stage: OwnStage

before(async () => {
  stage = await setOwnStage()
})
after(() => stage.clear())

test('250 projects come in pages, each once, and are found by a part of the name or of the id', async () => {
  const { pool } = stage.database
  await pool.query(
    `insert into projects (id, name, base, link_secret)
     select gen_random_uuid(), 'Street 100% ' || n, 'IMAGE', '\\x00' from generate_series(1, 250) as n`,
  )
  const admin = await Person.join(stage.admin, 'admin')
  const sizes: number[] = []
  const seen = new Set<string>()
  for (let page: string | null = ''; page !== null; ) {
    const answer: Page = await admin.get(`/api/projects${page && `?page=${page}`}`)
    sizes.push(answer.projects.length)
    for (const { projectId } of answer.projects) seen.add(projectId)
    page = answer.nextPage
  }
  assert.deepEqual(sizes, [100, 100, 50])
  assert.equal(seen.size, 250)
  const search = async (text: string) =>
    (await admin.get<Page>(`/api/projects?search=${encodeURIComponent(text)}`)).projects.map(({ name }) => name).sort()
  assert.deepEqual(await search('STREET 100% 24'), [
    'Street 100% 24',
    ...Array.from({ length: 10 }, (_, n) => `Street 100% 24${n}`),
  ])
  assert.deepEqual(await search('%%'), [])
  const named = await stage.admin.post<ProjectCreated>('/v1/projects', { name: 'Night', base: 'IMAGE' })
  const first = named.project_id
  const [{ name }] = (await admin.get<Page>(`/api/projects?search=${first.slice(0, 13)}`)).projects
  assert.equal(name, (await admin.get<ProjectRowAnswer>(`/api/projects/${first}`)).name)
  assert.equal((await admin.call('GET', '/api/projects?page=eA')).status, 400)
  assert.equal((await admin.call('GET', '/api/projects/00000000-0000-4000-8000-000000000000')).status, 404)
  const own = await Person.join(stage.admin, 'manager', [first])
  const list = await own.get<Page>('/api/projects?search=nigh')
  assert.deepEqual([list.projects.map(({ projectId }) => projectId), list.nextPage], [[first], null])
})
