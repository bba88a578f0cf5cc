import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { AssistError } from '../../model/assistants/assistant.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import type { Assistant } from '../../store/project/assistants/assistants.ts'
import { givePlaceBack, type PlacedCall, renewPlace, takePlace } from '../../store/project/assistants/calls.ts'

const RENEW_MS = 1000

/** The person, the assistant and the job of a request. */
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
 * Calls that a person waits for: a newer one of the same person, job and assistant ends the older, and an assistant
 * never gets more parallel calls than its limit, over all processes.
 */
export class InteractiveCalls {
  readonly #pool: Pool
  /**
   * Calls of this process, which end immediately. Those of others notice at their next renewal that their slot was
   * taken.
   */
  readonly #running = new Map<string, Running>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /**
   * @param call gets the session word of the asker, which stays the same during a series of requests and names no one
   * @throws AssistError SUPERSEDED or BUSY, or the error of `call`
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
      // Previews leave one slot for people who wait for an answer.
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
      // Without a database the call continues, although its slot may be lost meanwhile.
      if (!(await renewPlace(this.#pool, placed).catch(() => true))) superseded.abort()
    }
    const timer = setInterval(() => void renew(), RENEW_MS)
    return () => clearInterval(timer)
  }
}

const supersededError = () => new AssistError('SUPERSEDED', 'a newer call took the place of this one')
