import { QualityCalls } from './calls/quality.ts'
import { get, inProject, withQuery } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { QualityRow } from './types/quality.ts'

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
export class Quality extends QualityCalls {
  async rows(
    by: 'person' | 'reviewer' | 'class' | 'tag' | 'attribute' | 'day',
    range: QualityRangeOfPerson = {},
    options: CallOptions = {},
  ): Promise<QualityRow[]> {
    const address = withQuery(inProject(this.scope, '/quality'), { by, ...range })
    return (await get<{ rows: QualityRow[] }>(this.scope, address, options)).rows
  }
}
