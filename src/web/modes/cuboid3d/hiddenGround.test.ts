import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { streetClassName, streetSample } from '../../../../test/web/streetPayload.ts'

test('the ground is hidden along its slope, and objects on it stay', async () => {
  const sample = await streetSample()
  const { classes } = sample.street.frames[0].lidar
  await CuboidDesk.at(sample, async (desk) => {
    const { editor } = desk
    const [{ chunk }] = editor.shownClouds()
    assert.equal(chunk.ground, undefined, 'as long as it is not hidden, nothing is worked out')
    editor.setView({ hidesGround: true })
    await desk.until(() => chunk.ground !== undefined)
    assert.equal(editor.look(editor.shownClouds()).hidesGround, true)
    const shareOf = (name: string) => {
      const of = [...classes.keys()].filter((i) => streetClassName(classes[i]) === name)
      return of.filter((i) => chunk.ground?.[i] === 1).length / of.length
    }
    assert.ok(shareOf('road') > 0.98, `${shareOf('road')} of the road`)
    assert.ok(shareOf('car') < 0.15, `${shareOf('car')} of the cars`)
  })
})
