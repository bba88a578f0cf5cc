import type { ResultForm } from '../../model/annotationTypes/annotationRules.ts'
import { rulesOf, type TypeWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { ResultDocument } from './schemas.ts'

/** Result documents of the annotation types whose results have this form. */
export type ResultOf<F extends ResultForm> = Extract<ResultDocument, { type: TypeWithResult<F> }>

export const isResultOf = <F extends ResultForm>(document: ResultDocument, form: F): document is ResultOf<F> =>
  rulesOf(document.type).result === form
