import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import type { JobPayloadAnswer } from '../../contract/payload.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { instanceName, type TagClass } from '../../model/tag.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'

/** For visitors of a public link: what they see, what the colours mean, and the result as a file. */
export function AboutViewDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator()
  const { session } = useShell()
  const document = useSession(session, (open) => open.document)
  const { job, tag } = session.job
  const rows = useMemo(() => legendRows(document, tag.classes), [document, tag])
  return (
    <Modal opened onClose={onClose} title={t('aboutView.title', { name: job.referenceId })} size="md">
      <Stack>
        <Text>{t('aboutView.what', { type: t(`annotationType.${job.operation}`) })}</Text>
        {job.resultVersion === null && <Text c="dimmed">{t('aboutView.unfinished')}</Text>}
        <section aria-label={t('aboutView.legend')}>
          <Text fw={600} size="sm">
            {t('aboutView.legend')}
          </Text>
          {rows.length === 0 && <Text c="dimmed">{t('aboutView.nothing')}</Text>}
          <ul className="legend">
            {rows.map(({ name, color, count }) => (
              <li key={name}>
                <span className="swatch" style={{ background: color }} />
                <span>{name}</span>
                {count !== null && <span className="numbers">{t.number(count)}</span>}
              </li>
            ))}
          </ul>
        </section>
        <Group>
          {job.resultVersion !== null && (
            <Button component="a" href={resultUrl(session.job)} download leftSection={<Download size="1rem" />}>
              {t('aboutView.download')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The signature is the one that the page was opened with. */
const resultUrl = ({ job }: JobPayloadAnswer): string => {
  const sig = new URLSearchParams(location.search).get('sig') ?? ''
  return `/api/view/${job.jobId}/result?sig=${encodeURIComponent(sig)}`
}

interface LegendRow {
  name: string
  color: string
  /** Objects of the class; null where points are labelled. */
  count: number | null
}

/** Classes that the work uses. */
function legendRows(document: AnnotatedDocument, classes: readonly TagClass[]): LegendRow[] {
  const counts = new Map<string, number>()
  for (const { classId } of document.tracks.values()) counts.set(classId, (counts.get(classId) ?? 0) + 1)
  const ofObjects = classes.flatMap(({ classId, name, color }) => {
    const count = counts.get(classId)
    return count === undefined ? [] : [{ name, color, count }]
  })
  const ofPoints = document.legend.flatMap(({ classId, instance, color }) => {
    const tagClass = classes.find((one) => one.classId === classId)
    return tagClass
      ? [{ name: instanceName(tagClass.name, instance), color: color ?? tagClass.color, count: null }]
      : []
  })
  return [...ofObjects, ...ofPoints]
}
