import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInsideImage } from '../../src/geometry/camera.ts'
import { add, distance, subtract } from '../../src/geometry/vec3.ts'
import { fusionJobOf } from '../../src/web/view3d/fusionJobOf.ts'
import { fittedImage, viewPlace } from '../../src/web/view3d/imagePlacement.ts'
import { browserSkip } from '../browser.ts'
import { atDesk, type Share } from './annotator.ts'

const skip = browserSkip()

/** A wall before the sensor, close-knit, and a block behind it. */
function wallAndBlock(): { positions: Float64Array; behind: number } {
  const places: number[] = []
  for (let y = -4; y <= 4; y += 0.08) for (let z = -1; z <= 3; z += 0.08) places.push(8, y, z)
  const behind = places.length / 3
  for (let x = 12; x <= 13; x += 0.1) for (let y = -1; y <= 1; y += 0.1) places.push(x, y, -0.5)
  return { positions: Float64Array.from(places), behind }
}

test('a lasso over a wall takes what is behind it, unless set to visible points only', { skip }, async () => {
  const { positions, behind } = wallAndBlock()
  await atDesk({ positions, framing: 'sensor', withEgoPose: false }, async (person) => {
    const { page } = person
    await person.arrive('perspective')
    // Down to the height of the eye, where the wall hides what is behind it.
    await page.mouse.move(...person.at([0.5, 0.6]))
    await page.mouse.down({ button: 'middle' })
    await page.mouse.move(...person.at([0.5, 0.6 - 112 / person.pxPerShare.y]))
    await page.mouse.up({ button: 'middle' })
    await person.ofClass('building')
    await person.tool('lasso')
    const around: Share[] = [
      [0.5, 0.1],
      [0.99, 0.1],
      [0.99, 0.9],
      [0.01, 0.9],
      [0.01, 0.1],
    ]
    await page.keyboard.press('y')
    const seen = await person.does(() => person.stroke(...around))
    assert.equal(seen.slice(behind).filter(Boolean).length, 0, 'points behind the wall were taken')
    assert.ok(seen.slice(0, behind).filter(Boolean).length > 0.9 * behind)
    await page.keyboard.press('y')
    const all = await person.does(() => person.stroke(...around))
    assert.ok(all.slice(behind).every(Boolean))
  })
})

test('a rectangle over a camera’s image takes the points seen in it, and both views show them', { skip }, async () => {
  await atDesk({ cameraIds: ['front'] }, async (person) => {
    const { page, sample } = person
    await person.arrive('perspective')
    await page.getByRole('button', { name: 'Front camera' }).click()
    await page.getByRole('button', { name: 'Only visible' }).click()
    const image = page.locator('canvas[data-view=front]')
    const { x: left, y: top, width: widthPx, height: heightPx } = (await image.boundingBox())!
    const job = fusionJobOf(sample.payload)!
    const { camera, size } = job.frames[0].cameras[0]
    const placement = fittedImage(size, { widthPx, heightPx })
    const places = sample.points.map((point) => {
      const at = camera!.imageFromCommon(add(point, job.originM))
      return at && isInsideImage(at, size) ? viewPlace(placement, at) : null
    })
    await person.ofClass('road')
    await person.tool('rectangle')
    const [from, to] = [
      { x: 0.3 * widthPx, y: 0.5 * heightPx },
      { x: 0.7 * widthPx, y: 0.6 * heightPx },
    ]
    const names = await person.does(async () => {
      await page.mouse.move(left + from.x, top + from.y)
      await page.mouse.down()
      await page.mouse.move(left + to.x, top + to.y)
      await page.mouse.up()
    })
    let taken = 0
    names.forEach((name, i) => {
      const at = places[i]
      const depths = at ? [at.x - from.x, to.x - at.x, at.y - from.y, to.y - at.y] : [-10]
      const inside = Math.min(...depths)
      if (Math.abs(inside) < 1) return
      assert.equal(name === 'road', inside > 0, `point ${i}, ${inside} px inside`)
      if (inside > 0) taken++
    })
    assert.ok(taken > 100)
    await person.tool('select')
    const eye = subtract(camera!.commonFromCamera.position, job.originM)
    // The nearest of them: nothing hides it.
    const [shown] = [...names.keys()]
      .filter((i) => names[i] === 'road')
      .sort((a, b) => distance(sample.points[a], eye) - distance(sample.points[b], eye))
    await page.mouse.move(left + places[shown]!.x, top + places[shown]!.y)
    await page.mouse.down()
    await page.mouse.up()
    await page.keyboard.press('m')
    await page.keyboard.press('m')
    await person.does(() => page.keyboard.press('Delete'))
    assert.deepEqual(new Set(await person.names()), new Set(['']))
  })
})
