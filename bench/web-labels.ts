import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { encodeLabels } from '../src/formats/document/labelsFile.ts'
import { identityPose } from '../src/geometry/pose.ts'
import { browserSkip } from '../test/browser.ts'
import { type EditorPage, withEditor } from '../test/web/editorPage.ts'
import { segmentationSample } from '../test/web/segmentationPayload.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'
import { taskTimes } from './support/mainThread.ts'
import { median } from './support/median.ts'
import { denseCloud, pointChunks } from './support/web/denseCloud.ts'

const MANY = 1_000_000
const HUGE = 10_000_000
const FEW = 1_000
/** Software rendering takes a second or more for a million points: fewer pixels make this faster. */
const VIEWPORT = { width: 1000, height: 640 }
/** In fractions of the view. */
const LASSO = [
  [0.4, 0.4],
  [0.55, 0.38],
  [0.6, 0.55],
  [0.45, 0.6],
  [0.4, 0.42],
] as const

/**
 * Labels of points in a real browser: the work of the page's thread for a stroke, and the size of the data. The points
 * have random order, so that a stroke has as many runs as points: no lidar's file is that bad.
 */
export async function run(): Promise<BenchResult[]> {
  if (browserSkip()) return []
  return [...(await strokes()), ...(await huge())]
}

async function strokes(): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  await withCloud(MANY, async (editor) => {
    const { page, run: evaluate } = editor
    const add = (name: string, value: number, unit: string, goal: number) =>
      results.push(atMost(`web: 1 M points, ${name}`, value, unit, goal))
    // Two warm-up runs first: cold code is not the subject of the measurement.
    for (const tool of ['lasso', 'brush', 'lasso'] as const) {
      await stroke(editor, tool)
      await page.keyboard.press('Control+z')
      await drawn(editor)
    }
    const lassos: Awaited<ReturnType<typeof stroke>>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) await page.keyboard.press('Control+z')
      await drawn(editor)
      lassos.push(await stroke(editor, 'lasso'))
    }
    const points = await labelled(editor)
    const released = median(lassos.map(({ release }) => release.totalMs))
    const moved = median(lassos.map(({ move }) => move.maxMs))
    add(`lasso of ${points} scattered ones, from release to colours, work of the page`, released, 'ms', 50)
    add('the same lasso while it is drawn, longest task', moved, 'ms', 16)
    await watchUploads(editor)
    const recolour = await taskTimes(page, async () => {
      await evaluate(RECOLOUR)
      await drawn(editor)
    })
    add('another colour for a class, longest task', recolour.maxMs, 'ms', 50)
    add('another colour for a class, buffers of points sent', await evaluate<number>('pointUploads'), '', 0)
    const undo = await taskTimes(page, async () => {
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+z')
      await drawn(editor)
    })
    add('undo of both, longest task', undo.maxMs, 'ms', 50)
    const brush = await stroke(editor, 'brush')
    results.push(atLeast('web: 1 M points, taken by the brush', await labelled(editor), 'points', 1000))
    add('a move of the brush, longest task', brush.move.maxMs, 'ms', 16)
  })
  return results
}

const SETTLE_MS = 2_000
const ROUNDS = 5

/** Waits two pictures: then everything requested before has been drawn. */
const drawn = async ({ page, run: evaluate }: EditorPage) => {
  await evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
  await page.waitForTimeout(SETTLE_MS / 4)
}

/** Draws over the view; the move and the release are measured apart. What was done before must be undone. */
async function stroke(editor: EditorPage, tool: 'lasso' | 'brush') {
  const { page, run: evaluate } = editor
  await evaluate(`session.setTool('${tool}')`)
  const box = (await page.locator('[data-view="main"]').boundingBox())!
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(LASSO[0]))
  await page.mouse.down()
  const move = await taskTimes(page, async () => {
    for (const place of LASSO) await page.mouse.move(...at(place))
    await page.waitForTimeout(SETTLE_MS)
    await drawn(editor)
  })
  const release = await taskTimes(page, async () => {
    await page.mouse.up()
    await page.waitForFunction('session.canUndo')
    await drawn(editor)
  })
  return { move, release }
}

const labelled = ({ run: evaluate }: EditorPage) =>
  evaluate<number>('session.labels.reduce((count, label) => count + (label > 0), 0)')

const RECOLOUR = `session.execute('Colour', session.document.legend.map((entry) => (
  { type: 'putLegendEntry', entry: { ...entry, color: 'rgb(1, 2, 3)' }, index: null }
)))`

/** Counts uploads to the GPU in pieces that only points have. */
const watchUploads = ({ run: evaluate }: EditorPage) =>
  evaluate(`(() => {
    const gl = WebGL2RenderingContext.prototype
    globalThis.pointUploads = 0
    for (const name of ['bufferData', 'bufferSubData']) {
      const plain = gl[name]
      gl[name] = function (...given) {
        if (given.some((one) => one?.byteLength > 4096)) globalThis.pointUploads++
        return plain.apply(this, given)
      }
    }
  })()`)

/** Ten million points: they load, can be labelled, and weigh what they may. */
async function huge(): Promise<BenchResult[]> {
  const least = await withCloud(FEW, (editor) => weight(editor.page))
  const results: BenchResult[] = []
  await withCloud(HUGE, async (editor) => {
    const bytes = ((await weight(editor.page)) - least) / HUGE
    const { release } = await stroke(editor, 'lasso')
    results.push(
      atMost('web: 10 M points, held by all threads and the GPU', bytes, 'bytes a point', 60),
      atLeast('web: 10 M points, labelled by a lasso', await labelled(editor), 'points', 100_000),
      { name: 'web: 10 M points, lasso, longest task', value: release.maxMs, unit: 'ms', goal: null, holds: null },
    )
  })
  return results
}

/**
 * Bytes in memory of all processes of the browser, that of the GPU among them. Callers subtract the weight of a page
 * without points.
 */
async function weight(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.detach()
  const browser = await page.context().browser()!.newBrowserCDPSession()
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
  await browser.detach()
  return processInfo.reduce((sum, { id }) => sum + residentBytes(id), 0)
}

function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) * 1024
}

async function withCloud<T>(pointCount: number, use: (editor: EditorPage) => Promise<T>): Promise<T> {
  const { payload, files } = await segmentationSample()
  if (payload.content.kind !== 'cloud') throw new Error('no cloud')
  const body = pointChunks(denseCloud(pointCount))
  files.set('lidar', { body, type: 'application/octet-stream' })
  files.set('labels', { body: encodeLabels(new Uint32Array(pointCount)), type: 'application/octet-stream' })
  const [frame] = payload.content.frames
  const sensors = frame.sensors.map((sensor) => ({
    ...sensor,
    cloud: sensor.cloud && {
      ...sensor.cloud,
      bytes: body.length,
      pointCount,
      finiteCount: pointCount,
      commonFromCloud: identityPose,
    },
  }))
  const content = { ...payload.content, frames: [{ ...frame, sensors }] }
  let result: T | undefined
  await withEditor(
    { ...payload, content, pointCount },
    files,
    async (editor) => {
      editor.page.setDefaultTimeout(180_000)
      await editor.page.locator('.sensors-loading').first().waitFor({ state: 'detached' })
      await editor.page.waitForFunction('session.tools.length > 0')
      await editor.page.waitForTimeout(2 * SETTLE_MS)
      result = await use(editor)
    },
    VIEWPORT,
  )
  return result as T
}
