// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, get, inProject, path, withQuery } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type {
  ClassConfusion,
  JobQualityRecord,
  PersonClassFigures,
  PersonDayFigures,
  PersonPair,
  WorstObject,
  WorstWork,
} from '../types/quality.ts'

/** The calls of `quality` that are one request each. */
export class QualityCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Figures of each person by class. */
  async classes(
    query: { from?: string; to?: string; tag?: string; user_id?: string } = {},
    options: CallOptions = {},
  ): Promise<PersonClassFigures[]> {
    return (
      await get<{ cells: PersonClassFigures[] }>(
        this.scope,
        withQuery(inProject(this.scope, '/quality/classes'), { ...query }),
        options,
      )
    ).cells
  }

  /** What each person submitted by UTC day. */
  async days(
    query: { from?: string; to?: string; tag?: string; user_id?: string } = {},
    options: CallOptions = {},
  ): Promise<PersonDayFigures[]> {
    return (
      await get<{ cells: PersonDayFigures[] }>(
        this.scope,
        withQuery(inProject(this.scope, '/quality/days'), { ...query }),
        options,
      )
    ).cells
  }

  /** How well each two people agree on the jobs that both annotated independently. */
  async pairs(
    query: { from?: string; to?: string; tag?: string; user_id?: string } = {},
    options: CallOptions = {},
  ): Promise<PersonPair[]> {
    return (
      await get<{ pairs: PersonPair[] }>(
        this.scope,
        withQuery(inProject(this.scope, '/quality/pairs'), { ...query }),
        options,
      )
    ).pairs
  }

  /** Confusion matrix: classes of accepted (a) against submitted (b) records. */
  async confusion(
    query: { from?: string; to?: string; tag?: string; user_id?: string } = {},
    options: CallOptions = {},
  ): Promise<ClassConfusion[]> {
    return (
      await get<{ confusion: ClassConfusion[] }>(
        this.scope,
        withQuery(inProject(this.scope, '/quality/confusion'), { ...query }),
        options,
      )
    ).confusion
  }

  /** The work with the lowest scores, and the objects that differ most. */
  worst(
    query: { from?: string; to?: string; tag?: string; user_id?: string; limit?: number } = {},
    options: CallOptions = {},
  ): Promise<{ jobs: WorstWork[]; objects: WorstObject[] }> {
    return get<{ jobs: WorstWork[]; objects: WorstObject[] }>(
      this.scope,
      withQuery(inProject(this.scope, '/quality/worst'), { ...query }),
      options,
    )
  }

  /** Review results of a job. */
  ofJob(jobId: string, options: CallOptions = {}): Promise<JobQualityRecord> {
    return get<JobQualityRecord>(this.scope, inProject(this.scope, path`/jobs/${jobId}/quality`), options)
  }
}
