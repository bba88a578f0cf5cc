import { type ClientScope, get, inProject, withQuery } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { ProjectDetails, ProjectStats, UsageRow } from './types/answers.ts'
import type { Event } from './types/callback.ts'

export interface EventsOptions extends CallOptions {
  /** Cursor of the last event that was dealt with; from the beginning when absent. */
  after?: string
  /** Go on waiting for events (until `signal` ends it); otherwise the iteration ends with the last one there is. */
  follow?: boolean
  /** Pause after an empty page. */
  pollMs?: number
}

export interface UsageOptions extends CallOptions {
  /** Included. */
  from?: Date
  /** Excluded. */
  to?: Date
}

/** One project as its key sees it. */
export class ProjectView {
  readonly #scope: ClientScope

  constructor(scope: ClientScope) {
    this.#scope = scope
  }

  /** Its batches with their counters. */
  details(options: CallOptions = {}): Promise<ProjectDetails> {
    return get(this.#scope, inProject(this.#scope, '/details', 'v0'), options)
  }

  stats(options: CallOptions = {}): Promise<ProjectStats> {
    return get(this.#scope, inProject(this.#scope, '/stats', 'v0'), options)
  }

  /**
   * The callback bodies in order, without gaps: for receivers behind a firewall. Store the cursor of the last one you
   * processed.
   */
  async *events(options: EventsOptions = {}): AsyncGenerator<Event> {
    const { timing } = this.#scope.transport
    for (let after = options.after; ; ) {
      const address = withQuery(inProject(this.#scope, '/events'), { after })
      const page = await get<{ events: Event[]; next_cursor: string }>(this.#scope, address, options)
      yield* page.events
      after = page.next_cursor
      if (page.events.length > 0) continue
      if (!options.follow) return
      await timing.sleep(options.pollMs ?? 5000, options.signal)
    }
  }

  /** The ledger: one permanent row per job, written when it is first completed. */
  async *usage({ from, to, ...options }: UsageOptions = {}): AsyncGenerator<UsageRow> {
    const period = { from: from?.toISOString(), to: to?.toISOString() }
    for (let pageToken: string | undefined; ; ) {
      const address = withQuery(inProject(this.#scope, '/usage'), { ...period, page_token: pageToken })
      const page = await get<{ rows: UsageRow[]; next_page_token: string | null }>(this.#scope, address, options)
      yield* page.rows
      if (!page.next_page_token) return
      pageToken = page.next_page_token
    }
  }
}
