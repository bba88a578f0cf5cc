import type { BrowserContext, Page } from 'playwright-core'
import type { JobPayloadAnswer } from '../../../src/contract/payload.ts'
import { withContext } from '../../browser.ts'
import { LAPTOP, opened, submittable } from '../../web/site.ts'
import { Difference } from '../difference.ts'
import type { ModeAct } from '../intentRun.ts'
import type { Run } from '../search.ts'
import type { HandSite, Work } from './handSite.ts'

/** What happens around the work, in every kind of it. */
export const AROUND = {
  undo: 6,
  redo: 4,
  reload: 2,
  killTab: 2,
  offline: 2,
  online: 4,
  slow: 2,
  fast: 3,
  secondTab: 1,
  overtaken: 1,
  leaseLost: 1,
  holdSubmit: 1,
  pressTwice: 1,
} as const
export type AroundKind = keyof typeof AROUND

const AROUND_KINDS: ReadonlySet<string> = new Set(Object.keys(AROUND))
const SLOW_MS = 1_500
/** How often the page is asked to save and looked at before a difference is one. */
const LOOKS = 40
const LOOK_EVERY_MS = 100

/** Everything that the page says: at the pointer, beside the view and in dialogs. */
const LISTEN = `globalThis.said = []
new MutationObserver((changes) => {
  for (const { addedNodes, target } of changes) {
    const near = target.nodeType === 3 ? target.parentElement : target
    for (const node of [near, ...addedNodes]) {
      const element = node?.closest?.('.pointer-message, .notice-text, [role=dialog], [role=alertdialog]')
        ?? node?.querySelector?.('.pointer-message, .notice-text, [role=dialog]')
      const text = element?.textContent
      if (text && globalThis.said.at(-1) !== text) globalThis.said.push(text)
    }
  }
}).observe(document, { childList: true, subtree: true, characterData: true })`

/**
 * A person at one job on the real page, by pointer and keys. What is saved is compared with what was meant after most
 * acts, and at the end what was submitted; a difference is allowed where the page said that the act did nothing.
 */
export abstract class BrowserRun<Meant> implements Run {
  readonly jobs = 1
  said = 0
  readonly messages = new Map<string, number>()
  readonly site: HandSite
  readonly work: Work
  jobId = ''
  protected meant: Meant
  protected past: Meant[] = []
  protected future: Meant[] = []
  #page!: Page
  #context!: BrowserContext
  #end: () => void = () => {}
  #ended: Promise<unknown> = Promise.resolve()
  #isSubmitted = false
  #isSlow = false
  /** As it was when it was looked at last, and how many acts ago that was. */
  #seen: Meant
  #unseen = 0

  constructor(site: HandSite, work: Work, nothing: Meant) {
    this.site = site
    this.work = work
    this.meant = nothing
    this.#seen = nothing
  }

  get page(): Page {
    return this.#page
  }

