import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { Grip } from 'lucide-react'
import { dismissedBox, reprojectedBox } from '../../../model/document/edits/linkBox.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { ImageLooks } from '../image/ImageLooks.tsx'
import { ChangePlaces } from '../sensors/ChangePlaces.tsx'
import { useEditor } from '../sensors/useEditor.ts'
import { togglePointsOnImages } from './cuboidCommands.ts'
import type { CuboidScene } from './cuboidScene.ts'

interface Props {
  scene: CuboidScene
  source: CameraSource
  /** To look at the calibration: it always shows points, and has no other place. */
  isProof: boolean
}

/** What can be done with a camera's view at its upper edge, with the box of the selected object at its lower one. */
export function CameraActions({ scene, source, isProof }: Props) {
  const { editor } = scene
  const pointsOnImages = useEditor(editor, (e) => e.view.pointsOnImages)
  return (
    <>
      <div className="sensors-camera-actions">
        <ImageLooks session={editor.session} variant="default" />
        {!isProof && (
          <ChangePlaces
            label="Camera and 3D view change places (H)"
            onChange={() => editor.setView({ cameraLarge: !editor.view.cameraLarge })}
          />
        )}
        {source.camera && !isProof && (
          <Tooltip label="Points over the image (Shift+U)">
            <ActionIcon
              size="sm"
              variant={pointsOnImages ? 'filled' : 'default'}
              aria-label="Points over the image"
              aria-pressed={pointsOnImages}
              onClick={() => togglePointsOnImages(editor)}
            >
              <Grip size="0.9rem" />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <LinkActions scene={scene} source={source} />
    </>
  )
}

/** How the selected object's box on this camera stands to its cuboid, and what can be done about it. */
function LinkActions({ scene: { editor, cameraBoxes }, source }: Pick<Props, 'scene' | 'source'>) {
  useEditor(editor, (e) => e.session.document)
  const id = editor.selectedId
  const link = cameraBoxes.rectanglesOf(source).find(({ trackId }) => trackId === id)
  const isOwn = link && link.state !== 'linked' && link.state !== 'camera-only'
  const { frame } = editor
  const isLocked = editor.session.readOnly || !editor.isEditable(source.sensorId)
  return (
    <div className="sensors-link-actions">
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
            <Tooltip label="No box in this frame, although the camera might see it (L)">
              <Button
                size="compact-xs"
                variant="default"
                disabled={isLocked}
                onClick={() => editor.edit(id, 'Dismiss box', (track) => dismissedBox(track, source.sensorId, frame))}
              >
                Dismiss
              </Button>
            </Tooltip>
          )}
        </>
      )}
    </div>
  )
}
