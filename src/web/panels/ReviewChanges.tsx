import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fromPlainDocument } from '../../formats/document/documentFile.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { classById } from '../../model/tag.ts'
import { WORK } from '../document/openOverlay.ts'
import { useSession } from '../document/useSession.ts'
import { request } from '../kit/api.ts'
import { Loaded } from '../kit/States.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useHeldDocuments } from '../workbench/comparing/useComparison.ts'
import { loadBytes } from '../workbench/loadBytes.ts'
import { goTo, useShell } from '../workbench/shellContext.ts'
import { documentChanges } from './documentChanges.ts'

const SHOWN = 200

/** The changes since the last review; a press opens each of them. */
export function ReviewChanges() {
  const t = useTranslator()
  const { session, me, mode } = useShell()
  const last = session.job.reviews.findLast(({ hasDocument }) => hasDocument)
  const [isShown, setShown] = useState(false)
  const reviewed = useQuery({
    queryKey: ['review', session.job.job.jobId, last?.number],
    queryFn: async ({ signal }) => {
      const params = { jid: session.job.job.jobId, number: String(last?.number) }
      const { document, labelsUrl } = await request('GET /api/jobs/:jid/reviews/:number', { params, signal })
      const labels = labelsUrl === null ? null : await loadBytes(labelsUrl, () => {}, signal).then(decodeLabels)
      return { document: fromPlainDocument(document), labels }
    },
    enabled: isShown && last !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!last || !me) return null
  return (
    <section aria-label={t('changes.label')} style={{ marginTop: '0.75rem' }}>
      <Group justify="space-between" px="0.625rem" pb={4}>
        <Text size="sm" fw={600}>
          {t('changes.title')}
        </Text>
        <Group gap={4}>
          <OverlayToggle name={`review-${last.number}`} />
          <Button size="compact-xs" variant="default" onClick={() => setShown(!isShown)} aria-expanded={isShown}>
            {isShown ? t('changes.hide') : t('changes.show')}
          </Button>
        </Group>
      </Group>
      {isShown && (
        <Loaded of={reviewed}>
          {({ document, labels }) =>
            labels && mode.Changes ? <mode.Changes before={{ document, labels }} /> : <Changes before={document} />
          }
        </Loaded>
      )}
    </section>
  )
}

/** Lays the reviewed work under the current work, for people who may compare. */
function OverlayToggle({ name }: { name: string }) {
  const t = useTranslator()
  const { session, setTab } = useShell()
  const isOn = useSession(session, ({ overlay }) => overlay.names?.[0] === name)
  const mayCompare = useHeldDocuments().some((held) => held.name === name)
  if (!mayCompare) return null
  const toggle = () => {
    session.overlay.lay(isOn ? null : [name, WORK])
    if (!isOn) setTab('compare')
  }
  return (
    <Button size="compact-xs" variant={isOn ? 'filled' : 'default'} aria-pressed={isOn} onClick={toggle}>
      {t('compare.showChanges')}
    </Button>
  )
}

function Changes({ before }: { before: AnnotatedDocument }) {
  const t = useTranslator()
  const { session } = useShell()
  const after = useSession(session, (open) => open.document)
  const changes = useMemo(() => documentChanges(before, after), [before, after])
  const classes = classById(session.job.tag)
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed" px="0.625rem">
        {t('changes.none')}
      </Text>
    )
  }
  return (
    <div>
      {changes.slice(0, SHOWN).map(({ kind, trackId, classId, frame }) => (
        <button
          key={trackId}
          type="button"
          className="panel-row"
          style={{ minHeight: '1.75rem' }}
          onClick={() => goTo(session, { ...(frame === null ? {} : { frame }), trackId })}
        >
          <span className="swatch" style={{ background: classes.get(classId)?.color }} />
          <span className="clipped" style={{ flex: 1 }}>
            {classes.get(classId)?.name ?? t('panel.unknownClass')}
          </span>
          <span className="panel-faint">
            {frame !== null && after.frameCount > 1
              ? t('changes.kindAtFrame', { kind: t(`changes.${kind}`), frame })
              : t(`changes.${kind}`)}
          </span>
        </button>
      ))}
      {changes.length > SHOWN && (
        <Text size="sm" c="dimmed" px="0.625rem">
          {t('common.andMore', { count: changes.length - SHOWN })}
        </Text>
      )}
    </div>
  )
}
