import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_CLASS } from '../../../test/web/desk/desk.ts'
import { TestDriver } from '../../../test/web/desk/driver.ts'
import { foundClasses, RecentClasses } from './recentClasses.ts'

const CLASSES = ['car', 'carriage', 'bus', 'race car'].map((name) => ({ ...SAMPLE_CLASS, classId: name, name }))
const names = (recent: string[], typed: string) => foundClasses(CLASSES, recent, typed).map(({ name }) => name)

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('classes are found by what is typed, those that begin with it first, and those used last before others', () => {
  assert.deepEqual(names([], ''), ['car', 'carriage', 'bus', 'race car'])
  assert.deepEqual(names(['bus'], ''), ['bus', 'car', 'carriage', 'race car'])
  assert.deepEqual(names(['race car'], 'car'), ['car', 'carriage', 'race car'])
  assert.deepEqual(names(['carriage'], 'car'), ['carriage', 'car', 'race car'])
  assert.deepEqual(names([], 'ca ra'), ['race car'])
})

test('the next job of the tag begins with the class and the tool of the last one', async () => {
  const storage = memory()
  const begin = async () => {
    const { session } = await TestDriver.open({ classes: CLASSES })
    const recent = new RecentClasses(storage, 'ann', session.job)
    recent.attach(session)
    return { session, recent }
  }
  const first = await begin()
  assert.deepEqual([first.session.currentClassId, first.session.activeTool], ['car', 'select'])
  first.session.setCurrentClass('bus')
  first.session.setTool('rectangle')
  const next = await begin()
  assert.deepEqual([next.session.currentClassId, next.session.activeTool], ['bus', 'rectangle'])
  assert.deepEqual(next.recent.all.slice(0, 2), ['bus', 'car'])
})

test('unreadable stored classes count as none', async () => {
  const { session } = await TestDriver.open({ classes: CLASSES })
  const recent = new RecentClasses({ getItem: () => '{"classIds": 3', setItem() {} }, 'ann', session.job)
  recent.attach(session)
  assert.equal(session.currentClassId, 'car')
})
