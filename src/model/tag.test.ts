import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Attribute, attributeFault, unanswered } from './attribute.ts'
import { instanceName, isClassName, isColor, normalColor, splitInstance } from './tag.ts'

const attribute = (given: Partial<Attribute>): Attribute => ({
  name: 'a',
  type: 'text',
  options: ['x', 'y'],
  required: true,
  default: null,
  per: 'object',
  ...given,
})

test('colours are written rgb(r, g, b), each at most 255', () => {
  for (const color of ['rgb(0, 0, 0)', 'rgb(255, 20, 1)']) assert.ok(isColor(color), color)
  for (const color of [
    'rgb(256, 0, 0)',
    'rgb(0,0,0)',
    '#fff',
    'rgb(-1, 0, 0)',
    'rgb(1.5, 0, 0)',
    'rgb(0, 0, 0) ',
    '',
  ]) {
    assert.ok(!isColor(color), color)
  }
})

test('an instance is a class name, # and a number, and nothing else', () => {
  assert.deepEqual(splitInstance('minivan#12'), { className: 'minivan', instance: 12 })
  assert.deepEqual(splitInstance('minivan'), { className: 'minivan', instance: null })
  for (const text of ['minivan#', 'minivan#01', 'minivan#-1', 'minivan#1#2', 'minivan#x']) {
    assert.deepEqual(splitInstance(text), { className: text, instance: null }, text)
  }
  assert.equal(instanceName('minivan', 0), 'minivan#0')
  assert.ok(!isClassName('minivan#1') && !isClassName('') && isClassName('traffic light'))
})

test('attribute values have the required type', () => {
  const cases: [Partial<Attribute>, unknown, string | null][] = [
    [{ type: 'text' }, 'anything', null],
    [{ type: 'text' }, 1, 'INVALID_TYPE'],
    [{ type: 'number' }, 1, null],
    [{ type: 'number' }, '1', 'INVALID_TYPE'],
    [{ type: 'number' }, Number.POSITIVE_INFINITY, 'INVALID_VALUE'],
    [{ type: 'boolean' }, 0, 'INVALID_TYPE'],
    [{ type: 'select' }, 'x', null],
    [{ type: 'select' }, 'z', 'INVALID_VALUE'],
    [{ type: 'multiselect' }, ['x', 'y'], null],
    [{ type: 'multiselect' }, ['x', 'x'], 'INVALID_VALUE'],
    [{ type: 'multiselect' }, 'x', 'INVALID_TYPE'],
    [{ type: 'multiselect' }, ['x', 1], 'INVALID_TYPE'],
  ]
  for (const [given, value, fault] of cases)
    assert.equal(attributeFault(attribute(given), value), fault, `${given.type} ${value}`)
})

test('an empty answer leaves a required attribute open, false and 0 do not', () => {
  const open = (value: string | number | boolean | string[]) =>
    unanswered([attribute({})], 'object', new Map([['a', value]]))
  assert.deepEqual([open(''), open([]), open(false), open(0)], [['a'], ['a'], [], []])
  assert.deepEqual(unanswered([attribute({ per: 'frame' })], 'object', new Map()), [])
})

test('colours are accepted in common spellings, and kept in one', () => {
  const taken: [string, string][] = [
    ['rgb(220, 60, 40)', 'rgb(220, 60, 40)'],
    ['rgb(220,60,40)', 'rgb(220, 60, 40)'],
    ['rgb( 220 ,60, 40 )', 'rgb(220, 60, 40)'],
    ['RGB(0,0,255)', 'rgb(0, 0, 255)'],
    ['#dc3c28', 'rgb(220, 60, 40)'],
    ['#DC3C28', 'rgb(220, 60, 40)'],
  ]
  for (const [sent, kept] of taken) assert.equal(normalColor(sent), kept)
  for (const text of ['', 'red', '#dc3', '#dc3c2800', 'rgb(256, 0, 0)', 'rgb(1, 2)', 'rgba(1, 2, 3, 1)', 'rgb(1 2 3)'])
    assert.equal(normalColor(text), null, text)
})
