import { Type } from 'typebox'
import { ANNOTATION_TYPES } from '../../model/annotationType.ts'
import type { Format } from '../core/format.ts'
import { readJsonl } from './reader.ts'
import { ROW_LOSSES } from './row.ts'
import { writeJsonl } from './writer.ts'

/** One row a record; opens in pandas, polars and DuckDB. https://jsonlines.org */
export const jsonl: Format = {
  format: 'jsonl',
  title: 'JSON Lines',
  description: 'One row a record of any kind, in flat columns, with the whole shape as JSON beside them.',
  annotationTypes: ANNOTATION_TYPES,
  version: '2',
  specUrl: 'https://jsonlines.org/',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ROW_LOSSES,
  keepsRelations: true,
  files: 'optional',
  tree: ['records.jsonl', 'files/NAME.*'],
  write: writeJsonl,
  read: readJsonl,
}
