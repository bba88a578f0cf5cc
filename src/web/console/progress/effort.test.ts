import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effortCsv, effortRows, secondsPerObject } from './effort.ts'

const NO_FIGURES = { intervals: {}, by_figure: {} }

test('a person who annotates and reviews has one row; programs have no time', () => {
  const rows = effortRows(
    [
      { key: 'ann', name: 'Ann', jobs: 2, objects: 8, active_seconds: 36, ...NO_FIGURES },
      { key: null, name: null, jobs: 5, objects: 40, active_seconds: 0, ...NO_FIGURES },
    ],
    [
      { key: 'ann', name: 'Ann', jobs: 1, active_seconds: 10, ...NO_FIGURES },
      { key: 'rita', name: 'Rita', jobs: 3, active_seconds: 30, ...NO_FIGURES },
    ],
    'API keys',
  )
  assert.deepEqual(
    rows.map((row) => [row.name, row.jobs, secondsPerObject(row), row.reviews, row.reviewSeconds]),
    [
      ['Ann', 2, 4.5, 1, 10],
      ['API keys', 5, null, 0, 0],
      ['Rita', 0, null, 3, 30],
    ],
  )
  assert.deepEqual(effortCsv('person', rows).split('\r\n').slice(0, 3), [
    'person,user_id,jobs,objects,active_seconds,seconds_per_object,reviews,review_active_seconds',
    '"Ann","ann",2,8,36,4.5,1,10',
    '"API keys",,5,40,0,,0,0',
  ])
  assert.equal(effortCsv('tag', rows.slice(0, 1)).split('\r\n')[1], '"Ann",2,8,36,4.5')
})
