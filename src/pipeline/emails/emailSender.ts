import { MailError, type Mailer } from '../../egress/mailer.ts'
import { notificationEmail } from '../../formats/notifications/notificationEmail.ts'
import { type Outgoing, peopleToMail, settleEmail, takeForEmail } from '../../store/cluster/notifications/outbox.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import type { PipelineContext } from '../context.ts'

const EVERY_MS = 15_000
/** Notifications within this time are combined in one email. */
const GATHER_MS = 120_000
/** Delays after attempts that certainly failed; after the last one, the email is given up. */
const RETRIES_MS = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]

export interface EmailOptions {
  pool: Pool
  mailer: Mailer
  log: Pick<PipelineContext['log'], 'warn'>
  baseUrl(): string
  everyMs?: number
  gatherMs?: number
  retriesMs?: readonly number[]
}

/** Sends notifications by email to those who chose that: each at most once, what came together as one. */
export function startEmails(options: EmailOptions): { stop(): Promise<void> } {
  const { mailer, log, everyMs = EVERY_MS } = options
  let stopped = false
  let running: Promise<void> | null = null
  const run = () => {
    running ??= sendDue(options, () => stopped)
      .catch((error: unknown) => log.warn({ err: error }, 'emails were not looked for'))
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(run, everyMs)
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
      mailer.close()
    },
  }
}

async function sendDue(options: EmailOptions, isStopped: () => boolean): Promise<void> {
  const { pool, gatherMs = GATHER_MS } = options
  for (const userId of await peopleToMail(pool, gatherMs)) {
    if (isStopped()) return
    const taken = await takeForEmail(pool, userId)
    if (taken.length > 0) await sendTo(options, userId, taken)
  }
}

async function sendTo(
  { pool, mailer, log, baseUrl, retriesMs = RETRIES_MS }: EmailOptions,
  userId: string,
  taken: readonly Outgoing[],
): Promise<void> {
  const [{ email: to, id, language }] = taken
  const ids = taken.map((one) => one.id)
  try {
    const messageId = `<${id}@${new URL(baseUrl()).hostname}>`
    await mailer.send({ to, messageId, ...notificationEmail(taken, baseUrl(), language) })
    await settleEmail(pool, userId, ids, { state: 'sent' })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const attempts = Math.max(...taken.map((one) => one.attempts))
    const retryMs = error.kind === 'temporary' ? retriesMs[attempts - 1] : undefined
    log.warn({ userId, reason: error.message, attempts }, 'an email was not sent')
    const state = error.kind === 'unknown' ? 'unknown' : 'failed'
    await settleEmail(pool, userId, ids, retryMs === undefined ? { state } : { state: 'waiting', retryMs })
  }
}
