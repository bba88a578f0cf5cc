import type { ExportAnswer, FormatRow } from '../../../contract/exports.ts'
import { daySpan } from '../daySpan.ts'

/** The fields of the export form. */
export interface ExportChoice {
  format: string | null
  tags: string[]
  batchId: string | null
  /** Days, `2026-01-31`; empty for any. */
  from: string
  to: string
  /** Per cent by name; null for no splits. */
  shares: Readonly<Record<string, number>> | null
  includesFiles: boolean
  destination: string
  options: Readonly<Record<string, unknown>>
  /** Conditions of a repeated export for which the form has no fields. */
  others: Readonly<Record<string, unknown>>
}

export const NO_CHOICE: ExportChoice = {
  format: null,
  tags: [],
  batchId: null,
  from: '',
  to: '',
  shares: null,
  includesFiles: false,
  destination: '',
  options: {},
  others: {},
}

/** The choice that an export was made by, to make it again. */
export function choiceOf({ format, filter, splits, files, destination, options }: ExportAnswer): ExportChoice {
  const { tag, batch_id: batchId, ...others } = filter
  return {
    ...NO_CHOICE,
    format,
    tags: [tag ?? []].flat().map(String),
    batchId: typeof batchId === 'string' ? batchId : null,
    others,
    shares:
      splits &&
      Object.fromEntries(Object.entries(splits).map(([name, share]) => [name, Math.round(share * 1e4) / 100])),
    includesFiles: files === 'include',
    destination: destination ?? '',
    options,
  }
}

/** The body of POST exports. */
export function exportBody(choice: ExportChoice, format: FormatRow) {
  const { from, to } = daySpan(choice.from, choice.to)
  const filter = {
    ...choice.others,
    ...(choice.tags.length > 0 && { tag: choice.tags }),
    ...(choice.batchId !== null && { batch_id: choice.batchId }),
    ...(from !== undefined && { completed_from: from }),
    ...(to !== undefined && { completed_to: to }),
  }
  const shares = Object.entries(choice.shares ?? {}).filter(([, share]) => share > 0)
  return {
    format: format.format,
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(shares.length > 0 && { splits: Object.fromEntries(shares.map(([name, share]) => [name, share / 100])) }),
    files: choice.includesFiles || format.files === 'required' ? ('include' as const) : ('none' as const),
    ...(choice.destination.trim() !== '' && { destination: choice.destination.trim() }),
    options: choice.options,
  }
}
