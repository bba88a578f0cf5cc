import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxTrack } from '../../src/model/document/testTracks.ts'
import { browserSkip } from '../browser.ts'
import { withEditor } from './editorPage.ts'
import { STREET_CAR, streetSample } from './streetPayload.ts'

const skip = browserSkip()

/** Counts what goes to the GPU in large pieces: clouds, not the few lines of boxes. */
const COUNT_UPLOADS = `(() => {
  globalThis.uploads = 0
  const { bufferData } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.bufferData = function (target, data, ...rest) {
    if (data && data.byteLength > 60_000) globalThis.uploads++
    return bufferData.call(this, target, data, ...rest)
  }
})()`

test('stepping back and forth over prefetched frames fetches and uploads nothing twice', { skip }, async () => {
  const { payload, files } = await streetSample({ frames: 4 })
  await withEditor(payload, files, async ({ page, run, fetched }) => {
    await page.locator('.sensors-loading').first().waitFor({ state: 'detached' })
    const picture = () => run('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await run(COUNT_UPLOADS)
    const visit = async (frame: number) => {
      await run(`session.setFrame(${frame})`)
      await page.locator('.sensors-loading').first().waitFor({ state: 'detached' })
      await picture()
    }
    for (const frame of [0, 1, 2, 3]) await visit(frame)
    const first = await run<number>('uploads')
    assert.ok(first >= 3, `the count sees uploads: ${first}`)
    for (const frame of [2, 1, 0, 3, 1, 2]) await visit(frame)
    assert.equal(await run<number>('uploads'), first)
    assert.deepEqual([...fetched.values()], [1, 1, 1, 1])
  })
})

test('nothing is drawn while nothing changes, and a drag in a small view draws', { skip }, async () => {
  const { street } = await streetSample({ frames: 1 })
  const tracks = [boxTrack('a', STREET_CAR, 0, street.frames[0].truth[0].cuboid)]
  const { payload, files } = await streetSample({ frames: 1, tracks })
  await withEditor(payload, files, async ({ page, run }) => {
    await page.locator('.sensors-loading').first().waitFor({ state: 'detached' })
    await run(`(() => {
      globalThis.draws = 0
      const { drawArrays } = WebGL2RenderingContext.prototype
      WebGL2RenderingContext.prototype.drawArrays = function (...given) {
        globalThis.draws++
        return drawArrays.apply(this, given)
      }
    })()`)
    await page.keyboard.press('Tab')
    await page.waitForFunction('globalThis.draws > 0')
    await page.waitForTimeout(500)
    const settled = await run<number>('draws')
    await page.waitForTimeout(500)
    assert.equal(await run<number>('draws'), settled)
    const top = (await page.locator('[data-view="top"]').boundingBox())!
    await page.mouse.move(top.x + top.width / 2, top.y + top.height / 2)
    await page.mouse.down()
    await page.mouse.move(top.x + top.width / 2 + 12, top.y + top.height / 2, { steps: 4 })
    await page.mouse.up()
    await page.waitForFunction(`globalThis.draws > ${settled}`)
  })
})
