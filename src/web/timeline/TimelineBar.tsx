import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core'
import {
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
import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../document/useSession.ts'
import { KeyOf } from '../shell/keys/Keys.tsx'
import { SPEEDS_FPS } from './player.ts'
import { trackActions } from './videoCommands.ts'
import type { VideoState } from './videoState.ts'

const ACTION_ICONS: Readonly<Record<string, LucideIcon>> = {
  'track.key': Diamond,
  'track.out': LogOut,
  'track.end': ChevronLast,
  'track.hidden': EyeOff,
  'track.forward': SquareArrowRight,
  'track.back': SquareArrowLeft,
  'track.split': Split,
  'track.merge': Merge,
}

/** Player and edits over frames, above the timeline. */
export function TimelineBar({ video }: { video: VideoState }) {
  const { session, player } = video
  const frame = useSession(session, (open) => open.frame)
  const last = useSession(session, ({ document }) => document.frameCount) - 1
  useSession(session, ({ selection }) => selection)
  useSession(session, ({ readOnly }) => readOnly)
  const isPlaying = useSyncExternalStore(video.subscribe, () => player.isPlaying)
  const fps = useSyncExternalStore(video.subscribe, () => player.fps)
  const actions = useMemo(() => trackActions(session), [session])
  const go = (to: number) => {
    player.pause()
    session.setFrame(to)
  }
  return (
    <div className="timeline-bar" role="toolbar" aria-label="Frames">
      <BarButton label="First frame" command="frame.first" Icon={ChevronFirst} onClick={() => go(0)} />
      <BarButton label="Frame before" command="frame.previous" Icon={StepBack} onClick={() => go(frame - 1)} />
      <BarButton
        label={isPlaying ? 'Pause' : 'Play'}
        command="frame.play"
        Icon={isPlaying ? Pause : Play}
        onClick={() => player.toggle()}
      />
      <BarButton label="Next frame" command="frame.next" Icon={StepForward} onClick={() => go(frame + 1)} />
      <BarButton label="Last frame" command="frame.last" Icon={ChevronLast} onClick={() => go(last)} />
      <span className="timeline-frame">
        {frame} / {last}
      </span>
      <NativeSelect
        size="xs"
        aria-label="Speed"
        value={String(fps)}
        data={SPEEDS_FPS.map((speed) => ({ value: String(speed), label: `${speed} fps` }))}
        onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
      />
      <span className="timeline-gap" />
      {actions.map(({ id, label, run, isEnabled }) => (
        <BarButton key={id} label={label} command={id} Icon={ACTION_ICONS[id]} onClick={run} disabled={!isEnabled()} />
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
