import { ActionIcon, Popover, Slider, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { Maximize, Minus, Plus, SunMedium } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useSession } from '../document/useSession.ts'
import { KeyOf } from '../shell/keys/Keys.tsx'
import type { CanvasEditor } from '../tools/canvasEditor.ts'
import './viewBar.css'

const STEP = 1.25

/** Zoom and the looks of the image, at the foot of the view. */
export function ViewBar({ editor }: { editor: CanvasEditor }) {
  const percent = useSyncExternalStore(
    (listener) => editor.subscribe(listener),
    () => Math.round(editor.camera.scale * 100),
  )
  const { brightness, contrast } = useSession(editor.session, ({ view }) => view)
  const isChanged = brightness !== 1 || contrast !== 1
  return (
    <div className="view-bar" role="toolbar" aria-label="View">
      <BarButton label="Zoom out" command="view.out" onClick={() => editor.zoomBy(1 / STEP)}>
        <Minus size="0.95rem" />
      </BarButton>
      <Tooltip label="Show every pixel as one">
        <UnstyledButton className="view-bar-zoom" onClick={() => editor.zoomBy(1 / editor.camera.scale)}>
          {percent} %
        </UnstyledButton>
      </Tooltip>
      <BarButton label="Zoom in" command="view.in" onClick={() => editor.zoomBy(STEP)}>
        <Plus size="0.95rem" />
      </BarButton>
      <BarButton label="Show the whole image" command="view.fit" onClick={() => editor.fit()}>
        <Maximize size="0.95rem" />
      </BarButton>
      <Popover position="top" withArrow>
        <Popover.Target>
          <ActionIcon
            size="sm"
            variant={isChanged ? 'filled' : 'subtle'}
            color={isChanged ? undefined : 'gray'}
            aria-label="Brightness and contrast"
          >
            <SunMedium size="0.95rem" />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="xs" w={200}>
            <Factor
              label="Brightness"
              value={brightness}
              onChange={(value) => editor.session.setView({ brightness: value })}
            />
            <Factor
              label="Contrast"
              value={contrast}
              onChange={(value) => editor.session.setView({ contrast: value })}
            />
            <UnstyledButton
              className="view-bar-reset"
              onClick={() => editor.session.setView({ brightness: 1, contrast: 1 })}
            >
              As the image is
            </UnstyledButton>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

interface ButtonProps {
  label: string
  command: string
  onClick(): void
  children: React.ReactNode
}

const BarButton = ({ label, command, onClick, children }: ButtonProps) => (
  <Tooltip
    label={
      <>
        {label} <KeyOf command={command} />
      </>
    }
  >
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)

interface FactorProps {
  label: string
  value: number
  onChange(value: number): void
}

function Factor({ label, value, onChange }: FactorProps) {
  return (
    <div>
      <Text size="xs">{label}</Text>
      <Slider
        aria-label={label}
        min={0.2}
        max={4}
        step={0.05}
        value={value}
        onChange={onChange}
        size="sm"
        label={null}
      />
    </div>
  )
}
