import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withComponents } from './components.ts'

const point = { type: 'object', title: 'Point', properties: { x: { type: 'number' } } }
const documentWith = (...answers: unknown[]) => ({ paths: { answers }, components: { schemas: {} } })

test('a noun stands once among the components, and is named wherever it is used', () => {
  const line = {
    type: 'object',
    title: 'Line',
    properties: { from: point, to: { ...point, type: ['object', 'null'] } },
  }
  const reference = { $ref: '#/components/schemas/Point' }
  assert.deepEqual(withComponents(documentWith(line, { type: 'array', items: point })), {
    paths: { answers: [{ $ref: '#/components/schemas/Line' }, { type: 'array', items: reference }] },
    components: {
      schemas: {
        Line: {
          type: 'object',
          title: 'Line',
          properties: { from: reference, to: { anyOf: [reference, { type: 'null' }] } },
        },
        Point: point,
      },
    },
  })
})

test('two schemas of one title are an error, whatever the order of their members', () => {
  withComponents(documentWith(point, { title: 'Point', properties: { x: { type: 'number' } }, type: 'object' }))
  const other = { ...point, properties: { x: { type: 'integer' } } }
  assert.throws(() => withComponents(documentWith(point, other)), /two schemas are called Point/)
})
