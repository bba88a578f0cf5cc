import { ProjectCalls } from './calls/project.ts'
import { get, inProject, listed, withQuery } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { CallbackBody, FeedEvent, UsageRow } from './types/project.ts'

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

/** A callback about the outcome of a job, from the event feed. */
export interface Event extends FeedEvent {
  body: CallbackBody
}

/** One project as its key sees it. */
export class ProjectView extends ProjectCalls {
  /**
   * The callback bodies in order, without gaps: for receivers behind a firewall. Store the cursor of the last one you
   * processed.
   */
  async *events(options: EventsOptions = {}): AsyncGenerator<Event> {
    const { timing } = this.scope.transport
    for (let after = options.after; ; ) {
      const address = withQuery(inProject(this.scope, '/events'), { after })
      const page = await get<{ events: Event[]; next_cursor: string }>(this.scope, address, options)
      yield* page.events
      after = page.next_cursor
      if (page.events.length > 0) continue
      if (!options.follow) return
      await timing.sleep(options.pollMs ?? 5000, options.signal)
    }
  }

  /** The ledger: one permanent row for each job, from its first completion. */
  usage({ from, to, ...options }: UsageOptions = {}): AsyncGenerator<UsageRow> {
    const period = { from: from?.toISOString(), to: to?.toISOString() }
    return listed(this.scope, inProject(this.scope, '/usage'), 'rows', period, options)
  }
}
