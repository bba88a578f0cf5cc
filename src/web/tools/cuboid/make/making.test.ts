import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CAR, Person } from '../../../../../test/web/desk/toolPerson.ts'
import { screenOf } from '../../../view3d/viewCamera.ts'

test('with a drawing tool a click on an object selects it, and on bare ground only shows a notice', () => {
  const person = new Person()
  const { x, y } = screenOf(person.viewCamera('main'), CAR.position)!
  for (const tool of ['drag', 'rectangle', 'click', 'fit']) {
    person.selected = null
    person.activeTool = tool
    person.drag([x, y], [x + 2, y])
    assert.equal(person.selected, 'car', tool)
  }
  for (const tool of ['drag', 'rectangle']) {
    person.activeTool = tool
    person.drag([60, 250], [62, 250])
  }
  assert.deepEqual([person.made, person.asked], [[], []])
  assert.deepEqual(person.refused, ['cuboid.clickMakesNothing', 'cuboid.clickMakesNothing'])
  person.activeTool = 'click'
  person.drag([60, 250], [62, 250])
  assert.deepEqual(
    person.made.map(({ gesture }) => gesture.kind),
    ['click'],
  )
})

test('a drag too small for an object is refused with a reason', () => {
  const person = new Person()
  person.orbit = { ...person.orbit, distanceM: 1 }
  person.activeTool = 'drag'
  person.drag([60, 250], [66, 250])
  assert.deepEqual([person.made, person.refused], [[], ['cuboid.tooSmall']])
})
