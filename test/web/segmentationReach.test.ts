import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInsideImage } from '../../src/geometry/camera.ts'
import { add } from '../../src/geometry/vec3.ts'
import { fusionJobOf } from '../../src/web/view3d/fusionJobOf.ts'
import { fittedImage, viewPlace } from '../../src/web/view3d/imagePlacement.ts'
import { browserSkip } from '../browser.ts'
import { ALL, type Annotator, assertNamed, atDesk } from './annotator.ts'
import { withEditor } from './editorPage.ts'
import { segmentationSample } from './segmentationPayload.ts'

/** How far strokes reach: the size of the brush, a crop by a box, images beside the cloud. */

const skip = browserSkip()

/** Where the image lies in the page, and where each point appears in it; null: nowhere. */
async function frontImage({ page, sample }: Annotator) {
  await page.getByRole('button', { name: 'Front camera' }).click()
  const canvas = page.locator('canvas[data-view=front]')
  const { x: left, y: top, width: widthPx, height: heightPx } = (await canvas.boundingBox())!
  const job = fusionJobOf(sample.payload)!
  const { camera, size } = job.frames[0].cameras[0]
  const placement = fittedImage(size, { widthPx, heightPx })
  const places = sample.points.map((point) => {
    const at = camera!.imageFromCommon(add(point, job.originM))
    if (!at || !isInsideImage(at, size)) return null
    const { x, y } = viewPlace(placement, at)
    return { x: left + x, y: top + y }
  })
  return { left, top, widthPx, heightPx, places }
}

/** Nearer than this to the brush's border a point may be in or out. */
const OPEN_PX = 1

test('a brush over a camera’s image takes what is seen under it, as wide as Shift and the wheel made it', {
  skip,
}, async () => {
  await atDesk({ cameraIds: ['front'] }, async (person) => {
    const { page } = person
    await person.arrive('perspective')
    await page.getByRole('button', { name: 'Only visible' }).click()
    const { left, top, widthPx, heightPx, places } = await frontImage(person)
    await person.ofClass('road')
    await person.tool('brush')
    const from = { x: left + 0.35 * widthPx, y: top + 0.55 * heightPx }
    const to = { x: left + 0.65 * widthPx, y: from.y }
    const dragged = () =>
      person.does(async () => {
        await page.mouse.move(from.x, from.y)
        await page.mouse.down()
        await page.mouse.move(to.x, to.y, { steps: 6 })
        await page.mouse.up()
      })
    const takes = (names: string[], radiusPx: number) => {
      let taken = 0
      names.forEach((name, i) => {
        const at = places[i]
        const along = at && Math.min(to.x, Math.max(from.x, at.x))
        const inside = at ? radiusPx - Math.hypot(at.x - along!, at.y - from.y) : -OPEN_PX
        if (Math.abs(inside) < OPEN_PX) return
        assert.equal(name === 'road', inside > 0, `point ${i}, ${inside} px inside of ${radiusPx}`)
        if (inside > 0) taken++
      })
      assert.ok(taken > 50, `${taken} taken`)
    }
    takes(await dragged(), 22)
    await person.does(() => page.keyboard.press('Control+z'))
    await page.mouse.move(from.x, from.y)
    await page.keyboard.down('Shift')
    await page.mouse.wheel(0, -500)
    await page.keyboard.up('Shift')
    takes(await dragged(), 22 * 1.0012 ** 500)
  })
})

test('Shift and the wheel change the brush and leave the view; the wheel alone zooms', { skip }, async () => {
  await atDesk({}, async (person) => {
    const { page } = person
    await person.arrive()
    await page.getByRole('button', { name: 'Only visible' }).click()
    await person.ofClass('road')
    await person.tool('brush')
    const { x: wide, y: high } = person.pxPerShare
    const dab = () => person.does(() => page.mouse.click(...person.at([0.45, 0.5])))
    const within = (radiusPx: number) =>
      person.within(({ x, y }) => Math.hypot(x - 0.45 * wide, y - 0.5 * high) < radiusPx)
    await page.mouse.move(...person.at([0.45, 0.5]))
    await page.keyboard.down('Shift')
    await page.mouse.wheel(0, -800)
    await page.keyboard.up('Shift')
    const large = 22 * 1.0012 ** 800
    assertNamed(await dab(), 'road', within(large))
    await person.does(() => page.keyboard.press('Control+z'))
    await page.keyboard.down('Shift')
    await page.mouse.wheel(0, 300)
    await page.keyboard.up('Shift')
    assertNamed(await dab(), 'road', within(large / 1.0012 ** 300))
    await person.does(() => page.keyboard.press('Control+z'))
    await page.mouse.wheel(0, -600)
    const near = await dab()
    const { sure } = within(large / 1.0012 ** 300)
    assert.ok(near.filter((name) => name === 'road').length < sure.size, 'from nearer the brush covers less ground')
  })
})

