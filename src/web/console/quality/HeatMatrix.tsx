import { Anchor, Paper, Table, Text, Title, Tooltip } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslator } from '../../messages/useTranslator.tsx'
import './quality.css'

export interface HeatCell {
  score: number | null
  /** False if there are too few jobs for a comparison: the cell has no colour. */
  ranked: boolean
  hint: string
}

interface Heading {
  key: string
  name: string
  onChoose?: () => void
}

interface Props {
  title: string
  hint: string
  corner: string
  rows: readonly Heading[]
  columns: readonly Heading[]
  cellOf(row: string, column: string): HeatCell | null
}

/** Scores of rows by columns, coloured from half correct (and less) to all correct if there are enough jobs. */
export function HeatMatrix({ title, hint, corner, rows, columns, cellOf }: Props) {
  const t = useTranslator()
  const heading = useId()
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-labelledby={heading}>
      <Title order={2} size="h5" id={heading}>
        {title}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {hint}
      </Text>
      <Table.ScrollContainer minWidth={400}>
        <Table withColumnBorders verticalSpacing={4} w="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{corner}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column.key} ta="right">
                  <HeadingName {...column} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.key}>
                <Table.Th scope="row">
                  <HeadingName {...row} />
                </Table.Th>
                {columns.map(({ key }) => (
                  <HeatCellOf key={key} cell={cellOf(row.key, key)}>
                    {(score) => t.number(score, { style: 'percent', maximumFractionDigits: 0 })}
                  </HeatCellOf>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function HeadingName({ name, onChoose }: Heading) {
  if (!onChoose) return <>{name}</>
  return (
    <Anchor component="button" type="button" ta="left" size="sm" fw={500} onClick={onChoose}>
      {name}
    </Anchor>
  )
}

function HeatCellOf({ cell, children }: { cell: HeatCell | null; children: (score: number) => ReactNode }) {
  if (cell === null || cell.score === null) return <Table.Td />
  const share = Math.max(0, (cell.score - 0.5) * 2)
  return (
    <Tooltip label={cell.hint} multiline maw="20rem">
      <Table.Td
        ta="right"
        className="numbers heat"
        data-ranked={cell.ranked}
        c={cell.ranked ? undefined : 'dimmed'}
        style={{ '--share': share }}
      >
        {children(cell.score)}
      </Table.Td>
    </Tooltip>
  )
}
