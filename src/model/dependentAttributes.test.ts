import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Attribute, type AttributeValue, isAsked, unanswered } from './attribute.ts'

const attribute = (given: Partial<Attribute> & Pick<Attribute, 'name' | 'per'>): Attribute => ({
  type: 'text',
  options: [],
  required: false,
  default: null,
  ...given,
})

const ALL = [
  attribute({ name: 'kind', per: 'object', type: 'select', options: ['car', 'truck'], required: true }),
  attribute({
    name: 'trailer',
    per: 'object',
    type: 'boolean',
    required: true,
    dependsOn: { attribute: 'kind', values: ['truck'] },
  }),
  attribute({
    name: 'axles',
    per: 'object',
    type: 'number',
    required: true,
    dependsOn: { attribute: 'trailer', values: [true] },
  }),
]
const open = (values: [string, AttributeValue][]) => unanswered(ALL, 'object', new Map(values))

test('an attribute is required only where what it depends on has one of its values', () => {
  assert.deepEqual(open([]), ['kind'])
  assert.deepEqual(open([['kind', 'car']]), [])
  assert.deepEqual(open([['kind', 'truck']]), ['trailer'])
  assert.deepEqual(open([['kind', 'truck'], ['trailer', false]]), []) // biome-ignore format: one case a line
  assert.deepEqual(open([['kind', 'truck'], ['trailer', true]]), ['axles']) // biome-ignore format: one case a line
})

test('an attribute that depends on one that is not required is not required, whatever is still stored', () => {
  assert.deepEqual(open([['kind', 'car'], ['trailer', true]]), []) // biome-ignore format: one case a line
  assert.equal(isAsked(ALL[2], ALL, new Map<string, AttributeValue>([['kind', 'car'], ['trailer', true]])), false) // biome-ignore format: one case a line
})

test('one of several values is enough; a deleted attribute requires nothing', () => {
  const signs = attribute({ name: 'signs', per: 'object', type: 'multiselect', options: ['stop', 'yield'] })
  const text = attribute({ name: 'text', per: 'object', dependsOn: { attribute: 'signs', values: ['yield'] } })
  assert.equal(isAsked(text, [signs, text], new Map([['signs', ['stop', 'yield']]])), true)
  assert.equal(isAsked(text, [signs, text], new Map([['signs', ['stop']]])), false)
  assert.equal(isAsked(text, [text], new Map([['signs', ['yield']]])), false)
})
