import type { ParquetWriter } from 'hyparquet-writer'
import type { RecordRow } from '../jsonl/row.ts'

type ColumnType = 'text' | 'number' | 'integer' | 'boolean'

/** Every column of a row, in their order. Types say how readers open them: text is UTF-8, numbers are float64. */
const TYPES: { readonly [name in keyof RecordRow]: ColumnType } = {
  job_id: 'text',
  reference_id: 'text',
  tag: 'text',
  result_version: 'integer',
  frame_id: 'text',
  sensor_id: 'text',
  track_id: 'text',
  record_id: 'text',
  type: 'text',
  label: 'text',
  attributes: 'text',
  x: 'number',
  y: 'number',
  z: 'number',
  length: 'number',
  width: 'number',
  height: 'number',
  qw: 'number',
  qx: 'number',
  qy: 'number',
  qz: 'number',
  x1: 'number',
  y1: 'number',
  x2: 'number',
  y2: 'number',
  image_width: 'integer',
  image_height: 'integer',
  geometry: 'text',
  hidden: 'boolean',
  key_frame: 'boolean',
  source: 'text',
  point_count: 'integer',
  agreement: 'number',
  review: 'text',
  metadata: 'text',
}

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema']
type Element = Schema[number]

const ELEMENTS: Readonly<Record<ColumnType, Omit<Element, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  number: { type: 'DOUBLE', repetition_type: 'OPTIONAL' },
  integer: { type: 'INT32', repetition_type: 'OPTIONAL' },
  boolean: { type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
}

const COLUMNS = Object.entries(TYPES)

export const PARQUET_SCHEMA: Schema = [
  { name: 'root', num_children: COLUMNS.length },
  ...COLUMNS.map(([name, type]) => ({ name, ...ELEMENTS[type] })),
]

/** Rows that come one by one, by column. */
export class ColumnBatch {
  readonly #data = new Map<string, unknown[]>(COLUMNS.map(([name]) => [name, []]))
  rows = 0

  add(row: Readonly<Record<string, unknown>>): void {
    this.rows++
    for (const [name, values] of this.#data) values.push(row[name] ?? null)
  }

  columns(): { name: string; data: unknown[] }[] {
    return [...this.#data].map(([name, data]) => ({ name, data }))
  }
}
