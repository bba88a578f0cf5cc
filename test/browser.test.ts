import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserSkip, withBrowser } from './browser.ts'

test('the browser of the tests runs scripts and draws with WebGL 2', { skip: browserSkip() }, async () => {
  const drawn = await withBrowser(async (context) => {
    const page = await context.newPage()
    await page.setContent('<canvas width=2 height=2></canvas>')
    // As text: the tests are compiled without the types of a browser.
    return page.evaluate(`(() => {
      const gl = document.querySelector('canvas').getContext('webgl2')
      gl.clearColor(1, 0, 0, 1)
      gl.clear(gl.COLOR_BUFFER_BIT)
      const pixel = new Uint8Array(4)
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
      return [...pixel]
    })()`)
  })
  assert.deepEqual(drawn, [255, 0, 0, 255])
})
