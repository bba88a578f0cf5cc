import { ActionIcon, Badge, Group, Menu, Text, Tooltip } from '@mantine/core'
import { BookOpen, EllipsisVertical, Keyboard, Redo2, Undo2 } from 'lucide-react'
import { Link } from 'wouter'
import { useSession } from '../document/useSession.ts'
import { Logo } from '../kit/Logo.tsx'
import { StageBadge } from '../kit/StageBadge.tsx'
import { duration } from '../kit/time.ts'
import { OPERATION_WORDS } from '../kit/words.ts'
import { KeyOf } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { JobActions } from './JobActions.tsx'
import { SaveBadge } from './SaveBadge.tsx'
import { useJobActions } from './useJobActions.ts'

export function TopBar() {
  const { session, me, setDialog } = useShell()
  const { job, tag } = session.job
  return (
    <header className="bench-top">
      {me ? (
        <Tooltip label="To the queue; saved work stays">
          <Link href="/" aria-label="Fiducial, to the start" style={{ display: 'flex' }}>
            <Logo compact />
          </Link>
        </Tooltip>
      ) : (
        <Logo compact />
      )}
      <Tooltip label={`${job.projectName} · ${tag.name} · ${OPERATION_WORDS[job.operation]}`}>
        <Text component="h1" size="sm" fw={600} className="clipped" maw="18rem">
          {job.referenceId}
        </Text>
      </Tooltip>
      <StageBadge stage={job.stage} />
      {job.rejected && (
        <Badge color="red" variant="light" size="sm" tt="none">
          sent back
        </Badge>
      )}
      {session.job.access !== 'read' && <SaveBadge />}
      <UndoRedo />
      <div style={{ flex: 1 }} />
      <Holder />
      <ActiveSeconds />
      <Tooltip
        label={
          <>
            Instructions <KeyOf command="job.instructions" />
          </>
        }
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Instructions"
          onClick={() => setDialog({ kind: 'instructions' })}
        >
          <BookOpen size="1.1rem" />
        </ActionIcon>
      </Tooltip>
      <Tooltip
        label={
          <>
            All keys <KeyOf command="job.keys" />
          </>
        }
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="All keys"
          onClick={() => setDialog({ kind: 'keys' })}
        >
          <Keyboard size="1.1rem" />
        </ActionIcon>
      </Tooltip>
      {me && <MoreMenu />}
      {me ? (
        <JobActions />
      ) : (
        <Badge variant="light" color="gray" tt="none">
          read-only
        </Badge>
      )}
    </header>
  )
}

function UndoRedo() {
  const { session } = useShell()
  const canUndo = useSession(session, (open) => open.canUndo)
  const canRedo = useSession(session, (open) => open.canRedo)
  const undoLabel = useSession(session, (open) => open.undoLabel)
  const redoLabel = useSession(session, (open) => open.redoLabel)
  if (session.job.access === 'read') return null
  return (
    <Group gap={0} wrap="nowrap">
      <Tooltip
        label={
          <>
            Undo{undoLabel ? `: ${undoLabel}` : ''} <KeyOf command="job.undo" />
          </>
        }
      >
        <ActionIcon variant="subtle" color="gray" aria-label="Undo" disabled={!canUndo} onClick={() => session.undo()}>
          <Undo2 size="1.1rem" />
        </ActionIcon>
      </Tooltip>
      <Tooltip
        label={
          <>
            Redo{redoLabel ? `: ${redoLabel}` : ''} <KeyOf command="job.redo" />
          </>
        }
      >
        <ActionIcon variant="subtle" color="gray" aria-label="Redo" disabled={!canRedo} onClick={() => session.redo()}>
          <Redo2 size="1.1rem" />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

/** Who has the job, where it is not the one who looks. */
function Holder() {
  const { session, me, beating } = useShell()
  const lease = beating.lost ? beating.lost.holder : session.job.lease
  if (!lease || lease.userId === me?.userId) return null
  return (
    <Text size="sm" c="dimmed" className="clipped" maw="12rem">
      {lease.name} has it
    </Text>
  )
}

function ActiveSeconds() {
  const { session, me, beating } = useShell()
  const { access } = session.job
  if (!me || access === 'read') return null
  const seconds = (beating.activeSeconds ?? session.job.activeSeconds)[access]
  return (
    <Tooltip label="Your team's working time on this job; pauses over 5 minutes are not counted">
      <Text size="sm" c="dimmed" className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {duration(seconds)}
      </Text>
    </Tooltip>
  )
}

function MoreMenu() {
  const { session, setDialog, isElsewhere } = useShell()
  const { release } = useJobActions()
  const isOurs = session.job.access !== 'read' && !isElsewhere
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="More">
          <EllipsisVertical size="1.1rem" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => navigator.clipboard.writeText(location.href)}>Copy link to this place</Menu.Item>
        <Menu.Item onClick={() => setDialog({ kind: 'drafts' })}>Drafts of this job…</Menu.Item>
        {isOurs && <Menu.Item onClick={() => setDialog({ kind: 'skip' })}>Skip with a reason…</Menu.Item>}
        {isOurs && <Menu.Item onClick={() => release.mutate()}>Give back to the queue</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
