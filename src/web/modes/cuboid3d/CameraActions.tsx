import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { ArrowLeftRight, Grip } from 'lucide-react'
import type { CameraSource } from '../../scene/cloud/fusionJob.ts'
import { dismissedBox, reprojectedBox } from '../../tools/cuboid/linkedBox.ts'
import { ImageLooks } from '../ImageLooks.tsx'
import { useEditor } from '../sensors/useEditor.ts'
import type { CuboidScene } from './useScene.ts'

interface Props {
  scene: CuboidScene
  source: CameraSource
  /** To look at the calibration: it always shows points, and has no other place. */
  isProof: boolean
}

/** What can be done with a camera's view, and with the box of the selected object in it. */
export function CameraActions({ scene: { editor, cameraBoxes }, source, isProof }: Props) {
  const pointsOnImages = useEditor(editor, (e) => e.view.pointsOnImages)
  useEditor(editor, (e) => e.session.document)
  const id = editor.selectedId
  const link = cameraBoxes.rectanglesOf(source).find(({ trackId }) => trackId === id)
  const isOwn = link && link.state !== 'linked' && link.state !== 'camera-only'
  const { frame } = editor
  const isLocked = editor.session.readOnly || !editor.isEditable(source.sensorId)
  return (
    <div className="sensors-camera-actions">
      {!editor.session.readOnly && !editor.isEditable(source.sensorId) && cameraBoxes.hasBoxes && (
        <span className="sensors-link-state">not to be annotated (non_editable)</span>
      )}
      {link && id && (
        <>
          <span className="sensors-link-state">{link.rectangle || isOwn ? link.state : 'not seen'}</span>
          {isOwn && (
            <Button
              size="compact-xs"
              disabled={isLocked}
              onClick={() => editor.edit(id, 'Project anew', (track) => reprojectedBox(track, source.sensorId, frame))}
            >
              Project anew
            </Button>
          )}
          {link.state !== 'dismissed' && link.rectangle && (
            <Button
              size="compact-xs"
              variant="default"
              disabled={isLocked}
              onClick={() => editor.edit(id, 'Dismiss box', (track) => dismissedBox(track, source.sensorId, frame))}
            >
              Dismiss
            </Button>
          )}
        </>
      )}
      <ImageLooks session={editor.session} variant="default" />
      {!isProof && (
        <Tooltip label="Camera and 3D view change places (H)">
          <ActionIcon
            size="sm"
            variant="default"
            aria-label="Change places"
            onClick={() => editor.setView({ cameraLarge: !editor.view.cameraLarge })}
          >
            <ArrowLeftRight size="0.9rem" />
          </ActionIcon>
        </Tooltip>
      )}
      {source.camera && !isProof && (
        <Tooltip label="Points over the image">
          <ActionIcon
            size="sm"
            variant={pointsOnImages ? 'filled' : 'default'}
            aria-label="Points over the image"
            aria-pressed={pointsOnImages}
            onClick={() => editor.setView({ pointsOnImages: !pointsOnImages })}
          >
            <Grip size="0.9rem" />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
