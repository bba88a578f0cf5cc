import { visibleText } from '../model/visibleText.ts'

export type Cell = string | number | boolean | null | undefined

/** Names come from customers: they neither steer the terminal nor add lines. */
const text = (cell: Cell): string =>
  cell === null || cell === undefined || cell === '' ? '–' : visibleText(String(cell))

/** Columns side by side under their headings; numbers to the right. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return 'none\n'
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => text(row[i]).length)))
  const line = (cells: readonly Cell[]) =>
    cells
      .map((cell, i) => (typeof cell === 'number' ? text(cell).padStart(widths[i]) : text(cell).padEnd(widths[i])))
      .join('  ')
      .trimEnd()
  return `${[headings, ...rows].map(line).join('\n')}\n`
}

/** One thing, a line for each of its members. */
export function card(members: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(members).map((name) => name.length))
  return Object.entries(members)
    .map(([name, value]) => `${name.padEnd(width)}  ${text(value)}\n`)
    .join('')
}
