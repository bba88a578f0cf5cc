import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantOf, parseRoleMap, RoleMapError } from './roleMap.ts'

const [ONE, TWO] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const map = parseRoleMap(
  JSON.stringify({
    labelers: { role: 'annotator', projects: [ONE] },
    leads: { role: 'manager', projects: [TWO] },
    everywhere: { role: 'viewer', projects: '*' },
  }),
)

test('a person of several groups has the highest role and the projects of all', () => {
  assert.deepEqual(grantOf(map, ['labelers', 'leads']), { role: 'manager', projects: [ONE, TWO] })
  assert.deepEqual(grantOf(map, ['labelers', 'everywhere']), { role: 'annotator', projects: '*' })
})

test('groups that are not mapped give nothing, however they are called', () => {
  for (const groups of [[], ['others'], ['__proto__'], ['constructor'], ['LEADS']]) {
    assert.equal(grantOf(map, groups), null)
  }
})

test('a map with a mistake is refused by the place of it', () => {
  const cases: [string, RegExp][] = [
    ['nonsense', /JSON/],
    ['[]', /object of groups/],
    ['{"a": {"role": "boss", "projects": "*"}}', /group "a": role/],
    ['{"a": {"role": "viewer", "projects": ["x"]}}', /group "a": projects/],
    ['{"a": {"role": "viewer"}}', /group "a": projects/],
    ['{"a": {"role": "viewer", "projects": "*", "admin": true}}', /group "a": "admin" is not known/],
    ['{"a": null}', /group "a": role/],
  ]
  for (const [text, said] of cases)
    assert.throws(
      () => parseRoleMap(text),
      (error) => error instanceof RoleMapError && said.test(error.message),
    )
})
