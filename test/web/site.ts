import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from 'playwright-core'
import type { NewProject, TagBody } from '../../src/client/types/admin.ts'
import { type BrowserOptions, withContext } from '../browser.ts'
import type { Person } from '../support/person.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

export const LAPTOP = { width: 1366, height: 768 }

// Drawing by software on a busy machine is slow; what never comes is ended by the test's own time limit.
const PATIENCE_MS = 60_000

let built: Promise<void> | null = null

/** The pages as the service serves them, built when there are none or their sources have changed. */
export function buildSite(): Promise<void> {
  built ??= build()
  return built
}

async function build(): Promise<void> {
  const module = new URL('../../scripts/lib/web.mjs', import.meta.url)
  const child = spawn(process.execPath, ['-e', `await (await import(${JSON.stringify(module)})).ensureWebBuilt()`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the pages could not be built')
}

/** The pages, a service that serves them, and a project on it. */
export async function setSite(
  project: Partial<NewProject>,
  tags: Readonly<Record<string, TagBody>>,
): Promise<{ stage: Stage; tenant: Tenant }> {
  await buildSite()
  const stage = await setStage()
  return { stage, tenant: await Tenant.create(stage.admin, project, tags) }
}

export interface Visit {
  page: Page
  /** Faults of the page: uncaught errors, and what the content policy refused. */
  faults: string[]
}

/** Opens an empty browser at the address, signed in as the person where there is one. Nothing moves unless asked for. */
export async function visit<T>(
  baseUrl: string,
  path: string,
  person: Person | null,
  use: (visit: Visit) => Promise<T>,
  options: BrowserOptions = { viewport: LAPTOP },
): Promise<T> {
  return withContext(
    async (context) => {
      context.setDefaultTimeout(PATIENCE_MS)
      if (person?.cookie) {
        const [name, ...value] = person.cookie.split('=')
        await context.addCookies([{ name, value: value.join('='), url: baseUrl }])
      }
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) faults.push(message.text())
      })
      await page.goto(baseUrl + path)
      return use({ page, faults })
    },
    { reducedMotion: 'reduce', ...options },
  )
}

/** Goes to another page of the console as a link does: the program is not loaded again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

/** Drags over the view, by fractions of it. */
export async function dragInView(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const view = (await page.getByRole('main', { name: 'View' }).boundingBox())!
  const at = ([x, y]: [number, number]): [number, number] => [view.x + x * view.width, view.y + y * view.height]
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await page.mouse.move(...at(to))
  await page.mouse.up()
}

/**
 * Opens the page of a job and waits until its editor is ready; instructions that appear first are confirmed at once.
 */
export async function opened(page: Page): Promise<void> {
  await page.locator('.tool-strip button').first().waitFor()
  const instructions = page.getByRole('dialog', { name: /^Instructions/ })
  if (!(await instructions.isVisible())) return
  await instructions.locator('[data-read]').click()
  await instructions.waitFor({ state: 'detached' })
}

/** Waits until the image of an image job is shown, without a note about loading over the view. */
export async function imageShown(page: Page): Promise<void> {
  await page.locator('.view-note').waitFor({ state: 'detached' })
}

/** A job takes its submission only 600 ms after it was opened, and when its first frame is drawn. */
export async function submittable(page: Page): Promise<void> {
  await page.locator('.view-note, .sensors-loading').first().waitFor({ state: 'detached' })
  await page.evaluate(`new Promise((done) => {
    const atMs = performance.now() + 650
    const look = () => (performance.now() > atMs ? done() : requestAnimationFrame(look))
    look()
  })`)
}

/** Submits or accepts by the key, in spite of what the dialog may list; done when the page says so. */
export async function submitAnyway(page: Page): Promise<void> {
  await submittable(page)
  await page.keyboard.press('Control+Enter')
  const anyway = page.getByRole('dialog').getByRole('button', { name: /^(Submit|Accept) anyway$/ })
  const isDone = page.getByText(/^(Submitted|Accepted) /)
  await anyway.or(isDone).first().waitFor()
  if (await anyway.isVisible()) await anyway.click()
  await isDone.first().waitFor()
}

export const saved = (page: Page) => page.locator('[data-save-state=saved]').waitFor()
