import { Table } from '@mantine/core'
import type { ComparisonFigures } from '../../../model/compare/compare.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'

/** The figures that the comparison has, by the names of the field. */
export function ComparisonFiguresTable({ figures }: { figures: ComparisonFigures }) {
  const t = useTranslator()
  const { shapes, cuboids, tracks, points } = figures
  const share = (value: number | null | undefined) =>
    value == null ? null : t.number(value, { style: 'percent', maximumFractionDigits: 1 })
  const length = (value: number | null | undefined, unit: string) =>
    value == null ? null : `${t.number(value, { maximumFractionDigits: 2 })} ${unit}`
  const rows = [
    [t('compare.precision'), share(shapes.precision)],
    [t('compare.recall'), share(shapes.recall)],
    ['F1', share(shapes.f1)],
    [t('compare.meanIou'), share(shapes.meanIou)],
    ['PQ', share(shapes.pq)],
    ['HOTA', share(tracks?.hota)],
    ['IDF1', share(tracks?.idf1)],
    ['MOTA', share(tracks?.mota)],
    [t('compare.idSwitches'), tracks ? t.number(tracks.idSwitches) : null],
    ['ATE', length(cuboids?.ate, 'm')],
    ['ASE', share(cuboids?.ase)],
    ['AOE', length(cuboids?.aoe, 'rad')],
    ['OKS', share(figures.oks)],
    [t('compare.chamfer'), length(figures.chamferPx, 'px') ?? length(figures.chamferM, 'm')],
    ['mIoU', share(points?.miou)],
    [t('compare.accuracy'), share(points?.accuracy)],
  ] as const
  return (
    <Table verticalSpacing={1}>
      <Table.Tbody>
        {rows.map(([name, value]) =>
          value === null ? null : (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right" className="numbers">
                {value}
              </Table.Td>
            </Table.Tr>
          ),
        )}
      </Table.Tbody>
    </Table>
  )
}
