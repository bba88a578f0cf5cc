import { ActionIcon, Badge, Button, Group, Menu, Text, Tooltip } from '@mantine/core'
import {
  BookOpen,
  Check,
  CloudOff,
  EllipsisVertical,
  Keyboard,
  LoaderCircle,
  Redo2,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { Link } from 'wouter'
import type { SaveKind } from '../document/autosave.ts'
import { useSession } from '../document/useSession.ts'
import { Logo } from '../kit/Logo.tsx'
import { NotificationBell } from '../kit/NotificationBell.tsx'
import { StageBadge } from '../kit/StageBadge.tsx'
import { UndoSubmission } from '../kit/UndoSubmission.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { FrameTime } from '../workbench/FrameTime.tsx'
import { KeyOf } from '../workbench/keys/Keys.tsx'
import { NoticeLine } from '../workbench/NoticeLine.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { JobActions } from './JobActions.tsx'
import { useJobActions } from './useJobActions.ts'

const SHOWN = {
  saved: { word: 'save.saved', color: 'teal', icon: Check },
  saving: { word: 'save.saving', color: 'gray', icon: LoaderCircle },
  offline: { word: 'save.offline', color: 'yellow', icon: CloudOff },
  conflict: { word: 'save.failed', color: 'red', icon: TriangleAlert },
  differs: { word: 'save.failed', color: 'red', icon: TriangleAlert },
  lease_lost: { word: 'save.lost', color: 'red', icon: TriangleAlert },
} as const satisfies Record<SaveKind, object>

function SaveBadge() {
  const t = useTranslator()
  const { session } = useShell()
  const { kind, detail } = useSession(session, (open) => open.saveState)
  const { word, color, icon: Icon } = SHOWN[kind]
  return (
    <Tooltip label={detail && t.of(detail)} disabled={detail === null}>
      <Badge
        variant="light"
        color={color}
        size="sm"
        tt="none"
        role="status"
        aria-live="polite"
        leftSection={<Icon size="0.75rem" />}
        data-save-state={kind}
      >
        {t(word)}
      </Badge>
    </Tooltip>
  )
}

export function TopBar() {
  const t = useTranslator()
  const { session, me, setDialog } = useShell()
  const { job, tag } = session.job
  const type = t(`annotationType.${job.operation}`)
  // A public read-only link does not show the project.
  const project = job.projectName
  const about = project === null ? `${tag.name} · ${type}` : t('shell.about', { project, tag: tag.name, type })
  return (
    <header className="bench-top">
      {me ? (
        <Tooltip label={t('shell.toQueue')}>
          <Link href="/" aria-label={t('common.home')} style={{ display: 'flex' }}>
            <Logo compact />
          </Link>
        </Tooltip>
      ) : (
        <Logo compact />
      )}
      <Tooltip label={about}>
        <Text component="h1" size="sm" fw={600} className="clipped" maw="18rem">
          {job.referenceId}
        </Text>
      </Tooltip>
      {session.document.frameCount === 1 && <FrameTime session={session} />}
      <StageBadge stage={job.stage} />
      {job.rejected && (
        <Badge color="red" variant="light" size="sm" tt="none">
          {t('shell.rejected')}
        </Badge>
      )}
      {session.job.access !== 'read' && <SaveBadge />}
      <UndoRedo />
      <UndoSubmission />
      <NoticeLine log={session.notices} />
      <Holder />
      <AnnotatedBy />
      <ActiveSeconds />
      <Tooltip
        label={
          <>
            {t('shell.instructions')} <KeyOf command="job.instructions" />
          </>
        }
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('shell.instructions')}
          onClick={() => setDialog({ kind: 'instructions' })}
        >
          <BookOpen size="1.1rem" />
        </ActionIcon>
      </Tooltip>
      <Tooltip
        label={
          <>
            {t('shell.keys')} <KeyOf command="job.keys" />
          </>
        }
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('shell.keys')}
          onClick={() => setDialog({ kind: 'keys' })}
        >
          <Keyboard size="1.1rem" />
        </ActionIcon>
      </Tooltip>
      {me && <NotificationBell />}
      {me && <MoreMenu />}
      {me ? (
        <JobActions />
      ) : (
        <Group gap="xs" wrap="nowrap">
          <Badge variant="light" color="gray" tt="none">
            {t('shell.readOnly')}
          </Badge>
          <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'aboutView' })}>
            {t('aboutView.open')}
          </Button>
        </Group>
      )}
    </header>
  )
}

function UndoRedo() {
  const t = useTranslator()
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
            {undoLabel ? t('shell.undoNamed', { edit: t(undoLabel) }) : t('shell.undo')} <KeyOf command="job.undo" />
          </>
        }
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('shell.undo')}
          disabled={!canUndo}
          onClick={() => session.undo()}
        >
          <Undo2 size="1.1rem" />
        </ActionIcon>
      </Tooltip>
      <Tooltip
        label={
          <>
            {redoLabel ? t('shell.redoNamed', { edit: t(redoLabel) }) : t('shell.redo')} <KeyOf command="job.redo" />
          </>
        }
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('shell.redo')}
          disabled={!canRedo}
          onClick={() => session.redo()}
        >
          <Redo2 size="1.1rem" />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

/** The person who has the job, if it is not the viewer. */
function Holder() {
  const t = useTranslator()
  const { session, me, beating } = useShell()
  const lease = beating.lost ? beating.lost.holder : session.job.lease
  if (!lease || lease.userId === me?.userId) return null
  return (
    <Text size="sm" c="dimmed" className="clipped" maw="12rem">
      {t('shell.assigned', { name: lease.name })}
    </Text>
  )
}

/** Whose work a reviewer looks at, and how long it took. */
function AnnotatedBy() {
  const t = useTranslator()
  const { session } = useShell()
  const { access, annotatedBy } = session.job
  if (access !== 'review' || annotatedBy.length === 0) return null
  const people = annotatedBy.map(({ name, seconds }) => t('shell.nameAndTime', { name, time: t.duration(seconds) }))
  return (
    <Text size="sm" c="dimmed" className="clipped" maw="26rem" title={people.join(', ')}>
      {t('shell.annotatedBy', { people: t.list(people) })}
    </Text>
  )
}

function ActiveSeconds() {
  const t = useTranslator()
  const { session, me, beating } = useShell()
  const { access } = session.job
  if (!me || access === 'read') return null
  const seconds = (beating.activeSeconds ?? session.job.activeSeconds)[access]
  return (
    <Tooltip label={t('shell.activeTime')}>
      <Text size="sm" c="dimmed" className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {t.duration(seconds)}
      </Text>
    </Tooltip>
  )
}

function MoreMenu() {
  const t = useTranslator()
  const { session, setDialog, isElsewhere } = useShell()
  const { release } = useJobActions()
  const isOurs = session.job.access !== 'read' && !isElsewhere
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.more')}>
          <EllipsisVertical size="1.1rem" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => navigator.clipboard.writeText(location.href)}>{t('shell.copyLink')}</Menu.Item>
        <Menu.Item onClick={() => setDialog({ kind: 'drafts' })}>{t('shell.drafts')}</Menu.Item>
        {isOurs && <Menu.Item onClick={() => setDialog({ kind: 'skip' })}>{t('shell.skip')}</Menu.Item>}
        {isOurs && <Menu.Item onClick={() => release.mutate()}>{t('shell.release')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
