import type { Page } from 'playwright-core'
import { browserSkip } from '../test/browser.ts'
import { type EditorPage, withEditor } from '../test/web/editorPage.ts'
import { CAR, PERSON, ROAD, sampleJob, trackOf } from '../test/web/samplePayload.ts'
import { atMost, type BenchResult } from './result.ts'
import { taskTimes } from './support/mainThread.ts'

const SHAPES = 5_000
const COLUMNS = 100
const IMAGE = { widthPx: 3840, heightPx: 2160 }
const FRAME = { widthPx: 1280, heightPx: 720 }
const FRAMES = 60
const STEPS = 1_000
const MEGABYTE = 1024 * 1024

/** Main-thread work of the image and video editors in a real browser, with 5,000 boxes. */
export async function run(): Promise<BenchResult[]> {
  if (browserSkip()) return []
  return [...(await imageResults()), ...(await videoResults())]
}

function boxes() {
  return Array.from({ length: SHAPES }, (_, i) => {
    const left = (i % COLUMNS) / (COLUMNS + 1)
    const top = Math.floor(i / COLUMNS) / (SHAPES / COLUMNS + 1)
    const shape = { type: 'rectangle', left, top, right: left + 0.008, bottom: top + 0.015 } as const
    return trackOf(`t${i}`, [CAR, ROAD, PERSON][i % 3], [[0, shape]])
  })
}

async function imageResults(): Promise<BenchResult[]> {
  const { payload, files } = await sampleJob('image2d', IMAGE, 1, boxes())
  const results: BenchResult[] = []
  await withEditor(payload, files, async ({ page, run }) => {
    await page.waitForTimeout(2_000)
    const measure = async (name: string, use: () => Promise<void>) => {
      const { p95Ms } = await taskTimes(page, use)
      results.push(atMost(`web: ${SHAPES} boxes, ${name}, task p95`, p95Ms, 'ms', 50))
    }
    await measure('panning', () => dragged(page, 'middle', 60))
    await measure('zooming', async () => {
      for (let i = 0; i < 30; i++) await page.mouse.wheel(0, -60)
      for (let i = 0; i < 30; i++) await page.mouse.wheel(0, 60)
    })
    await page.keyboard.press('0')
    await measure('pointing', async () => {
      for (let i = 0; i < 60; i++) await page.mouse.move(300 + i * 8, 300 + i * 3)
    })
    await measure('selecting', async () => {
      for (let i = 0; i < 30; i++) await page.mouse.click(300 + i * 12.4, 300)
    })
    await measure('dragging one', () => dragged(page, 'left', 60))
    await page.keyboard.press('Control+a')
    const place = () => run<number>(`session.document.tracks.get('t0').views.get('').keys[0].shape.left`)
    const before = await place()
    await measure('dragging all', () => dragged(page, 'left', 60))
    if ((await place()) === before) throw new Error('nothing was dragged')
    await measure('undo and redo', async () => {
      for (let i = 0; i < 10; i++) {
        await page.keyboard.press('Control+z')
        await page.keyboard.press('Control+y')
      }
    })
  })
  return results
}

async function dragged(page: Page, button: 'left' | 'middle', steps: number): Promise<void> {
  await page.mouse.move(640, 405)
  await page.mouse.down({ button })
  for (let i = 0; i < steps; i++) await page.mouse.move(640 + i * 3, 405 + i * 2)
  await page.mouse.up({ button })
}

async function videoResults(): Promise<BenchResult[]> {
  const { payload, files } = await sampleJob('video2d', FRAME, FRAMES, boxes().slice(0, 200))
  const results: BenchResult[] = []
  await withEditor(payload, files, async (editor) => {
    const { page, fetched } = editor
    while (fetched.size < FRAMES) await page.waitForTimeout(100)
    const step = async (count: number) => {
      for (let i = 0; i < count; i++) await page.keyboard.press(i % (2 * FRAMES) < FRAMES ? 'f' : 'd')
    }
    await step(100)
    const { p95Ms } = await taskTimes(page, () => step(120))
    results.push(atMost('web: stepping through buffered frames, task p95', p95Ms, 'ms', 50))
    const before = await heapBytes(editor)
    await step(STEPS)
    const grown = ((await heapBytes(editor)) - before) / MEGABYTE
    results.push(atMost(`web: memory gained over ${STEPS} steps`, Math.max(0, grown), 'MB', 5))
    const decoded = [...fetched.values()].reduce((sum, count) => sum + count, 0) - FRAMES
    results.push(atMost('web: frames fetched a second time while stepping', decoded, 'frames', 0))
  })
  return results
}

/** The heap after a collection. */
async function heapBytes({ page }: EditorPage): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}
