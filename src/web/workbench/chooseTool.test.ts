import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_CLASS } from '../../../test/web/desk/desk.ts'
import { TestDriver } from '../../../test/web/desk/driver.ts'
import { msg } from '../messages/message.ts'
import { chooseTool } from './chooseTool.ts'

test('a tool that the class does not take is refused by name, and tool and class stay', async () => {
  const road = { ...SAMPLE_CLASS, classId: 'road', name: 'road', geometries: ['polygon' as const, 'mask' as const] }
  const { session } = await TestDriver.open({ classes: [SAMPLE_CLASS, road] })
  const take = (id: string) => {
    const tool = session.tools.find((one) => one.id === id)
    assert.ok(tool, id)
    chooseTool(session, tool)
  }
  session.setCurrentClass('road')
  take('polygon')
  take('rectangle')
  assert.deepEqual([session.activeTool, session.currentClassId], ['polygon', 'road'])
  const shapes = { list: [msg('geometry.polygon'), msg('geometry.mask')] }
  assert.deepEqual(session.notices.notices[0].message, msg('tool.classTakes', { name: 'road', shapes }))
  session.setCurrentClass('car')
  take('rectangle')
  assert.equal(session.activeTool, 'rectangle')
  take('select')
  assert.equal(session.activeTool, 'select')
})
