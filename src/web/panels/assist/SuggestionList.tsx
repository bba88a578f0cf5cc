import { Button, Group, Slider, Text } from '@mantine/core'
import { Check, X } from 'lucide-react'
import type { OpenSuggestion } from '../../document/openSuggestions.ts'
import { useSession } from '../../document/useSession.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { Empty } from '../../kit/States.tsx'
import type { Translator } from '../../messages/translator.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useDecisions } from '../../workbench/assistance/useDecisions.ts'
import { useShell } from '../../workbench/shellContext.ts'

/** More rows than these are reached by the keys alone. */
const SHOWN_ROWS = 200

/** The undecided suggestions of assistants: all, by class, and one by one. */
export function SuggestionList() {
  const t = useTranslator()
  const { session } = useShell()
  const { all, shown, current, threshold } = useSession(session, ({ suggestions }) => ({
    all: suggestions.all,
    shown: suggestions.shown,
    current: suggestions.current,
    threshold: suggestions.threshold,
  }))
  const { accept, drop, show } = useDecisions(session)
  if (all.length === 0) return <Empty title={t('assist.nothing')}>{t('assist.nothingHint')}</Empty>
  const byLabel = Map.groupBy(shown, ({ label }) => label)
  return (
    <section aria-label={t('assist.group')}>
      {all.some(({ score }) => score !== null) && (
        <>
          <Group justify="space-between">
            <Text size="xs">{t('assist.threshold')}</Text>
            <Text size="xs" c="dimmed">
              {t('assist.shown', { shown: shown.length, all: all.length })}
            </Text>
          </Group>
          <Slider
            size="sm"
            min={0}
            max={1}
            step={0.01}
            value={threshold}
            thumbLabel={t('assist.threshold')}
            onChange={(value) => session.suggestions.setThreshold(value)}
          />
        </>
      )}
      <Group gap={6} my={8}>
        <Button size="compact-sm" disabled={shown.length === 0} onClick={() => accept(shown)}>
          {t('assist.acceptAll')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={shown.length === 0} onClick={() => drop(shown)}>
          {t('assist.dropAll')}
        </Button>
      </Group>
      {byLabel.size > 1 &&
        Array.from(byLabel, ([label, ones]) => (
          <Row key={label} one={ones[0]} text={t('assist.classRow', { name: label })} count={ones.length}>
            <IconButton label={t('assist.acceptClass', { name: label })} icon={Check} onClick={() => accept(ones)} />
            <IconButton label={t('assist.dropClass', { name: label })} icon={X} onClick={() => drop(ones)} />
          </Row>
        ))}
      {shown.slice(0, SHOWN_ROWS).map((one) => (
        <Row
          key={one.id}
          one={one}
          text={rowText(t, one, session.document.frameCount)}
          isCurrent={one === current}
          onPress={() => show(one)}
        >
          <IconButton label={t('assist.accept')} icon={Check} onClick={() => accept([one])} />
          <IconButton label={t('assist.drop')} icon={X} onClick={() => drop([one])} />
        </Row>
      ))}
      {shown.length > SHOWN_ROWS && (
        <Text size="sm" c="dimmed">
          {t('common.andMore', { count: shown.length - SHOWN_ROWS })}
        </Text>
      )}
    </section>
  )
}

function rowText(t: Translator, { label: name, frame, merge }: OpenSuggestion, frameCount: number): string {
  if (merge) return t('assist.mergeRow', { name, frame })
  return frameCount > 1 ? t('assist.row', { name, frame }) : name
}

interface RowProps {
  one: OpenSuggestion
  text: string
  /** The count of a class, instead of a score. */
  count?: number
  isCurrent?: boolean
  onPress?: () => void
  children: React.ReactNode
}

function Row({ one, text, count, isCurrent = false, onPress, children }: RowProps) {
  const { session } = useShell()
  const color = session.job.tag.classes.find(({ classId }) => classId === one.classId)?.color
  return (
    <Group gap={2} wrap="nowrap">
      <button
        type="button"
        className="panel-row"
        style={{ flex: 1, minHeight: '1.75rem' }}
        aria-pressed={isCurrent}
        disabled={!onPress}
        onClick={onPress}
      >
        <span className="swatch" style={{ background: color }} />
        <span className="clipped" style={{ flex: 1, textAlign: 'start' }}>
          {text}
        </span>
        <span className="panel-faint numbers">{count ?? one.score?.toFixed(2) ?? ''}</span>
      </button>
      {children}
    </Group>
  )
}
