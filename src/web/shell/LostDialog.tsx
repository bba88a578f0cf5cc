import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../document/useSession.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { useJobActions } from './useJobActions.ts'

/** The work continued elsewhere. Nothing is overwritten: unsaved work is a draft, and both people see a notice. */
export function LostDialog() {
  const t = useTranslator()
  const { session, beating, dialog, reopen } = useShell()
  const [, go] = useLocation()
  const saveState = useSession(session, (open) => open.saveState)
  const pending = useSession(session, (open) => open.pendingCount)
  const notice = useSession(session, (open) => open.notice)
  const [seen, setSeen] = useState<unknown>(null)
  const { claim } = useJobActions()
  const isConflict = saveState.kind === 'conflict'
  const isLost = saveState.kind === 'lease_lost' || beating.lost !== null
  const cause = isConflict ? 'conflict' : isLost ? 'lost' : notice
  // The page loads the job again by itself: see useReloadAfterDifference.
  if (saveState.kind === 'differs') return null
  if (cause === null || cause === seen || dialog?.kind === 'left') return null
  const holder = beating.lost?.holder?.name
  const isFree = isLost && beating.lost !== null && beating.lost.holder === null
  const close = () => {
    setSeen(cause)
    if (notice) session.dismissNotice()
  }
  const kept = pending > 0 ? t('lost.keptHere') : t('lost.keptAsDraft')
  return (
    <Modal
      opened
      onClose={close}
      title={isConflict ? t('lost.changed') : isLost ? t('lost.takenOver') : t('lost.found')}
    >
      <Stack>
        <Text size="sm">
          {isConflict || isLost ? t.of(saveState.detail ?? lostText(isConflict, holder)) : notice && t.of(notice)}
        </Text>
        {(isConflict || isLost) && <Text size="sm">{kept}</Text>}
        <Group justify="end">
          {isLost && (
            <Button variant="default" onClick={() => go('/queue')}>
              {t('common.toQueue')}
            </Button>
          )}
          {isFree && (
            <Button loading={claim.isPending} onClick={() => claim.mutate()}>
              {t('lost.takeAgain')}
            </Button>
          )}
          <Button variant={isFree ? 'default' : 'filled'} data-autofocus onClick={cause === notice ? close : reopen}>
            {cause === notice ? t('lost.continue') : t('lost.reload')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function lostText(isConflict: boolean, holder: string | undefined): Message {
  if (isConflict) return msg('lost.savedElsewhere')
  return holder ? msg('lost.heldBy', { name: holder }) : msg('lost.expired')
}
