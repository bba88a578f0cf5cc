import { Alert, Button, Group, Loader, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../document/useSession.ts'
import { Empty, Failed } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useRunningComparison } from '../../workbench/comparing/ComparisonProvider.tsx'
import { candidateNames, likelyNames } from '../../workbench/comparing/heldNames.ts'
import { useHeldDocuments } from '../../workbench/comparing/useComparison.ts'
import { useShell } from '../../workbench/shellContext.ts'
import { ComparedDocuments } from './ComparedDocuments.tsx'
import { ComparedObjects } from './ComparedObjects.tsx'
import { ComparisonFiguresTable } from './ComparisonFiguresTable.tsx'
import { DecideObject } from './DecideObject.tsx'
import { OverlayLegend } from './OverlayLegend.tsx'

/** Two documents of the job laid over each other, or all documents of its annotators. */
export function ComparePanel() {
  const t = useTranslator()
  const { session } = useShell()
  const { overlay } = session
  const documents = useHeldDocuments()
  const { reply, error } = useRunningComparison()
  const names = useSession(session, () => overlay.names)
  const decides = useSession(session, () => overlay.decides)
  const hasObjects = useSession(session, () => overlay.all.length > 0)
  const [isWide, setWide] = useState(false)
  const candidates = candidateNames(documents)
  const open = (decided: boolean) => overlay.lay(decided ? candidates : likelyNames(documents), decided)
  if (!names) {
    return (
      <Empty title={t('compare.title')} action={<Button onClick={() => open(false)}>{t('compare.begin')}</Button>}>
        {t('compare.hint')}
      </Empty>
    )
  }
  return (
    <section className="sidebar-panel object-list" aria-label={t('compare.title')}>
      <div className="compare-head">
        {candidates.length > 1 && (
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('compare.title')}
            data={[
              { value: 'decide', label: t('compare.decide') },
              { value: 'two', label: t('compare.two') },
            ]}
            value={decides ? 'decide' : 'two'}
            onChange={(value) => open(value === 'decide')}
          />
        )}
        {!decides && <ComparedDocuments documents={documents} names={names} />}
        {error && <Failed error={error} />}
        {!reply && !error && (
          <Group gap="xs" role="status">
            <Loader size="xs" />
            <Text size="sm">{t('compare.running')}</Text>
          </Group>
        )}
        {reply && (
          <>
            <Group justify="space-between">
              <Text size="sm" fw={600}>
                {t(decides ? 'compare.agreement' : 'compare.score', {
                  score: t.number(reply.score, { style: 'percent', maximumFractionDigits: 1 }),
                })}
              </Text>
              {reply.comparison && (
                <Button size="compact-xs" variant="subtle" aria-expanded={isWide} onClick={() => setWide(!isWide)}>
                  {t('compare.figures')}
                </Button>
              )}
            </Group>
            {reply.comparison?.approximate && (
              <Alert color="yellow" p={6}>
                {t('compare.approximate')}
              </Alert>
            )}
            {isWide && reply.comparison && <ComparisonFiguresTable figures={reply.comparison.figures} />}
            {hasObjects && <OverlayLegend names={names} />}
          </>
        )}
      </div>
      {reply && <ComparedObjects />}
      {decides && <DecideObject names={names} />}
      <Group px="0.625rem" py={6}>
        <Button size="compact-sm" variant="default" onClick={() => overlay.lay(null)}>
          {t('compare.close')}
        </Button>
      </Group>
    </section>
  )
}
