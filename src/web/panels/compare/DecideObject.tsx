import { Button, Group, Text } from '@mantine/core'
import type { OverlayNames } from '../../document/openOverlay.ts'
import { candidateLook } from '../../document/overlayLook.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useRunningComparison } from '../../workbench/comparing/ComparisonProvider.tsx'
import { takeFrom, takenIndex } from '../../workbench/comparing/takeFrom.ts'
import { KeyOf } from '../../workbench/keys/Keys.tsx'
import { useShell } from '../../workbench/shellContext.ts'
import { LineSample } from './LineSample.tsx'

/** Takes the chosen object as one of the annotators has it; the rest of the work stays. */
export function DecideObject({ names }: { names: OverlayNames }) {
  const t = useTranslator()
  const { session } = useShell()
  const { works, reply } = useRunningComparison()
  const current = useSession(session, ({ overlay }) => overlay.current)
  const isReadOnly = useSession(session, ({ readOnly }) => readOnly)
  const document = useSession(session, (open) => open.document)
  if (!reply) return null
  if (!current) {
    const medoid = reply.medoid === null ? null : names[reply.medoid].slice(-1)
    return (
      <Text size="sm" c="dimmed" px="0.625rem" py="xs">
        {medoid && t('compare.startsAs', { name: medoid })} {t('compare.decideHint')}
      </Text>
    )
  }
  const taken = takenIndex(document, current, names, works)
  return (
    <section aria-label={t('compare.choice')} className="compare-head">
      {current.sides.map((side, index) => {
        const letter = names[index].slice(-1)
        return (
          <Group key={letter} gap={6} wrap="nowrap">
            <LineSample look={candidateLook(index)} />
            <Text size="sm" flex={1} className="clipped">
              {letter}: {side?.label ?? t('compare.absent')}
            </Text>
            <KeyOf command={`compare.take.${index + 1}`} />
            <Button
              size="compact-xs"
              variant={taken === index ? 'filled' : 'default'}
              aria-pressed={taken === index}
              disabled={isReadOnly || current.sides.every((one) => !one?.shape)}
              onClick={() => takeFrom(session, current, index, names, works)}
            >
              {t('compare.take', { name: letter })}
            </Button>
          </Group>
        )
      })}
    </section>
  )
}
