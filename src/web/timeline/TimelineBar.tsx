import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core'
import {
  Anchor,
  CheckCheck,
  ChevronFirst,
  ChevronLast,
  Diamond,
  EyeOff,
  LogOut,
  type LucideIcon,
  Merge,
  Pause,
  Play,
  Split,
  SquareArrowLeft,
  SquareArrowRight,
  StepBack,
  StepForward,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Observable } from '../document/observable.ts'
import type { EditorSession } from '../document/session.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { FrameTime } from '../workbench/FrameTime.tsx'
import { KeyOf } from '../workbench/keys/Keys.tsx'
import { type Player, SPEEDS_FPS } from './player.ts'
import type { TrackAction } from './trackAction.ts'

/** By the last part of an action's id: its icon, and its name where there is room. */
const ACTIONS = {
  key: { Icon: Diamond, name: 'timeline.name.key' },
  out: { Icon: LogOut, name: 'timeline.name.out' },
  outThrough: { Icon: LogOut, name: 'timeline.name.outThrough' },
  end: { Icon: ChevronLast, name: 'timeline.name.end' },
  hidden: { Icon: EyeOff, name: 'timeline.name.hidden' },
  stationary: { Icon: Anchor, name: 'timeline.name.stationary' },
  confirm: { Icon: CheckCheck, name: 'timeline.name.confirm' },
  forward: { Icon: SquareArrowRight, name: 'timeline.name.forward' },
  back: { Icon: SquareArrowLeft, name: 'timeline.name.back' },
  split: { Icon: Split, name: 'timeline.name.split' },
  merge: { Icon: Merge, name: 'timeline.name.merge' },
} as const

type ActionName = keyof typeof ACTIONS

const isNamed = (part: string): part is ActionName => part in ACTIONS

function lookOf(id: string): (typeof ACTIONS)[ActionName] {
  const part = id.split('.').at(-1) ?? ''
  return isNamed(part) ? ACTIONS[part] : ACTIONS.key
}

/** What plays: the frames of a video, or another sequence. Announces start, stop and another speed. */
export interface FramePlayer extends Observable {
  readonly session: EditorSession
  readonly player: Player
}

interface BarProps extends FramePlayer {
  actions: readonly TrackAction[]
  /** The prefix of the step and play commands, such as `frame` of `frame.next`. */
  commands: string
}

/** Player and edits over frames, above the timeline. */
export function TimelineBar({ session, player, subscribe, actions, commands }: BarProps) {
  const t = useTranslator()
  const frame = useSession(session, (open) => open.frame)
  const { frameId } = session.job.content.frames[frame]
  const last = useSession(session, ({ document }) => document.frameCount) - 1
  const enabled = useSession(session, () => new Set(actions.filter((action) => action.isEnabled()).map(({ id }) => id)))
  const isPlaying = useSyncExternalStore(subscribe, () => player.isPlaying)
  const fps = useSyncExternalStore(subscribe, () => player.fps)
  const go = (to: number) => {
    player.pause()
    session.setFrame(to)
  }
  return (
    <div className="timeline-bar" role="toolbar" aria-label={t('timeline.frames')}>
      <BarButton label={t('timeline.first')} command={`${commands}.first`} Icon={ChevronFirst} onClick={() => go(0)} />
      <BarButton
        label={t('timeline.previous')}
        command={`${commands}.previous`}
        Icon={StepBack}
        onClick={() => go(frame - 1)}
      />
      <BarButton
        label={isPlaying ? t('timeline.pause') : t('timeline.play')}
        command={`${commands}.play`}
        Icon={isPlaying ? Pause : Play}
        onClick={() => player.toggle()}
      />
      <BarButton
        label={t('timeline.next')}
        command={`${commands}.next`}
        Icon={StepForward}
        onClick={() => go(frame + 1)}
      />
      <BarButton label={t('timeline.last')} command={`${commands}.last`} Icon={ChevronLast} onClick={() => go(last)} />
      <span className="timeline-frame">{t('timeline.frameOf', { frame, first: 0, last })}</span>
      {frameId !== String(frame) && (
        <span className="timeline-frame-id" title={t('timeline.frameId', { id: frameId })}>
          {frameId}
        </span>
      )}
      <FrameTime session={session} />
      <NativeSelect
        size="xs"
        aria-label={t('timeline.speed')}
        value={String(fps)}
        data={SPEEDS_FPS.map((speed) => ({ value: String(speed), label: t('timeline.fps', { speed }) }))}
        onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
      />
      <span className="timeline-gap" />
      {actions.map(({ id, label, run }) => (
        <ActionButton key={id} label={t.of(label)} command={id} onClick={run} disabled={!enabled.has(id)} />
      ))}
    </div>
  )
}

interface ButtonProps {
  label: string
  command: string
  Icon: LucideIcon
  onClick(): void
  disabled?: boolean
}

/** An edit of the selected objects: an icon, with its name beside it where the bar is wide enough. */
function ActionButton({ label, command, onClick, disabled = false }: Omit<ButtonProps, 'Icon'>) {
  const t = useTranslator()
  const { Icon, name } = lookOf(command)
  return (
    <Tooltip
      label={
        <>
          {label} <KeyOf command={command} />
        </>
      }
    >
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        px={4}
        aria-label={label}
        onClick={onClick}
        disabled={disabled}
        leftSection={<Icon size="0.95rem" />}
        className="timeline-action"
      >
        {t(name)}
      </Button>
    </Tooltip>
  )
}

const BarButton = ({ label, command, Icon, onClick, disabled = false }: ButtonProps) => (
  <Tooltip
    label={
      <>
        {label} <KeyOf command={command} />
      </>
    }
  >
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} onClick={onClick} disabled={disabled}>
      <Icon size="0.95rem" />
    </ActionIcon>
  </Tooltip>
)
