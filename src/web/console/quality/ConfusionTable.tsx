import { Table } from '@mantine/core'
import type { ClassConfusion } from '../../../contract/quality.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'

/** Rows are classes of accepted work, columns of submitted work; the diagonal is correct. */
export function ConfusionTable({ confusion }: { confusion: readonly ClassConfusion[] }) {
  const t = useTranslator()
  const names = [...new Set(confusion.flatMap(({ a, b }) => [a, b]))].filter((name) => name !== null).sort()
  const counts = new Map(confusion.map(({ a, b, count }) => [JSON.stringify([a, b]), count]))
  const rows: (string | null)[] = [...names, null]
  const most = Math.max(1, ...confusion.map(({ count }) => count))
  return (
    <Table.ScrollContainer minWidth={400}>
      <Table withTableBorder withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('quality.acceptedAs')}</Table.Th>
            {rows.map((name) => (
              <Table.Th key={name ?? ''} ta="right">
                {name ?? t('quality.nothing')}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((a) => (
            <Table.Tr key={a ?? ''}>
              <Table.Th scope="row">{a ?? t('quality.nothing')}</Table.Th>
              {rows.map((b) => {
                const count = counts.get(JSON.stringify([a, b])) ?? 0
                return (
                  <Table.Td key={b ?? ''} ta="right" className="numbers" bg={shadeOf(a === b, count / most)}>
                    {count === 0 ? '' : t.number(count)}
                  </Table.Td>
                )
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The more, the stronger: right in teal, wrong in orange, in shades that text stays legible on. */
function shadeOf(isRight: boolean, share: number): string | undefined {
  if (share === 0) return undefined
  const color = isRight ? 'var(--mantine-color-teal-light)' : 'var(--mantine-color-orange-light)'
  const hover = isRight ? 'var(--mantine-color-teal-light-hover)' : 'var(--mantine-color-orange-light-hover)'
  return share > 0.5 ? hover : color
}
