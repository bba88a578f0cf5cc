/** Of records of reviewed work: what was submitted against what was accepted. Of attributes `n` and `agreement` alone. */
export interface QualityFigures {
  tp?: number
  /** Missing from what was submitted. */
  only_a?: number
  /** Too many in it. */
  only_b?: number
  precision?: number | null
  recall?: number | null
  f1?: number | null
  pq?: number | null
  n?: number
  agreement?: number | null
}

export interface QualityRow {
  /** A day, tag, class or attribute, or the id of a person; null: work of API keys. */
  key: string | null
  /** Of a person, for managers who are signed in. */
  name?: string | null
  jobs: number
  review?: { accepted: number; fixed: number; rejected: number; score: number | null }
  by_figure: QualityFigures
}

export interface ClassConfusion {
  /** null: nothing. */
  a: string | null
  b: string | null
  count: number
}
