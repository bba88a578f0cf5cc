import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseUnknownFilters } from '../../src/client/jobFilter.ts'
import { JobListQuery } from '../../src/contract/jobs.ts'

test('the client knows every filter of the list of jobs, and refuses any other with their names', () => {
  // Pages are turned by the client.
  const names = Object.keys(JobListQuery.properties).filter((name) => name !== 'page_token')
  const known = { ...Object.fromEntries(names.map((name) => [name, 'any'])), 'metadata.drive': '7' }
  refuseUnknownFilters(known)
  const misspelt = { ...known, state: 'completed', page_token: 'any' }
  assert.throws(() => refuseUnknownFilters(misspelt), {
    name: 'TypeError',
    message: `jobs have no filter state, page_token; there are ${names.join(', ')}, metadata.KEY`,
  })
})
