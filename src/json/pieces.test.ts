import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { LazyList } from './lazyList.ts'
import { jsonPieces } from './pieces.ts'

test('the pieces together are what JSON.stringify says, of lists long and short at any depth', () => {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue(),
      fc.dictionary(fc.string(), fc.option(tie('value'), { nil: undefined })),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.integer({ min: 250, max: 260 }).map((length) => Array.from({ length }, (_, i) => ({ i }))),
    ),
  }))
  fc.assert(
    fc.property(value, (one) => {
      assert.equal([...jsonPieces(one)].join(''), JSON.stringify(one))
    }),
  )
})

test('the pieces of a long list are no longer than an entry, and the document is never held as a whole', () => {
  const annotations = Array.from({ length: 10_000 }, (_, i) => ({ _id: String(i) }))
  const pieces = [...jsonPieces({ type: 'cuboid3d', data: { annotation_data: { tracks: [], annotations } } })]
  assert.ok(Math.max(...pieces.map(({ length }) => length)) < 40)
})

test('a list that is made while it is written reads like an array, entry by entry', () => {
  let made = 0
  const entries = new LazyList(function* () {
    for (let i = 0; i < 3; i++) {
      made++
      yield { i }
    }
  })
  const document = { first: 1, data: { entries, last: [] } }
  const pieces = jsonPieces(document)
  while (!pieces.next().value?.includes('"i":0'));
  assert.equal(made, 1)
  assert.equal([...jsonPieces(document)].join(''), '{"first":1,"data":{"entries":[{"i":0},{"i":1},{"i":2}],"last":[]}}')
  assert.equal(JSON.stringify(document), [...jsonPieces(document)].join(''))
})
