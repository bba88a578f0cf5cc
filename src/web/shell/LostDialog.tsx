import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../document/useSession.ts'
import { useShell } from '../workbench/shellContext.ts'
import { useJobActions } from './useJobActions.ts'

/** The work went on elsewhere. Nothing is overwritten: what was not saved in time is a draft, and both sides are told. */
export function LostDialog() {
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
  if (cause === null || cause === seen || dialog?.kind === 'handed_in') return null
  const holder = beating.lost?.holder?.name
  const isFree = isLost && beating.lost !== null && beating.lost.holder === null
  const close = () => {
    setSeen(cause)
    if (notice) session.dismissNotice()
  }
  const kept =
    pending > 0
      ? 'Your last changes are kept on this computer and go to the service as a draft as soon as it can be reached.'
      : 'Whatever was not saved in time is kept as a draft of this job, for you or a manager to take or to drop.'
  return (
    <Modal
      opened
      onClose={close}
      title={
        isConflict ? 'The job was changed elsewhere' : isLost ? 'You do not have this job any more' : 'Work was found'
      }
    >
      <Stack>
        <Text size="sm">{isConflict || isLost ? lostText(isConflict, saveState.detail, holder) : notice}</Text>
        {(isConflict || isLost) && <Text size="sm">{kept}</Text>}
        <Group justify="end">
          {isLost && (
            <Button variant="default" onClick={() => go('/queue')}>
              To the queue
            </Button>
          )}
          {isFree && (
            <Button loading={claim.isPending} onClick={() => claim.mutate()}>
              Take it again
            </Button>
          )}
          <Button variant={isFree ? 'default' : 'filled'} data-autofocus onClick={cause === notice ? close : reopen}>
            {cause === notice ? 'Go on' : 'Load the job as it is now'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function lostText(isConflict: boolean, detail: string, holder: string | undefined): string {
  if (detail) return `${detail[0].toUpperCase()}${detail.slice(1)}.`
  if (isConflict) return 'Somebody else, or another window of yours, saved this job.'
  return holder ? `${holder} has it now.` : 'It went back to the queue after a while without a sign of life.'
}
