import { Button, Group, Text } from '@mantine/core'
import { CircleX, TriangleAlert } from 'lucide-react'
import type { Finding } from '../../model/checks/finding.ts'
import { endAllHeld, propagateAllHeld } from '../document/heldObjects.ts'
import { msg, verbatim } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { FindingRows } from '../panels/FindingRows.tsx'
import { findingMessage } from '../panels/findingMessage.ts'
import { useShell } from '../workbench/shellContext.ts'
import type { SubmitReason } from '../workbench/submission/submitReasons.ts'
import './submitReasons.css'

interface Props {
  reasons: readonly SubmitReason[]
  onLook(finding: Finding): void
  /** Called after a change: the question is then outdated. */
  onDone(): void
}

/** Places of a reason that are listed here; the Checks tab has all. */
const SHOWN = 3

/** Each reason with its count, and below it the places that the checks found. */
export function SubmitReasons({ reasons, onLook, onDone }: Props) {
  const t = useTranslator()
  if (reasons.length === 0) return null
  return (
    <ul className="submit-reasons">
      {reasons.map((reason) => {
        const { code, isError, findings } = reason
        const [first] = findings
        return (
          <li key={code} data-code={code} data-severity={isError ? 'error' : 'warning'}>
            {isError ? (
              <CircleX size="1rem" color="var(--mantine-color-red-5)" aria-label={t('checks.error')} />
            ) : (
              <TriangleAlert size="1rem" color="var(--mantine-color-yellow-5)" aria-label={t('checks.warning')} />
            )}
            <div>
              {t.of(reasonMessage(reason))}
              {code === 'UNFINISHED_SHAPE' && <ShowUnfinished onDone={onDone} />}
              {code === 'HELD' && <HeldActions onDone={onDone} />}
              <FindingRows
                findings={findings.slice(0, SHOWN)}
                heading={first && !isCounted(code) ? t.of(findingMessage(first)) : undefined}
                onOpen={onLook}
              />
              {findings.length > SHOWN && (
                <Text size="xs" c="dimmed" px="0.625rem">
                  {t('submit.moreInChecks', { count: findings.length - SHOWN })}
                </Text>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** To the first one: its tool continues it where it was left. */
function ShowUnfinished({ onDone }: { onDone: () => void }) {
  const t = useTranslator()
  const { session } = useShell()
  const [first] = session.inWork.all
  if (!first) return null
  const show = () => {
    onDone()
    session.setFrame(first.frame)
    session.setTool(first.shape.tool)
  }
  return (
    <Button size="compact-xs" variant="default" my={4} onClick={show}>
      {t('submit.showUnfinished')}
    </Button>
  )
}

function HeldActions({ onDone }: { onDone: () => void }) {
  const t = useTranslator()
  const { session } = useShell()
  const act = (change: () => boolean) => () => {
    onDone()
    change()
  }
  return (
    <Group gap={6} my={4}>
      <Button size="compact-xs" variant="default" onClick={act(() => endAllHeld(session))}>
        {t('submit.endAll')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={act(() => propagateAllHeld(session))}>
        {t('submit.propagateAll')}
      </Button>
    </Group>
  )
}

const COUNTED = ['UNFINISHED_SHAPE', 'UNDECIDED_SUGGESTIONS', 'OPEN_ISSUES', 'MISSING_ATTRIBUTE'] as const
type Counted = (typeof COUNTED)[number]

/** Whether the dialog has its own words for the reason; most others are said as the findings say them. */
const isCounted = (code: string): code is Counted => COUNTED.some((one) => one === code)

function reasonMessage({ code, count, findings: [first] }: SubmitReason): Message {
  if (code === 'EMPTY_JOB') return msg('submit.EMPTY_JOB')
  if (code === 'CHECKS_UNFINISHED') return msg('submit.CHECKS_UNFINISHED', { seconds: 10 })
  if (isCounted(code)) return msg(`submit.${code}`, { count })
  return msg('submit.finding', { count, finding: first ? findingMessage(first) : verbatim(code) })
}
