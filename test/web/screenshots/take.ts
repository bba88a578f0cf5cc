// npm run screenshots: starts the demo, opens one job of each kind and writes what the pages show to docs/pictures.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../../browser.ts'
import { drawn, loaded } from '../fusionPage.ts'
import { LAPTOP, opened, visit } from '../site.ts'
import { DemoSite } from './demoSite.ts'
import { filmOneDrag } from './oneDrag.ts'
import { writePicture } from './picture.ts'

const FOLDER = new URL('../../../docs/pictures/', import.meta.url)
const fileOf = (name: string) => fileURLToPath(new URL(name, FOLDER))

interface Shot {
  name: string
  project: string
  referenceId: string
  /** Prepares the open job for the picture. */
  arrange(page: Page): Promise<void>
}

const SHOTS: readonly Shot[] = [
  { name: 'image', project: 'Demo: images', referenceId: 'image-1', arrange: selectCar },
  { name: 'video', project: 'Demo: video', referenceId: 'video-1', arrange: middleOfVideo },
  { name: 'cuboids', project: 'Demo: sensor fusion', referenceId: 'cuboids-1', arrange: focusOnCar },
  { name: 'linked-boxes', project: 'Demo: sensor fusion', referenceId: 'linked_boxes-1', arrange: cameraLarge },
  { name: 'segmentation', project: 'Demo: point cloud segmentation', referenceId: 'street_points-1', arrange: cloud },
]

async function selectCar(page: Page): Promise<void> {
  await page.getByRole('option', { name: /car/ }).first().click()
}

async function middleOfVideo(page: Page): Promise<void> {
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight')
  await selectCar(page)
}

async function focusOnCar(page: Page): Promise<void> {
  await loaded(page)
  // The parked car next to the recording car, between the lane lines and the houses.
  const search = page.getByRole('textbox', { name: 'Search objects' })
  await search.fill('car 5')
  await page.getByRole('option', { name: /car 5/ }).first().click()
  await search.fill('')
  await search.blur()
  await page.keyboard.press('Space')
  await drawn(page)
}

async function cameraLarge(page: Page): Promise<void> {
  await focusOnCar(page)
  await page.keyboard.press('h')
  await drawn(page)
}

async function cloud(page: Page): Promise<void> {
  await loaded(page)
  await drawn(page)
}

/** Images arrive and are drawn after the page says that it is open. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.mouse.move(2, 2)
  await page.evaluate('new Promise((done) => setTimeout(done, 1500))')
}

async function takeAll(site: DemoSite, page: Page): Promise<void> {
  const shoot = async (name: string) => {
    await settled(page)
    await writePicture(fileOf(`${name}.png`), await page.screenshot())
    process.stdout.write(`${name}\n`)
  }
  const go = (path: string) => page.goto(site.service.baseUrl + path)
  await go('/queue')
  await shoot('queue')
  await go(`/projects/${await site.project('Demo: sensor fusion')}`)
  await shoot('project')
  for (const { name, project, referenceId, arrange } of SHOTS) {
    await go(`/jobs/${await site.claim(project, referenceId)}`)
    await opened(page)
    await arrange(page)
    await shoot(name)
  }
  await filmOneDrag(site, page, fileOf('one-drag.webp'))
}

mkdirSync(FOLDER, { recursive: true })
const site = await DemoSite.start()
try {
  await visit(site.service.baseUrl, '/queue', site.person, ({ page }) => takeAll(site, page), { viewport: LAPTOP })
} finally {
  await closeBrowser()
  await site.service.remove()
}
