// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, inProject, listed, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type { ContestRow } from '../types/contests.ts'

/** The calls of `contests` that are one request each. */
export class ContestsCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Contested verdicts on gold jobs and reviews, newest first. */
  list(query: { state?: 'open' | 'upheld' | 'dismissed' } = {}, options: CallOptions = {}): AsyncGenerator<ContestRow> {
    return listed(this.scope, inProject(this.scope, '/contests'), 'contests', { ...query }, options)
  }

  /** Decide about a contested verdict: uphold (of a review: the work counts as accepted) or dismiss. */
  async decide(
    contestId: string,
    body: { decision: 'uphold' | 'dismiss'; answer?: string },
    options: CallOptions = {},
  ): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/contests/${contestId}`), { body, ...options })
  }
}
