import { Table, VisuallyHidden } from '@mantine/core'
import { useTranslator } from '../messages/useTranslator.tsx'

interface Props {
  /** Titles of the columns from the left; numbers are right-aligned. */
  columns: readonly (string | { number: string })[]
  /** A last column of buttons, whose title only screen readers say. */
  hasActions?: boolean
}

export function TableHead({ columns, hasActions = false }: Props) {
  const t = useTranslator()
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) =>
          typeof column === 'string' ? (
            <Table.Th key={column}>{column}</Table.Th>
          ) : (
            <Table.Th key={column.number} ta="right">
              {column.number}
            </Table.Th>
          ),
        )}
        {hasActions && (
          <Table.Th>
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
}
