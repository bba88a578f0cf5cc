import { Table, Text } from '@mantine/core'
import type { AnnotationType } from '../../../model/annotationType.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'

const FLAT = [
  ['pointer.middleOrSpaceDrag', 'tool.pan'],
  ['pointer.scroll', 'pointer.zoom'],
  ['pointer.shiftClick', 'pointer.addToSelection'],
  ['pointer.dragMidpoint', 'pointer.insertPoint'],
  ['pointer.rightOrAltClickPoint', 'command.deletePoint'],
  ['pointer.altWhileDrawing', 'pointer.withoutSnapping'],
] as const

const ORBITED = [
  ['pointer.drag', 'pointer.orbit'],
  ['pointer.rightDrag', 'tool.pan'],
  ['pointer.scroll', 'pointer.zoom'],
  ['pointer.shiftClick', 'pointer.addToSelection'],
] as const

const CUBOID = [
  ...ORBITED,
  ['pointer.shiftDragSide', 'pointer.keepSize'],
  ['pointer.doubleClickSide', 'pointer.snapSide'],
] as const

const ACTS = {
  image2d: FLAT,
  video2d: FLAT,
  cuboid3d: CUBOID,
  cuboid3d_linked2d: CUBOID,
  segmentation3d: ORBITED,
} as const satisfies Record<AnnotationType, readonly (readonly [string, string])[]>

/** The pointer's actions outside of tools; unlike keys they cannot be changed. */
export function PointerActs({ annotationType }: { annotationType: AnnotationType }) {
  const t = useTranslator()
  return (
    <Table.Tbody>
      <Table.Tr>
        <Table.Th colSpan={2}>
          <Text size="xs" c="dimmed" mt={6} fw={600}>
            {t('pointer.title')}
          </Text>
        </Table.Th>
      </Table.Tr>
      {ACTS[annotationType].map(([gesture, act]) => (
        <Table.Tr key={gesture}>
          <Table.Td>{t(act)}</Table.Td>
          <Table.Td ta="right">{t(gesture)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}
