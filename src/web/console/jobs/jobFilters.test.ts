import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionFilter, activeFilters, apiFilter, orderOf } from './jobFilters.ts'

const PERSON = '01234567-89ab-4def-8123-456789abcdef'
const address = (text: string) => new URLSearchParams(text)

test('each filter of the address is sent to the service under its name there', () => {
  const search = address(
    `q=drive_7&stage=in_review&status=in_progress&tag=cars&batch=${PERSON}&person=${PERSON}&assignee=night&priority=9` +
      '&metadata.city=Oslo&order=priority',
  )
  assert.deepEqual(apiFilter(search), {
    q: 'drive_7',
    stage: 'in_review',
    status: 'in_progress',
    tag: 'cars',
    batch_id: PERSON,
    person: PERSON,
    assignee: 'night',
    priority_weight: '9',
    'metadata.city': 'Oslo',
  })
  assert.equal(actionFilter(search).priority_weight, 9)
  assert.equal(orderOf(search), 'priority')
})

test('both days of a period are in it', () => {
  const { created_from: from, created_to: to } = apiFilter(address('from=2026-03-01&to=2026-03-01'))
  assert.equal(Date.parse(to) - Date.parse(from), 86_400_000)
})

test('filters that the service would refuse are left out of an address typed by hand', () => {
  const search = address('stage=sleeping&batch=7&priority=11&from=yesterday&order=size&q=%20')
  assert.deepEqual(apiFilter(search), {})
  assert.equal(orderOf(search), '-created')
})

test('an address without filters has none', () => {
  assert.deepEqual(activeFilters(address('order=created&q=')), [])
  assert.deepEqual(activeFilters(address('metadata.a=1&metadata.b=2&metadata.c=3&metadata.d=4&tag=x')), [
    'tag',
    'metadata.a',
    'metadata.b',
    'metadata.c',
  ])
})
