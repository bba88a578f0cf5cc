import { visibleLines } from '../../model/visibleText.ts'

// Includes their full-width forms, and leading blanks, which some programs drop.
const FORMULA = /^[\s\p{Cf}]*[=+\-@|\t\r＝＋－＠]/u

type Cell = string | number | null

/**
 * RFC 4180 with every text in quotes, since programs that split cells at semicolons must not find one inside. Text that
 * a spreadsheet would run as a formula is escaped: names come from customers.
 */
export function csvText(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell) => {
    if (value === null) return ''
    if (typeof value === 'number') return String(value)
    const seen = visibleLines(value)
    return `"${(FORMULA.test(value) ? `'${seen}` : seen).replaceAll('"', '""')}"`
  }
  return [columns.join(','), ...rows.map((row) => row.map(cell).join(',')), ''].join('\r\n')
}

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
