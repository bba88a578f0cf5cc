import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { browserSkip } from '../test/browser.ts'
import { type OwnStage, setOwnStage } from '../test/support/ownStage.ts'
import { Person } from '../test/support/person.ts'
import { pngOf } from '../test/support/samples.ts'
import { Tenant } from '../test/support/tenant.ts'
import { buildSite, dragInView, imageShown, opened, visit } from '../test/web/site.ts'
import { atMost, type BenchResult } from './result.ts'
import { taskTimes } from './support/mainThread.ts'
import { median } from './support/median.ts'

const ROUNDS = 5
const IMAGE = { width: 3840, height: 2160 }
const GOAL_MS = 300

interface Opening {
  wallMs: number
  /** Work of the page's main thread. */
  workMs: number
}

/** From the key that submits a job to the picture of the next one: with and without prefetching. */
export async function run(): Promise<BenchResult[]> {
  if (browserSkip()) return []
  await buildSite()
  const stage = await setOwnStage()
  try {
    const [brought, fetched] = [await openings(stage, true), await openings(stage, false)]
    const wall = median(brought.map(({ wallMs }) => wallMs))
    const later = median(fetched.map(({ wallMs }) => wallMs))
    return [
      atMost('web: next image job of 3840 × 2160, from the key to its picture', wall, 'ms', GOAL_MS),
      atMost('the same, work of the page', median(brought.map(({ workMs }) => workMs)), 'ms', GOAL_MS),
      { name: 'the same, to one that is not in the cache', value: wall / later, unit: '×', goal: null, holds: null },
    ]
  } finally {
    await stage.clear()
  }
}

async function openings(stage: OwnStage, isBrought: boolean): Promise<Opening[]> {
  const classes = [{ name: 'car', color: 'rgb(230, 159, 0)' }]
  const tenant = await Tenant.create(stage.admin, { undo_seconds: 30 }, { cars: { operation: 'image2d', classes } })
  for (let round = 0; round <= ROUNDS; round++) {
    const image_url = stage.files.put(`/${randomUUID()}.jpg`, await photo(round + 1))
    const jobId = await tenant.submit({ reference_id: `job ${round}`, tag: 'cars', data: { image_url } })
    await tenant.reached(jobId, 'queued')
  }
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  return visit(stage.service.baseUrl, '/queue', ann, async ({ page }) => {
    // Then the search for the next job finds none.
    if (!isBrought) await page.route(/\/api\/queue(\?|$)/, (route) => route.abort())
    await page.getByRole('button', { name: 'Next job' }).press('Enter')
    await shown(page, 0)
    const all: Opening[] = []
    for (let round = 1; round <= ROUNDS; round++) all.push(await opening(page, round, isBrought))
    return all
  })
}

async function opening(page: Page, round: number, isBrought: boolean): Promise<Opening> {
  if (isBrought) await page.waitForEvent('requestfinished', (one) => one.url().includes('/api/assets/'))
  // The other background work after opening a job.
  await page.waitForTimeout(3_000)
  await page.keyboard.press('r')
  await dragInView(page, [0.3, 0.3], [0.5, 0.5])
  let wallMs = 0
  const { totalMs } = await taskTimes(page, async () => {
    const startMs = performance.now()
    await page.keyboard.press('Control+Enter')
    await shown(page, round)
    wallMs = performance.now() - startMs
  })
  return { wallMs, workMs: totalMs }
}

/** Some 2 MB, as of a camera. */
const photo = async (seed: number): Promise<Buffer> =>
  sharp(await pngOf(960, 540, seed))
    .resize(IMAGE.width, IMAGE.height)
    .jpeg()
    .toBuffer()

async function shown(page: Page, round: number): Promise<void> {
  await page.getByRole('heading', { name: `job ${round}` }).waitFor()
  await opened(page)
  await imageShown(page)
}
