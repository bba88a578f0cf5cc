import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk, SAMPLE_CLASS } from '../../../../test/web/desk/desk.ts'
import { putBox } from '../../../../test/web/desk/operations.ts'
import type { Attribute } from '../../../model/attribute.ts'
import type { TagClass } from '../../../model/tag.ts'
import { valuesAt } from '../../document/attributeEdits.ts'
import { msg } from '../../messages/message.ts'
import { AttributeFocus } from './attributeFocus.ts'

const attribute = (name: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'select',
  options: ['one', 'two', 'three'],
  required: true,
  default: null,
  per: 'object',
  ...more,
})
const COLOUR = attribute('colour')
const STATE = attribute('state')
const LIGHTS = attribute('lights', { type: 'multiselect', options: ['left', 'right'], required: false })
const NOTE = attribute('note', { type: 'text', options: [], required: false })
const PARKED = attribute('parked', { type: 'boolean', options: [] })
const car: TagClass = { ...SAMPLE_CLASS, attributes: [COLOUR, NOTE, LIGHTS, PARKED] }
const bus: TagClass = { ...SAMPLE_CLASS, classId: 'bus', name: 'bus', attributes: [STATE, COLOUR] }

async function begin(...selected: string[]) {
  const session = await new Desk().open([car, bus])
  session.execute('edit.move', [putBox('a'), putBox('b'), { type: 'setClass', trackId: 'b', classId: 'bus' }])
  session.select(selected)
  const focus = new AttributeFocus(session)
  focus.attach()
  const valuesOf = (id: string) => Object.fromEntries(valuesAt(session.document.tracks.get(id)!, 0))
  const press = (...keys: (number | 'F2')[]) => {
    for (const key of keys) {
      if (key === 'F2') focus.next()
      else assert.equal(focus.takeDigit(key), true, `${key} is for the attributes`)
    }
  }
  const said = () => session.notices.notices[0]?.message
  return { session, focus, press, valuesOf, said }
}

test('F2 and digits in one go answer attribute after attribute, with F2 between them or not', async () => {
  for (const keys of [['F2', 2, 1, 'F2', 1] as const, ['F2', 2, 'F2', 1, 'F2', 1] as const]) {
    const { press, valuesOf, session } = await begin('a')
    press(...keys)
    assert.deepEqual(valuesOf('a'), { colour: 'two', lights: ['left'], parked: true })
    assert.equal(session.currentClassId, 'car')
  }
})

test('after the last answer a digit only shows a notice, until another selection', async () => {
  const { session, press, focus, valuesOf, said } = await begin('a')
  press('F2', 2, 1, 'F2', 1)
  const before = session.document
  press(2)
  assert.equal(session.document, before)
  assert.deepEqual(said(), msg('attribute.allAnswered'))
  assert.deepEqual(valuesOf('a').parked, true)
  session.select(['b'])
  assert.equal(focus.takeDigit(2), false)
})

test('digits toggle the options of a multiselect, and F2 leaves it', async () => {
  const { press, focus, valuesOf } = await begin('a')
  press('F2', 1)
  assert.equal(focus.name, 'lights')
  press(1, 2, 1)
  assert.deepEqual(valuesOf('a').lights, ['right'])
  press('F2')
  assert.equal(focus.name, 'parked')
})

test('the attributes that several classes share are answered for all selected objects, and no class changes', async () => {
  const { session, press, valuesOf } = await begin('a', 'b')
  press('F2', 3, 1)
  assert.deepEqual([valuesOf('a'), valuesOf('b')], [{ colour: 'three' }, { colour: 'three' }])
  assert.deepEqual(
    [...session.document.tracks.values()].map(({ classId }) => classId),
    ['car', 'bus'],
  )
})

test('with no selection F2 skips texts; without open attributes it says so, and digits stay for attributes', async () => {
  const { session, press, focus, said } = await begin()
  press('F2')
  assert.deepEqual([focus.name, said()], [null, msg('attribute.none')])
  press(1)
  assert.equal(session.currentClassId, 'car')
})

test('an answer that is chosen already stays chosen', async () => {
  const { session, press, focus, valuesOf } = await begin('b')
  press('F2', 2)
  focus.leave()
  focus.entered('state')
  const before = session.document
  press(2)
  assert.equal(session.document, before)
  assert.equal(valuesOf('b').state, 'two')
})

test('a digit without a choice is refused, and one in a text is the text’s', async () => {
  const { focus, press, said } = await begin('a')
  press('F2', 7)
  assert.deepEqual(said(), msg('attribute.noChoice', { digit: 7, attribute: 'colour' }))
  focus.entered('note')
  assert.equal(focus.takeDigit(7), false)
})
