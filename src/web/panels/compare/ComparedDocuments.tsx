import { ActionIcon, Group, Select, Stack, Tooltip } from '@mantine/core'
import { ArrowUpDown } from 'lucide-react'
import type { HeldDocumentRow } from '../../../contract/documents.ts'
import { type OverlayNames, WORK } from '../../document/openOverlay.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useShell } from '../../workbench/shellContext.ts'

/** Which document is the reference, and which is compared with it. */
export function ComparedDocuments({
  documents,
  names,
}: {
  documents: readonly HeldDocumentRow[]
  names: OverlayNames
}) {
  const t = useTranslator()
  const { overlay } = useShell().session
  const [a, b] = names
  const data = [
    { value: WORK, label: t('compare.doc.work') },
    ...documents.map((one) => ({ value: one.name, label: nameOf(one) })),
  ]
  function nameOf({ kind, number, by }: HeldDocumentRow): string {
    const counted = { number: number ?? 0 }
    switch (kind) {
      case 'result':
        return t('compare.doc.result', counted)
      case 'review':
        return t('compare.doc.review', counted)
      case 'candidate':
        return t('compare.doc.candidate', { name: by ?? '' })
      case 'submission': {
        const name = t('compare.doc.submission', counted)
        return by ? t('compare.doc.of', { name, person: by }) : name
      }
      default:
        return t(`compare.doc.${kind}`)
    }
  }
  return (
    <Group wrap="nowrap" gap={4}>
      <Stack gap={4} flex={1}>
        <Select
          size="xs"
          aria-label={t('compare.a')}
          allowDeselect={false}
          data={data}
          value={a}
          onChange={(value) => value !== null && overlay.lay([value, b])}
        />
        <Select
          size="xs"
          aria-label={t('compare.b')}
          allowDeselect={false}
          data={data}
          value={b}
          onChange={(value) => value !== null && overlay.lay([a, value])}
        />
      </Stack>
      <Tooltip label={t('compare.swap')}>
        <ActionIcon variant="subtle" color="gray" aria-label={t('compare.swap')} onClick={() => overlay.lay([b, a])}>
          <ArrowUpDown size="1rem" />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
