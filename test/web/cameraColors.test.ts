import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { browserSkip } from '../browser.ts'
import { withEditor } from './editorPage.ts'
import { streetSample } from './streetPayload.ts'

const skip = browserSkip()

/** Every image red at the left and blue at the right. */
async function redAndBlue() {
  const sample = await streetSample({ frames: 3, cameraIds: ['front', 'left'] })
  for (const [name, file] of sample.files) {
    if (file.type !== 'image/jpeg') continue
    const { width = 1, height = 1 } = await sharp(file.body).metadata()
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="50%" height="100%" fill="#e02020"/><rect x="50%" width="50%" height="100%" fill="#2030e0"/></svg>`
    sample.files.set(name, { body: await sharp(Buffer.from(svg)).png().toBuffer(), type: 'image/png' })
  }
  return sample
}

async function countColors(page: Page) {
  const shot = await page.locator('[data-view="main"]').screenshot()
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const count = { red: 0, blue: 0, grey: 0 }
  for (let i = 0; i < data.length; i += info.channels) {
    const [r, g, b] = [data[i], data[i + 1], data[i + 2]]
    if (r > 150 && g < 90 && b < 90) count.red++
    if (b > 150 && r < 90 && g < 110) count.blue++
    if (Math.abs(r - 62) < 6 && Math.abs(g - 66) < 6 && Math.abs(b - 74) < 6) count.grey++
  }
  return count
}

test('points take the colours of the images; what no camera sees is grey; going back costs nothing again', {
  skip,
}, async () => {
  const { payload, files } = await redAndBlue()
  await withEditor(payload, files, async ({ page, fetched }) => {
    await page.locator('.sensors-loading').first().waitFor({ state: 'detached' })
    // From above, the whole scene: rainbow by height at first.
    await page.keyboard.press('v')
    const before = await countColors(page)
    assert.ok(before.grey < 400 && before.blue > 3 * before.red, JSON.stringify(before))
    const images = () => [...fetched].filter(([path]) => path.includes('front')).reduce((sum, [, n]) => sum + n, 0)
    await page.getByLabel('Color points by').selectOption('camera')
    const colored = async () => {
      for (let tries = 0; tries < 60; tries++) {
        const count = await countColors(page)
        // Most of the scene lies at the height of the road, which was blue before.
        const isBlueGone = count.blue > 1000 && count.blue < before.blue / 2
        if (isBlueGone && count.red > 3000 && count.grey > 3000) return count
        await page.waitForTimeout(250)
      }
      throw new Error(`not coloured: ${JSON.stringify(await countColors(page))}`)
    }
    await colored()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft']) {
      await page.keyboard.press(key)
      await colored()
    }
    const loads = images()
    await page.keyboard.press('ArrowRight')
    await colored()
    assert.equal(images(), loads)
  })
})

test('colours that stay away because an image cannot be loaded come by themselves when it can', { skip }, async () => {
  const { payload, files } = await redAndBlue()
  const broken = [...files].filter(([name]) => name.includes('front'))
  assert.ok(broken.length > 0)
  for (const [name] of broken) files.set(name, { body: Buffer.from('cut off'), type: 'image/png' })
  await withEditor(payload, files, async ({ page }) => {
    await page.getByText('Loading points').waitFor({ state: 'detached' })
    await page.keyboard.press('v')
    const { red } = await countColors(page)
    await page.getByLabel('Color points by').selectOption('camera')
    await page.getByText('Retrying.').waitFor()
    for (const [name, file] of broken) files.set(name, file)
    for (let tries = 0; (await countColors(page)).red <= red + 1000; tries++) {
      assert.ok(tries < 120, 'the points stay without colours')
      await page.waitForTimeout(250)
    }
  })
})

test('without a calibrated camera the choice is off and says why', { skip }, async () => {
  const { payload, files } = await streetSample({ frames: 1, cameraIds: ['left'], uncalibrated: ['left'] })
  await withEditor(payload, files, async ({ page }) => {
    const option = page.getByLabel('Color points by').locator('option[value=camera]')
    assert.ok(await option.isDisabled())
    assert.match((await option.textContent()) ?? '', /needs a camera with intrinsics/)
  })
})
