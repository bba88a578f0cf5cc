import type { UsageRow } from '../../client/types/answers.ts'

const COLUMNS = ['job_id', 'reference_id', 'tag', 'frames', 'annotations', 'completed_at'] as const

// Also their full-width forms, and behind blanks, which some programs drop.
const FORMULA = /^[\s\p{Cf}]*[=+\-@|\t\r＝＋－＠]/u

/**
 * RFC 4180, every text in quotes: programs that part cells by semicolons must not find a second one inside. What a
 * spreadsheet would take for a formula is kept from being one: names come from customers.
 */
export function usageCsv(rows: readonly UsageRow[]): string {
  const cell = (value: string | number) => {
    if (typeof value === 'number') return String(value)
    return `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
  }
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(','))
  return [COLUMNS.join(','), ...lines, ''].join('\r\n')
}

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
