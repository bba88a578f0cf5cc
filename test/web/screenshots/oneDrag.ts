import { statSync } from 'node:fs'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { JobPayloadAnswer } from '../../../src/contract/payload.ts'
import { rotate } from '../../../src/geometry/quaternion.ts'
import { add, distance, scale, type Vec3 } from '../../../src/geometry/vec3.ts'
import { drawn, FusionPage, type Place } from '../fusionPage.ts'
import { opened } from '../site.ts'
import type { DemoSite } from './demoSite.ts'

const WIDTH_PX = 960
const STEPS = 8
const MAX_BYTES = 1_000_000
/** Milliseconds that a picture is shown: while the pointer moves, and at the end. */
const DELAY = { moving: 120, looking: 1600 }

interface Picture {
  png: Buffer
  pointer: Place
  delayMs: number
}

/** Draws a car by one drag from its rear to its front and writes it as an animated picture. */
export async function filmOneDrag(site: DemoSite, page: Page, file: string): Promise<void> {
  const jobId = await site.claim('Demo: sensor fusion', 'cuboids-1')
  await page.goto(`${site.service.baseUrl}/jobs/${jobId}`)
  await opened(page)
  const fusion = await FusionPage.of(page, site.person, jobId)
  const { rear, middle, front } = await nearestCar(site, jobId, fusion)
  await fusion.showAllFromAbove()
  await fusion.zoomAt(middle, -800)
  await page.mouse.click(...(await fusion.mainPlace(middle)))
  await page.keyboard.press('Delete')
  await page.keyboard.press('b')
  const pictures: Picture[] = []
  const take = async (pointer: Place, delayMs: number) => {
    await drawn(page)
    pictures.push({ png: await page.screenshot(), pointer, delayMs })
  }
  const [from, to] = [await fusion.mainPlace(rear), await fusion.mainPlace(front)]
  await page.mouse.move(...from)
  // The notice about the deleted car goes.
  await page.waitForTimeout(4000)
  await take(from, DELAY.looking)
  await page.mouse.down()
  for (let step = 1; step <= STEPS; step++) {
    const share = step / STEPS
    const at: Place = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
    await page.mouse.move(...at)
    await take(at, DELAY.moving)
  }
  await page.mouse.up()
  await page.locator('[data-object][aria-selected=true]').first().waitFor()
  await take(to, DELAY.looking)
  await page.keyboard.press('Space')
  await take(to, 2 * DELAY.looking)
  await write(file, pictures)
}

/** The car of the first frame that is nearest to the lidar: its ends and its middle on the ground. */
async function nearestCar(site: DemoSite, jobId: string, fusion: FusionPage) {
  const { document, tag } = await site.person.get<JobPayloadAnswer>(`/api/jobs/${jobId}`)
  const car = tag.classes.find(({ name }) => name === 'car')?.classId
  const sensor = fusion.job.frames[0].clouds[0].sensorPosition
  const cars = document.tracks.flatMap(({ classId, cuboid }) => {
    const key = classId === car ? cuboid?.keys[0] : undefined
    return cuboid && key?.kind === 'shape' && key.frame === 0 ? [{ ...key.shape, dimensions: cuboid.dimensions }] : []
  })
  const away = ({ position }: { position: Vec3 }) => distance(position, sensor)
  const [nearest] = cars.toSorted((a, b) => away(a) - away(b))
  if (!nearest) throw new Error('the first frame has no car')
  const { position, heading, dimensions } = nearest
  const ahead = scale(rotate(heading, { x: 1, y: 0, z: 0 }), dimensions.length / 2)
  const middle = { ...position, z: position.z - dimensions.height / 2 }
  return { rear: add(middle, scale(ahead, -1)), middle, front: add(middle, ahead) }
}

/** @throws Error when the file is too large for a page of documentation */
async function write(file: string, pictures: readonly Picture[]): Promise<void> {
  const frames = await Promise.all(
    pictures.map(async ({ png, pointer: [x, y] }) => {
      // Browsers do not draw the pointer into their screenshots.
      const arrow = Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="18" height="26"><path d="M1 1v19l5-5 4 9 4-2-4-8h7z" fill="#fff" stroke="#000" stroke-width="1.5"/></svg>',
      )
      const shown = await sharp(png)
        .composite([{ input: arrow, left: Math.round(x), top: Math.round(y) }])
        .toBuffer()
      return sharp(shown).resize({ width: WIDTH_PX }).png().toBuffer()
    }),
  )
  const delay = pictures.map(({ delayMs }) => delayMs)
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 60, effort: 6, loop: 0, delay })
    .toFile(file)
  const { size } = statSync(file)
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes, more than ${MAX_BYTES}`)
}
