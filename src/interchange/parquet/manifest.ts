import { Type } from 'typebox'
import { ANNOTATION_TYPES } from '../../model/annotationType.ts'
import type { Format } from '../core/format.ts'
import { ROW_LOSSES } from '../jsonl/row.ts'
import { writeParquet } from './writer.ts'

/** The rows of `jsonl` by column; opens in pandas, polars and DuckDB. */
export const parquet: Format = {
  format: 'parquet',
  title: 'Parquet',
  description: 'One row a record of any kind, in flat typed columns, with the whole shape as JSON beside them.',
  annotationTypes: ANNOTATION_TYPES,
  version: '2',
  specUrl: 'https://parquet.apache.org/docs/file-format/',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ROW_LOSSES,
  files: 'optional',
  tree: ['records.parquet', 'files/NAME.*'],
  write: writeParquet,
}
