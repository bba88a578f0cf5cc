import type { EditorSession } from '../../../src/web/document/session.ts'
import { Difference } from '../difference.ts'
import type { HandedIn } from './service.ts'
import type { SubmitDesk } from './submitPage.ts'

/** Slips of a hand that submits, or events meanwhile. */
const SLIPS = ['none', 'twice', 'held', 'offline', 'offlineCancelled', 'cancelled', 'refused', 'unsaved'] as const
type Slip = (typeof SLIPS)[number]

const STATUSES = [413, 429, 500]
const LATENCY_MS = 2_000
const LONG_MS = 60_000

export interface Submitting {
  readonly session: EditorSession
  readonly submit: SubmitDesk
  /** Presses the key that submits, as the page passes it on. */
  press(isRepeat?: boolean): void
}

/** Reasons that must, or must not, lead to a question; reasons that are not named do not matter. */
export type Asked = Readonly<Record<string, boolean>>

/**
 * Submits the open job by its key, with slips. Answers what arrived.
 * @throws Difference when something was submitted against the intention, or was not submitted despite it
 */
export async function submitByHand(page: Submitting, asked: Asked, r: readonly number[]): Promise<HandedIn> {
  const { clock, service } = page.submit
  service.server.isOnline = true
  await clock.pass(LONG_MS)
  await slip(page, SLIPS[Math.floor(r[0] * SLIPS.length)], r[1])
  const before = service.handedIn.length
  page.press()
  await clock.pass(LONG_MS)
  const { submission } = page.submit
  if (submission.state.step === 'asking') {
    compare(page, asked)
    submission.confirm()
    await clock.pass(LONG_MS)
  } else for (const code of Object.keys(asked)) if (asked[code]) throw new Difference(`${code} is not asked about`)
  const arrived = service.handedIn.slice(before)
  if (arrived.length !== 1 || submission.state.step !== 'submitted')
    throw new Difference(`submitted ${arrived.length} times, the button says ${submission.state.step}`)
  return arrived[0]
}

function compare({ submit }: Submitting, asked: Asked): void {
  const { reasons, error, isOffline } = submit.submission.state
  if (error || isOffline) throw new Difference(`it is not submitted: ${error?.message ?? 'offline'}`)
  const codes = new Set(reasons.map(({ code }) => code))
  for (const [code, isWanted] of Object.entries(asked))
    if (codes.has(code) !== isWanted) throw new Difference(`${code} is ${isWanted ? 'not ' : ''}asked about`)
}

/** Ends ready to submit, and submits only by intended presses. */
async function slip(page: Submitting, kind: Slip, r: number): Promise<void> {
  const { submit } = page
  const { clock, service, submission } = submit
  const before = service.handedIn.length
  const isAnswered = () => submission.state.step === 'asking'
  switch (kind) {
    case 'none':
      return
    case 'twice':
      page.press()
      page.press()
      submission.cancel()
      break
    case 'held':
      for (let i = 0; i < 3; i++) page.press(true)
      await clock.pass(LONG_MS)
      break
    case 'offline':
    case 'offlineCancelled':
      service.server.isOnline = false
      page.press()
      await clock.pass(LONG_MS)
      if (!isAnswered() || !submission.state.isOffline) throw new Difference('without a connection nothing is asked')
      if (kind === 'offlineCancelled') submission.confirm()
      await clock.pass(10_000)
      submission.cancel()
      service.server.isOnline = true
      await clock.pass(LONG_MS)
      break
    case 'cancelled':
      service.latencyMs = LATENCY_MS
      page.press()
      await clock.pass(Math.floor(r * 3 * LATENCY_MS))
      submission.cancel()
      await clock.pass(LONG_MS)
      service.latencyMs = 0
      break
    case 'refused':
    case 'unsaved':
      await failing(page, kind, r)
      break
  }
  await clock.pass(0)
  if (submission.state.step !== 'ready') throw new Difference(`after ${kind} the button says ${submission.state.step}`)
  if (service.handedIn.length > before) throw new Difference(`${kind} submitted`)
}

/** The service refuses the submission, or is unreachable: the page says so and lets the person continue. */
async function failing({ submit, press }: Submitting, kind: 'refused' | 'unsaved', r: number): Promise<void> {
  const { clock, service, submission } = submit
  const status = STATUSES[Math.floor(r * STATUSES.length)]
  service.faults = kind === 'refused' ? [{ on: 'submit', status }] : [{ on: 'submit', status: 502 }]
  press()
  await clock.pass(LONG_MS)
  // With a reason to ask it is not sent yet.
  if (submission.state.step === 'asking' && submission.state.reasons.length > 0 && !submission.state.error) {
    submission.confirm()
    await clock.pass(LONG_MS)
  }
  const { step, error, isOffline } = submission.state
  const isSaid = step === 'asking' && (kind === 'refused' ? error !== null : isOffline)
  if (!isSaid && step !== 'offline') throw new Difference(`the service answered ${status}, and nothing says so`)
  submission.cancel()
  service.faults = []
  await clock.pass(LONG_MS)
}
