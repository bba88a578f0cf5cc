import { Text } from '@mantine/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { classById, UNLABELLED_COLOR } from '../../../model/tag.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { ReviewedWork } from '../../workbench/mode.ts'
import { useShell } from '../../workbench/shellContext.ts'
import { labelChanges } from './labelChanges.ts'
import { labelScenes } from './openScenes.ts'

/** Points with other labels than at the last review, by class; a press shows them. */
export function LabelChanges({ before }: { before: ReviewedWork }) {
  const t = useTranslator()
  const { session } = useShell()
  const scene = useSyncExternalStore(labelScenes.subscribe, () => labelScenes.of(session))
  const legend = useSession(session, (open) => open.document.legend)
  const labelsVersion = useSession(session, (open) => open.labelsVersion)
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels are changed in place, their version tells when.
  const changes = useMemo(
    () =>
      session.labels
        ? labelChanges({ legend: before.document.legend, labels: before.labels }, { legend, labels: session.labels })
        : [],
    [before, session, legend, labelsVersion],
  )
  useEffect(() => () => scene?.store.offer(new Uint32Array()), [scene])
  const classes = classById(session.job.tag)
  const nameOf = (classId: string | null) =>
    classId === null ? t('seg.unlabelledName') : (classes.get(classId)?.name ?? t('seg.unknownClass'))
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed" px="0.625rem">
        {t('seg.noLabelsChanged')}
      </Text>
    )
  }
  return (
    <div>
      {changes.map(({ from, to, points }) => (
        <button
          key={`${from} ${to}`}
          type="button"
          className="panel-row"
          style={{ minHeight: '1.75rem' }}
          onClick={() => {
            scene?.store.offer(points)
            scene?.places.lookAtPoints(points)
          }}
        >
          <span className="swatch" style={{ background: classes.get(to ?? '')?.color ?? UNLABELLED_COLOR }} />
          <span className="clipped" style={{ flex: 1 }}>
            {from === to
              ? t('seg.otherInstance', { name: nameOf(to) })
              : t('seg.changed', { from: nameOf(from), to: nameOf(to) })}
          </span>
          <span className="numbers panel-faint">{t.number(points.length)}</span>
        </button>
      ))}
    </div>
  )
}
