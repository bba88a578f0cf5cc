import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fromPlainDocument } from '../../formats/document/documentFile.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { classById } from '../../model/tag.ts'
import { useSession } from '../document/useSession.ts'
import { request } from '../kit/api.ts'
import { Loaded } from '../kit/States.tsx'
import { loadBytes } from '../workbench/loadBytes.ts'
import { goTo, useShell } from '../workbench/shellContext.ts'
import { documentChanges, type TrackChange } from './documentChanges.ts'

const SHOWN = 200
const KIND_WORDS: Readonly<Record<TrackChange['kind'], string>> = {
  added: 'new',
  removed: 'removed',
  changed: 'changed',
}

/** What was changed since the last review, each a press away. */
export function ReviewChanges() {
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
    <section aria-label="Changes since the last review" style={{ marginTop: '0.75rem' }}>
      <Group justify="space-between" px="0.625rem" pb={4}>
        <Text size="sm" fw={600}>
          Since the last review
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => setShown(!isShown)} aria-expanded={isShown}>
          {isShown ? 'Hide' : 'Show changes'}
        </Button>
      </Group>
      {isShown && (
        <Loaded of={reviewed} what="the reviewed work">
          {({ document, labels }) =>
            labels && mode.Changes ? <mode.Changes before={{ document, labels }} /> : <Changes before={document} />
          }
        </Loaded>
      )}
    </section>
  )
}

function Changes({ before }: { before: AnnotatedDocument }) {
  const { session } = useShell()
  const after = useSession(session, (open) => open.document)
  const changes = useMemo(() => documentChanges(before, after), [before, after])
  const classes = classById(session.job.tag)
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed" px="0.625rem">
        No object was changed.
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
            {classes.get(classId)?.name ?? 'unknown class'}
          </span>
          <span className="panel-faint">
            {KIND_WORDS[kind]}
            {frame !== null && after.frameCount > 1 ? `, frame ${frame}` : ''}
          </span>
        </button>
      ))}
      {changes.length > SHOWN && (
        <Text size="sm" c="dimmed" px="0.625rem">
          and {changes.length - SHOWN} more
        </Text>
      )}
    </div>
  )
}
