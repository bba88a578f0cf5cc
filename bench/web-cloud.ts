import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { browserSkip } from '../test/browser.ts'
import { type EditorPage, withEditor } from '../test/web/editorPage.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'
import { taskTimes } from './support/mainThread.ts'
import { asciiPcd, denseCloud } from './support/web/denseCloud.ts'
import { carsInRows, driveJob } from './support/web/driveJob.ts'
import { pcdLoaderTimes, type ShowTimes } from './support/web/pcdLoader.ts'

const MANY_POINTS = 1_000_000
/** Frames with many points, too far apart for one to be fetched ahead from another. */
const MANY_AT = [10, 20, 30, 40]
const FEW_POINTS = 1_000
const STEP_POINTS = 150_000
const FRAMES = 40
const STEPS = 1_000
const HELD = 8
const CUBOIDS = 1_000
const MEGABYTE = 1024 * 1024

/** Counts uploads to the GPU in large pieces, and reports when this many points were drawn in one call. */
const WATCH_GPU = `(() => {
  const gl = WebGL2RenderingContext.prototype
  globalThis.uploads = 0
  for (const name of ['bufferData', 'bufferSubData', 'texImage2D', 'texSubImage2D']) {
    const plain = gl[name]
    gl[name] = function (...given) {
      if (given.some((one) => one?.byteLength > 60_000)) globalThis.uploads++
      return plain.apply(this, given)
    }
  }
  const { drawArrays } = gl
  gl.drawArrays = function (mode, first, count) {
    drawArrays.call(this, mode, first, count)
    if (count >= globalThis.awaited?.count) queueMicrotask(() => {
      const handedAt = performance.now()
      this.readPixels(0, 0, 1, 1, this.RGBA, this.UNSIGNED_BYTE, new Uint8Array(4))
      globalThis.awaited?.done(handedAt, performance.now())
      globalThis.awaited = undefined
    })
  }
})()`

/** Goes to a frame; answers how long it takes until all its points are handed to the renderer, and until they are drawn. */
const show = (frame: number, count: number) => `new Promise((resolve) => {
  const startedAt = performance.now()
  globalThis.awaited = { count: ${count}, done: (...ends) => resolve(ends.map((at) => at - startedAt)) }
  session.setFrame(${frame})
})`

const TWO_PICTURES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Main-thread work, uploads and memory of the 3D views in a real browser. Names say what drew. */
export async function run(): Promise<BenchResult[]> {
  if (browserSkip()) return []
  const results = [...(await manyPoints()), ...(await sequence()), ...(await manyCuboids())]
  return [...results, shown('web: load of the machine afterwards, of the last minute', loadavg()[0], '')]
}

const shown = (name: string, value: number, unit: string): BenchResult => ({
  name,
  value,
  unit,
  goal: null,
  holds: null,
})
const least = (values: readonly number[]) => Math.min(...values)
const loaded = (page: Page) => page.locator('.sensors-loading').first().waitFor({ state: 'detached' })

/** What draws, as short as it can be recognised. */
async function rendererOf({ run: evaluate }: EditorPage): Promise<string> {
  const name = await evaluate<string>(`(() => {
    const gl = document.querySelector('.sensors-canvas').getContext('webgl2')
    return gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER)
  })()`)
  return /SwiftShader|llvmpipe/.exec(name)?.[0] ?? name
}

/**
 * A million points: no long task, and loaded soon compared with three's own loader on the ASCII file of the same
 * points. Both pages are open before and served from this process; both draw the points two pixels large on a canvas of
 * the size of the large view. The goal covers the way to the renderer: with software rendering, drawing takes longer
 * than everything else.
 */
async function manyPoints(): Promise<BenchResult[]> {
  const points = Array.from({ length: MANY_AT.at(-1)! + 1 }, (_, i) => (MANY_AT.includes(i) ? MANY_POINTS : FEW_POINTS))
  const { payload, files } = await driveJob(points, { withCameras: false })
  const results: BenchResult[] = []
  let size = { width: 0, height: 0 }
  const ours: ShowTimes[] = []
  let by = ''
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(page)
    await editor.run(WATCH_GPU)
    by = await rendererOf(editor)
    size = (await page.locator('[data-view="main"]').boundingBox())!
    const [traced, ...timed] = MANY_AT
    const { maxMs } = await taskTimes(page, () => editor.run(show(traced, MANY_POINTS)))
    results.push(atMost(`web: 1 M points fetched, uploaded, drawn (${by}), longest task`, maxMs, 'ms', 50))
    for (const frame of timed) ours.push(await editor.run<ShowTimes>(show(frame, MANY_POINTS)))
  })
  const theirs = await pcdLoaderTimes(asciiPcd(denseCloud(MANY_POINTS)), size, ours.length)
  const [handed, drawn] = [0, 1].map((end) => [ours, theirs].map((times) => least(times.map((one) => one[end]))))
  results.push(
    shown('web: 1 M points, request to hand-over to the renderer, chunks in the editor', handed[0], 'ms'),
    shown('web: 1 M points, request to hand-over to the renderer, PCDLoader on ASCII', handed[1], 'ms'),
    atLeast('web: so much sooner than PCDLoader up to the hand-over', handed[1] / handed[0], 'times', 5),
    shown(`web: 1 M points, request to complete picture, chunks in the editor (${by})`, drawn[0], 'ms'),
    shown(`web: 1 M points, request to complete picture, PCDLoader on ASCII (${by})`, drawn[1], 'ms'),
    shown(`web: so much sooner than PCDLoader with drawing (${by})`, drawn[1] / drawn[0], 'times'),
  )
  return results
}

