import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { Maximize, Minus, Plus, RotateCw } from 'lucide-react'
import { useObserved } from '../../document/useObserved.ts'
import type { CanvasEditor } from '../../tools/image/canvasEditor.ts'
import { KeyOf } from '../../workbench/keys/Keys.tsx'
import { ImageLooks } from './ImageLooks.tsx'
import './viewBar.css'
import { useTranslator } from '../../messages/useTranslator.tsx'

const STEP = 1.25

/** Zoom and the looks of the image, at the foot of the view. */
export function CanvasViewBar({ editor, children }: { editor: CanvasEditor; children?: React.ReactNode }) {
  const t = useTranslator()
  const percent = useObserved(editor, ({ camera }) => Math.round(camera.scale * 100))
  return (
    <div className="view-bar" role="toolbar" aria-label={t('command.groupView')}>
      {children}
      <BarButton label={t('command.zoomOut')} command="view.out" onClick={() => editor.zoomBy(1 / STEP)}>
        <Minus size="0.95rem" />
      </BarButton>
      <Tooltip label={t('image.actualSize')}>
        <UnstyledButton className="view-bar-zoom" onClick={() => editor.zoomBy(1 / editor.camera.scale)}>
          {t.number(percent / 100, { style: 'percent' })}
        </UnstyledButton>
      </Tooltip>
      <BarButton label={t('command.zoomIn')} command="view.in" onClick={() => editor.zoomBy(STEP)}>
        <Plus size="0.95rem" />
      </BarButton>
      <BarButton label={t('command.fit')} command="view.fit" onClick={() => editor.fit()}>
        <Maximize size="0.95rem" />
      </BarButton>
      <BarButton label={t('command.turnView')} command="view.turn" onClick={() => editor.turn(1)}>
        <RotateCw size="0.95rem" />
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

export const BarButton = ({ label, command, onClick, children }: ButtonProps) => (
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
