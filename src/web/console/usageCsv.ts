import type { UsageRow } from '../../contract/deliveries.ts'
import { csvText } from './csv.ts'

const COLUMNS = ['job_id', 'reference_id', 'tag', 'frames', 'annotations', 'completed_at'] as const

export const usageCsv = (rows: readonly UsageRow[]): string =>
  csvText(
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => row[column])),
  )
