import { type ClientScope, get, inProject, path, withQuery } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type {
  ClassConfusion,
  JobQualityRecord,
  PersonClassFigures,
  PersonDayFigures,
  PersonPair,
  QualityRow,
  WorstObject,
  WorstWork,
} from './types/quality.ts'

/** Work that figures are of, by names in the query. Days are UTC days of submission. */
export interface QualityRange {
  /** Day or time; left out: 30 days before `to`. */
  from?: string
  /** Left out: now, today included. */
  to?: string
  tag?: string
}

export interface QualityRangeOfPerson extends QualityRange {
  /** Work of this person alone. */
  user_id?: string
}

/** Quality figures of submitted work. */
export class Quality {
  readonly #scope: ClientScope

  constructor(scope: ClientScope) {
    this.#scope = scope
  }

  async rows(
    by: 'person' | 'reviewer' | 'class' | 'tag' | 'attribute' | 'day',
    range: QualityRangeOfPerson = {},
    options: CallOptions = {},
  ): Promise<QualityRow[]> {
    return (await this.#get<{ rows: QualityRow[] }>('', { by, ...range }, options)).rows
  }

  /** Each person by class. */
  async classes(range: QualityRangeOfPerson = {}, options: CallOptions = {}): Promise<PersonClassFigures[]> {
    return (await this.#get<{ cells: PersonClassFigures[] }>('/classes', { ...range }, options)).cells
  }

  /** The work of each person by day. */
  async days(range: QualityRangeOfPerson = {}, options: CallOptions = {}): Promise<PersonDayFigures[]> {
    return (await this.#get<{ cells: PersonDayFigures[] }>('/days', { ...range }, options)).cells
  }

  /** Pairs of people who annotated the same jobs independently. */
  async pairs(range: QualityRangeOfPerson = {}, options: CallOptions = {}): Promise<PersonPair[]> {
    return (await this.#get<{ pairs: PersonPair[] }>('/pairs', { ...range }, options)).pairs
  }

  /** Classes of accepted (a) against submitted (b) records. */
  async confusion(range: QualityRangeOfPerson = {}, options: CallOptions = {}): Promise<ClassConfusion[]> {
    return (await this.#get<{ confusion: ClassConfusion[] }>('/confusion', { ...range }, options)).confusion
  }

  /** The work with the lowest scores, and the objects that differ most; at most 100 of each. */
  worst(
    { limit, ...range }: QualityRangeOfPerson & { limit?: number } = {},
    options: CallOptions = {},
  ): Promise<{ jobs: WorstWork[]; objects: WorstObject[] }> {
    return this.#get('/worst', { ...range, limit: limit?.toString() }, options)
  }

  /** The outcome of the quality checks of one job. */
  ofJob(jobId: string, options: CallOptions = {}): Promise<JobQualityRecord> {
    return get(this.#scope, inProject(this.#scope, path`/jobs/${jobId}/quality`), options)
  }

  #get<T>(rest: string, query: Parameters<typeof withQuery>[1], options: CallOptions): Promise<T> {
    return get(this.#scope, withQuery(inProject(this.#scope, `/quality${rest}`), query), options)
  }
}
