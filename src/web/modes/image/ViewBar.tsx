import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { Maximize, Minus, Plus } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { CanvasEditor } from '../../tools/image/canvasEditor.ts'
import { KeyOf } from '../../workbench/keys/Keys.tsx'
import { ImageLooks } from './ImageLooks.tsx'
import './viewBar.css'

const STEP = 1.25

/** Zoom and the looks of the image, at the foot of the view. */
export function ViewBar({ editor }: { editor: CanvasEditor }) {
  const percent = useSyncExternalStore(
    (listener) => editor.subscribe(listener),
    () => Math.round(editor.camera.scale * 100),
  )
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
      <ImageLooks session={editor.session} />
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
