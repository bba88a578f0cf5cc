import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_CURVES, personCurves, personDaysCsv } from './personDays.ts'

const cell = (user_id: string | null, day: string, jobs: number) => ({
  user_id,
  day,
  jobs,
  name: user_id && `Name of ${user_id}`,
  objects: 2 * jobs,
  active_seconds: 30 * jobs,
})
const CELLS = [
  cell('ann', '2026-03-01', 2),
  cell('bo', '2026-03-01', 4),
  cell(null, '2026-03-02', 1),
  cell('ann', '2026-03-02', 5),
]

test('people have a curve each, those with most jobs first, work of programs too', () => {
  const curves = personCurves(CELLS, 'API keys')
  assert.deepEqual(
    curves.map(({ name, jobs }) => [name, [...jobs]]),
    [
      [
        'Name of ann',
        [
          ['2026-03-01', 2],
          ['2026-03-02', 5],
        ],
      ],
      ['Name of bo', [['2026-03-01', 4]]],
      ['API keys', [['2026-03-02', 1]]],
    ],
  )
  const many = Array.from({ length: 20 }, (_, i) => cell(`p${i}`, '2026-03-01', i))
  assert.deepEqual([personCurves(many, '').length, personCurves(many, '')[0].key], [MOST_CURVES, 'p19'])
})

test('the CSV has a row for each person and day', () => {
  assert.deepEqual(personDaysCsv(CELLS, 'API keys').split('\r\n').slice(0, 2), [
    'day,person,user_id,jobs,objects,active_seconds',
    '"2026-03-01","Name of ann","ann",2,4,60',
  ])
  assert.match(personDaysCsv(CELLS, 'API keys'), /"2026-03-02","API keys",,1,2,30/)
})