  /** Takes a job and opens it in an empty browser. */
  async begin(): Promise<void> {
    this.jobId = await this.site.taken(this.work)
    const ready = Promise.withResolvers<BrowserContext>()
    this.#ended = withContext(
      async (context) => {
        ready.resolve(context)
        await new Promise<void>((end) => {
          this.#end = end
        })
      },
      { viewport: LAPTOP, reducedMotion: 'reduce' },
    ).catch((error) => ready.reject(error))
    this.#context = await ready.promise
    this.#context.setDefaultTimeout(60_000)
    const { person, stage } = this.site
    const [name, ...value] = (person.cookie ?? '').split('=')
    await this.#context.addCookies([{ name, value: value.join('='), url: stage.service.baseUrl }])
    await this.#context.addInitScript(LISTEN)
    await this.#openPage()
  }

  async #openPage(): Promise<void> {
    this.#page = await this.#context.newPage()
    await this.#load(() => this.#page.goto(`${this.site.stage.service.baseUrl}/jobs/${this.jobId}`))
  }

  async #load(go: () => Promise<unknown>): Promise<void> {
    await go()
    await opened(this.#page)
    // The view moves when the drafts of the job are shown above it: they are closed.
    const drafts = this.#page.getByRole('alert', { name: 'Drafts', exact: true })
    if ((await this.site.draftsOf(this.jobId)) > 0) await drafts.getByRole('button', { name: 'Close' }).click()
    await this.loaded()
  }

  close(): Promise<unknown> {
    this.#end()
    return this.#ended
  }

  async perform(act: ModeAct): Promise<void> {
    if (this.#isSubmitted) return
    const before = this.meant
    const wanted = AROUND_KINDS.has(act.kind)
      ? await this.#around(act.kind as AroundKind, act.r)
      : act.kind === 'submit'
        ? await this.#submit(act.r)
        : await this.act(act)
    if (this.#isSubmitted) return
    if (wanted !== null && act.kind !== 'undo' && act.kind !== 'redo') {
      this.past.push(before)
      this.future = []
    }
    if (wanted !== null) this.meant = wanted
    this.#unseen++
    // Hands that are in a hurry look at a few acts together.
    const isSeen = act.r[5] >= 0.3 || act.kind === 'undo' || act.kind === 'redo'
    if (isSeen && !(await this.#isOffline())) await this.look(act)
  }

  /** @throws Difference where what is saved is not what was meant, and nothing was said */
  protected async look({ kind, r }: ModeAct): Promise<void> {
    let difference: string | null = null
    for (let i = 0; i < LOOKS; i++) {
      const payload = await this.#saved()
      difference = payload === null ? 'it is not saved' : this.difference(this.meant, payload)
      if (difference === null) {
        if (payload) this.meant = this.read(payload)
        this.#sawAll()
        await this.#hear()
        return
      }
      // The page said that the one act did nothing.
      if (
        payload &&
        i > 3 &&
        this.#unseen === 1 &&
        (await this.#hear()) > 0 &&
        this.difference(this.#seen, payload) === null
      ) {
        this.said++
        this.meant = this.#seen
        this.past.pop()
        this.#sawAll()
        return
      }
      await this.#page.evaluate(`new Promise((done) => setTimeout(done, ${LOOK_EVERY_MS}))`)
    }
    throw new Difference(`${kind} (${r.join(' ')})\n  ${difference}`)
  }

  #sawAll(): void {
    this.#seen = this.meant
    this.#unseen = 0
  }

  async #saved(): Promise<JobPayloadAnswer | null> {
    await this.#page.keyboard.press('Control+s')
    const isSaved = await this.#page.locator('[data-save-state=saved]').isVisible()
    return isSaved ? this.payload() : null
  }

  /** The job as the service has it. */
  protected payload(): Promise<JobPayloadAnswer> {
    return this.site.payload(this.jobId)
  }

  /** How much the page has said since it was listened to last. */
  async #hear(): Promise<number> {
    const said = (await this.#page.evaluate('globalThis.said.splice(0)')) as string[]
    for (const text of said) this.messages.set(text.slice(0, 90), (this.messages.get(text.slice(0, 90)) ?? 0) + 1)
    return said.length
  }

  async #isOffline(): Promise<boolean> {
    return !(await this.#page.evaluate('navigator.onLine'))
  }

  async #around(kind: AroundKind, r: readonly number[]): Promise<Meant | null> {
    const page = this.#page
    switch (kind) {
      case 'undo':
        return this.#takeBack('Control+z', this.past, this.future)
      case 'redo':
        return this.#takeBack('Control+y', this.future, this.past)
      case 'reload':
        await this.#connect()
        await this.#load(() => page.reload())
        this.past = []
        this.future = []
        return null
      case 'killTab':
        await this.#connect()
        // What was done is on the computer within a moment: it is looked at before the tab is killed.
        await this.look({ kind, r })
        await this.#openPage()
        await page.close({ runBeforeUnload: false })
        await this.takeOver()
        this.past = []
        this.future = []
        return null
      case 'offline':
        await this.#context.setOffline(true)
        return null
      case 'online':
        await this.#connect()
        return null
      case 'slow':
        if (this.#isSlow) return null
        this.#isSlow = true
        await page.route('**/api/jobs/*/operations', async (route) => {
          await new Promise((go) => setTimeout(go, r[0] * SLOW_MS))
          await route.continue().catch(() => {})
        })
        return null
      case 'fast':
        await this.#connect()
        return null
      case 'secondTab': {
        await this.#connect()
        const second = await this.#context.newPage()
        await second.goto(page.url())
        await second.locator('.tool-strip button').first().waitFor()
        await second.close()
        await page.bringToFront()
        return null
      }
      case 'overtaken':
        return this.#lose(r, () => this.site.saveElsewhere(this.jobId))
      case 'leaseLost':
        return this.#lose(r, () => this.site.takeAway(this.jobId))
      case 'holdSubmit':
        // The first press of a key that is held is one; it is taken back at once.
        await this.#press(3)
        await this.#keepEditing()
        return null
      case 'pressTwice':
        await this.#press(1)
        await this.#keepEditing()
        return null
    }
  }

  /**
   * What is drawn after `happens` cannot be saved: the page says so, keeps it as a draft, and shows what was saved before
   * when it is loaded again.
   */
  async #lose(r: readonly number[], happens: () => Promise<void>): Promise<null> {
    const page = this.#page
    await this.#connect()
    await this.look({ kind: 'reload', r })
    const drafts = await this.site.draftsOf(this.jobId)
    const kept = this.meant
    await happens()
    const drawn = await this.act({ kind: this.work === 'points' ? 'rectangle' : 'draw', r: [...r] })
    await page.keyboard.press('Control+s')
    const lost = page.getByRole('dialog').getByRole('button', { name: 'Load the latest version' })
    let isTold = false
    for (let i = 0; i < LOOKS && !isTold; i++) {
      await page.evaluate(`new Promise((done) => setTimeout(done, ${LOOK_EVERY_MS}))`)
      isTold = await lost.isVisible()
    }
    // Where nothing was drawn there is nothing that could not be saved.
    const isNothing = !isTold && (await page.locator('[data-save-state=saved]').isVisible())
    if (!isTold && !isNothing) throw new Difference('work could not be saved, and the page did not say so')
    let isDraft = false
    // It is told of a lost job that draws nothing too.
    for (let i = 0; i < LOOKS && isTold && drawn !== null && !isDraft; i++) {
      isDraft = (await this.site.draftsOf(this.jobId)) > drafts
      await page.evaluate(`new Promise((done) => setTimeout(done, ${LOOK_EVERY_MS}))`)
    }
    if (isTold && drawn !== null && !isDraft) throw new Difference('lost work is no draft')
    await this.site.holdAgain(this.jobId)
    await this.#load(() => page.reload())
    this.meant = kept
    this.past = []
    this.future = []
    await this.look({ kind: 'reload', r })
    if (isTold) this.said++
    return null
  }

  async #connect(): Promise<void> {
    await this.#context.setOffline(false)
    if (this.#isSlow) await this.#page.unroute('**/api/jobs/*/operations')
    this.#isSlow = false
  }

  /** The new tab takes the work over where the other one still has it. */
  protected async takeOver(): Promise<void> {
    const button = this.#page.getByRole('button', { name: 'Continue here' })
    if (!(await button.first().isVisible())) return
    await button.first().click()
    await button.first().waitFor({ state: 'detached' })
    await opened(this.#page)
    await this.loaded()
  }

  async #takeBack(key: string, from: Meant[], to: Meant[]): Promise<Meant | null> {
    const state = from.pop()
    if (state === undefined) return null
    to.push(this.meant)
    await this.#page.keyboard.press(key)
    return state
  }

  async #press(times: number): Promise<void> {
    const { keyboard } = this.#page
    await keyboard.down('Control')
    for (let i = 0; i < times; i++) await keyboard.down('Enter')
    await keyboard.up('Enter')
    await keyboard.up('Control')
  }

  /** Whatever the press led to, it is taken back: a question is answered, what waits is cancelled, what is sent counts. */
  async #keepEditing(): Promise<void> {
    const page = this.#page
    const dialog = page.getByRole('dialog').getByRole('button', { name: 'Keep editing' })
    const isDone = page.getByText(/^Submitted /).first()
    const isReady = page.locator('[data-state=ready]')
    await dialog.or(isDone).or(isReady).first().waitFor()
    for (;;) {
      if (await dialog.isVisible()) {
        await page.keyboard.press('Enter')
        await dialog.waitFor({ state: 'detached' })
        return
      }
      if (await isDone.isVisible()) return this.#finished()
      if (await isReady.isVisible()) return
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
  }

  /** Submits by the key, pressed twice now and then, in spite of what is asked. */
  async #submit(r: readonly number[]): Promise<Meant | null> {
    await this.#connect()
    await this.look({ kind: 'submit', r })
    const page = this.#page
    await submittable(page)
    await this.#press(r[0] < 0.4 ? 2 : 1)
    const anyway = page.getByRole('dialog').getByRole('button', { name: 'Submit anyway' })
    await anyway
      .or(page.getByText(/^Submitted /))
      .first()
      .waitFor()
    if (await anyway.isVisible()) await anyway.click()
    await page
      .getByText(/^Submitted /)
      .first()
      .waitFor()
    await this.#finished()
    return null
  }

  async #finished(): Promise<void> {
    this.#isSubmitted = true
    const result = await this.site.delivered(this.work, this.jobId)
    const difference = await this.deliveredDifference(result)
    if (difference) throw new Difference(`submitted: ${difference}`)
  }

  /** The frame that the page shows: it opens a job where it was left. */
  protected async shownFrame(): Promise<number> {
    return Number(/\d+/.exec((await this.#page.locator('.timeline-frame').textContent()) ?? '')?.[0] ?? 0)
  }

  protected async keys(...names: string[]): Promise<void> {
    for (const name of names) await this.#page.keyboard.press(name)
  }

  protected async drag(way: readonly (readonly [number, number])[]): Promise<void> {
    const { mouse } = this.#page
    const [first, ...others] = way
    await mouse.move(...first)
    await mouse.down()
    for (const place of others) await mouse.move(...place, { steps: 3 })
    await mouse.up()
  }

  /** The page of the job is open: what the kind of work waits for. */
  protected abstract loaded(): Promise<void>
  /** Does the act; null: it was meant to change nothing. */
  protected abstract act(act: ModeAct): Promise<Meant | null>
  protected abstract read(payload: JobPayloadAnswer): Meant
  protected abstract difference(meant: Meant, payload: JobPayloadAnswer): string | null
  /** Between what was meant and the result document. */
  protected abstract deliveredDifference(result: unknown): Promise<string | null>
}