async function sequence(): Promise<BenchResult[]> {
  const { payload, files } = await driveJob(Array(FRAMES).fill(STEP_POINTS), { tracks: carsInRows(1) })
  const results: BenchResult[] = []
  await withEditor(payload, files, async (editor) => {
    const { page, fetched } = editor
    await loaded(page)
    await editor.run(WATCH_GPU)
    const name = (what: string, by: string) => `web: 150,000 points and 3 cameras, ${what}, task p95 (${by})`
    const by = await rendererOf(editor)
    const measure = async (what: string, use: () => Promise<void>) => {
      const { p95Ms } = await taskTimes(page, use)
      results.push(atMost(name(what, by), p95Ms, 'ms', 50))
    }
    await measure('panning', () => dragged(page, 'main', 'right', 60))
    await measure('orbiting', () => dragged(page, 'main', 'middle', 60))
    await page.keyboard.press('Tab')
    await page.waitForTimeout(500)
    await measure('dragging a box', () => dragged(page, 'top', 'left', 60))
    if (!(await editor.run('session.canUndo'))) throw new Error('no box was dragged')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Escape')

    // To and fro over all frames; `held` presses go out without waiting, as those of a key that is held down.
    const step = async (count: number, held = 1) => {
      for (let i = 0; i < count; i += held) {
        const key = i % (2 * (FRAMES - 1)) < FRAMES - 1 ? 'ArrowRight' : 'ArrowLeft'
        await Promise.all(Array.from({ length: held }, () => page.keyboard.press(key)))
      }
    }
    for (let i = 1; i < FRAMES; i++) {
      await step(1)
      await page.waitForFunction(`session.frame === ${i}`)
      await loaded(page)
      await editor.run(TWO_PICTURES)
    }
    for (let i = 1; i < FRAMES; i++) await page.keyboard.press('ArrowLeft')
    await page.waitForTimeout(1000)
    const uploads = await editor.run<number>('uploads')
    await measure('stepping', () => step(2 * (FRAMES - 1)))
    const before = await bytesHeld(editor)
    await step(STEPS, HELD)
    await page.waitForTimeout(1000)
    const grown = ((await bytesHeld(editor)) - before) / MEGABYTE
    const again = (await editor.run<number>('uploads')) - uploads
    const clouds = [...fetched].filter(([path]) => path.includes('cloud'))
    results.push(
      atMost('web: uploads while stepping over frames seen before', again, 'buffers', 0),
      atMost('web: clouds fetched a second time', clouds.reduce((sum, [, count]) => sum + count, 0) - FRAMES, '', 0),
      atMost(`web: memory gained over ${STEPS} steps`, Math.max(0, grown), 'MB', 5),
    )
  })
  return results
}

async function manyCuboids(): Promise<BenchResult[]> {
  const { payload, files } = await driveJob([STEP_POINTS], { tracks: carsInRows(CUBOIDS) })
  const results: BenchResult[] = []
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(page)
    await page.waitForTimeout(2000)
    const box = (await page.locator('[data-view="main"]').boundingBox())!
    const at = (i: number) => [box.x + box.width * (0.3 + 0.013 * i), box.y + box.height * (0.45 + 0.006 * i)] as const
    const measure = async (what: string, use: () => Promise<void>) => {
      const { p95Ms, maxMs } = await taskTimes(page, use)
      const by = await rendererOf(editor)
      results.push(atMost(`web: 1,000 cuboids, ${what}, task p95 (${by})`, p95Ms, 'ms', 50))
      results.push(shown(`web: 1,000 cuboids, ${what}, longest task`, maxMs, 'ms'))
    }
    await measure('pointing', async () => {
      for (let i = 0; i < 30; i++) await page.mouse.move(...at(i))
    })
    const chosen = new Set<string>()
    await measure('picking and selecting', async () => {
      for (let i = 0; i < 30; i++) {
        await page.mouse.click(...at(i))
        chosen.add(await editor.run<string>('[...session.selection].join()'))
      }
    })
    results.push(atLeast('web: 1,000 cuboids, different ones selected by 30 clicks', chosen.size, 'cuboids', 10))
  })
  return results
}

async function dragged(page: Page, view: string, button: 'left' | 'middle' | 'right', steps: number): Promise<void> {
  const box = (await page.locator(`[data-view="${view}"]`).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down({ button })
  for (let i = 0; i < steps; i++) await page.mouse.move(x + i * 0.8, y + i * 0.4)
  await page.mouse.up({ button })
}

/** The page's memory after a collection, including array buffers and the browser's memory for it. */
async function bytesHeld({ page }: EditorPage): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const usage: Partial<Record<string, number>> = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return (usage.usedSize ?? 0) + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0)
}