test('a crop to a box holds in all directions, in the cloud and in images, until a key takes it away', {
  skip,
}, async () => {
  await atDesk({ cameraIds: ['front'] }, async (person) => {
    const { page, sample } = person
    await person.arrive()
    await page.getByRole('button', { name: 'Only visible' }).click()
    await person.ofClass('building')
    await person.tool('cuboid')
    await person.stroke([0.45, 0.1], [0.6, 0.45])
    const bar = page.getByRole('toolbar', { name: 'Box' })
    const sides = /([\d.]+) × ([\d.]+) × ([\d.]+) m/
      .exec((await bar.textContent()) ?? '')!
      .slice(1)
      .map(Number)
    await bar.getByRole('button', { name: 'Crop to box' }).click()
    await bar.waitFor({ state: 'detached' })
    await person.tool('rectangle')
    const names = await person.does(() => person.stroke(...ALL))
    const taken = sample.points.filter((_, i) => names[i] === 'building')
    const extent = (axis: 'x' | 'y' | 'z') => {
      const along = taken.map((point) => point[axis])
      return Math.max(...along) - Math.min(...along)
    }
    const [length, width, height] = sides
    assert.ok(taken.length > 20, `${taken.length} taken`)
    assert.ok(extent('z') <= height + 0.02, `${extent('z')} m high in a box of ${height}`)
    assert.ok(Math.max(extent('x'), extent('y')) <= Math.hypot(length, width) + 0.02)
    await person.does(() => page.keyboard.press('Control+z'))

    // In an image, too, nothing else is shown: what could not be taken would only mislead.
    const inked = (of: string) =>
      person.run<number>(`(() => {
        const canvas = document.querySelector('canvas[data-view=${of}]')
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
        let drawn = 0
        for (let i = 3; i < data.length; i += 4) if (data[i] > 0) drawn++
        return drawn
      })()`)
    await frontImage(person)
    await page.waitForTimeout(500)
    const cropped = await inked('front')
    await page.keyboard.press('Shift+A')
    await page.getByRole('button', { name: 'Cropped' }).waitFor({ state: 'detached' })
    for (let tries = 0; (await inked('front')) < 1.5 * cropped + 100; tries++) {
      assert.ok(tries < 100, `${await inked('front')} pixels, cropped ${cropped}`)
      await page.waitForTimeout(100)
    }
  })
})

test('beside a camera, on a laptop, what is under way covers no filter; one class is chosen by one click', {
  skip,
}, async () => {
  await atDesk({ cameraIds: ['front'] }, async (person) => {
    const { page } = person
    await person.arrive()
    await frontImage(person)
    await person.ofClass('road')
    await person.tool('ground')
    const boxes = [
      page.getByRole('toolbar', { name: 'Ground' }),
      page.getByRole('toolbar', { name: /Selection filters/ }),
    ]
    const [task, filters] = await Promise.all(boxes.map(async (box) => (await box.boundingBox())!))
    assert.ok(task.y + task.height <= filters.y, `${task.y} + ${task.height} over ${filters.y}`)

    await page.getByRole('button', { name: 'Changes any class' }).click()
    await page.getByRole('button', { name: 'Only car' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Changes 1 of/ }).waitFor()
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await page.getByRole('button', { name: 'Changes any class' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Reset filters' }).count(), 0)
  })
})

test('an image that could not be loaded is loaded when one asks again', { skip }, async () => {
  const { payload, files } = await segmentationSample({ cameraIds: ['front'] })
  const image = files.get('front')!
  files.set('front', { ...image, body: Buffer.from('cut off') })
  await withEditor(payload, files, async ({ page }) => {
    await page.getByRole('button', { name: 'Front camera' }).click()
    const failure = page.getByRole('alert').filter({ hasText: 'The image could not be loaded' })
    await failure.waitFor()
    files.set('front', image)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await failure.waitFor({ state: 'detached' })
  })
})
