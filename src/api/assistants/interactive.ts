import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { AssistError } from '../../model/assistants/assistant.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import type { Assistant } from '../../store/project/assistants/assistants.ts'
import { givePlaceBack, type PlacedCall, renewPlace, takePlace } from '../../store/project/assistants/calls.ts'

const RENEW_MS = 1000

/** Who asks which assistant about which job. */
export interface Asker {
  assistant: Pick<Assistant, 'projectId' | 'name' | 'settings'>
  personId: string
  jobId: string
  /** The answer is only looked at. */
  isPreview: boolean
}

interface Running {
  superseded: AbortController
  isPreview: boolean
}

/**
 * Calls that a person waits for: a newer one of the same person, job and assistant ends the older, and an assistant is
 * asked no more at once than it takes, over all processes.
 */
export class InteractiveCalls {
  readonly #pool: Pool
  /** Of this process: they end at once. Those of others see at their next renewal that their place is taken. */
  readonly #running = new Map<string, Running>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /**
   * @param call is given the word for who asks, which stays the same as long as they go on asking; it names no one
   * @throws AssistError SUPERSEDED or BUSY, or what `call` throws
   */
  async run<Answer>(
    { assistant: { projectId, name, settings }, personId, jobId, isPreview }: Asker,
    gone: AbortSignal,
    call: (signal: AbortSignal, session: string) => Promise<Answer>,
  ): Promise<Answer> {
    const asker = createHash('sha256').update(`${personId}/${jobId}`).digest('base64url')
    const placed = { projectId, assistant: name, asker, callId: randomUUID(), isPreview }
    const key = `${projectId}/${name}/${asker}`
    if (gone.aborted) throw new AssistError('CANCELLED', 'the call was cancelled')
    const older = this.#running.get(key)
    if (isPreview && older?.isPreview === false) throw supersededError()
    older?.superseded.abort()
    const superseded = new AbortController()
    const running = { superseded, isPreview }
    this.#running.set(key, running)
    try {
      const session = randomBytes(18).toString('base64url')
      // Those who wait for an answer find a place beside those who look at one.
      const most = isPreview ? Math.max(1, settings.maxInFlight - 1) : settings.maxInFlight
      const place = await takePlace(this.#pool, placed, { most, session })
      if (place === 'waited for') throw supersededError()
      if (place === 'taken') throw new AssistError('BUSY', 'the assistant is busy with other calls; try again')
      const stopRenewing = this.#renewing(placed, superseded)
      try {
        return await call(AbortSignal.any([superseded.signal, gone]), place.session)
      } finally {
        stopRenewing()
        await givePlaceBack(this.#pool, placed).catch(() => {})
      }
    } catch (error) {
      if (superseded.signal.aborted) throw supersededError()
      throw error
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key)
    }
  }

  #renewing(placed: PlacedCall, superseded: AbortController): () => void {
    const renew = async () => {
      // Without a database the call goes on: its place may be given away meanwhile.
      if (!(await renewPlace(this.#pool, placed).catch(() => true))) superseded.abort()
    }
    const timer = setInterval(() => void renew(), RENEW_MS)
    return () => clearInterval(timer)
  }
}

const supersededError = () => new AssistError('SUPERSEDED', 'a newer call took the place of this one')
