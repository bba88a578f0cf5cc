import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { Grip } from 'lucide-react'
import { dismissedBox, reprojectedBox } from '../../../model/document/edits/linkBox.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { useKeyed } from '../../workbench/keys/Keys.tsx'
import { ImageLooks } from '../image/ImageLooks.tsx'
import { ChangePlaces } from '../sensors/ChangePlaces.tsx'
import { togglePointsOnImages } from './cuboidCommands.ts'
import type { CuboidScene } from './cuboidScene.ts'

interface Props {
  scene: CuboidScene
  source: CameraSource
  /** For checking the calibration: it always shows points, and has no other place. */
  isProof: boolean
}

/** What can be done with a camera's view at its upper edge, with the box of the selected object at its lower one. */
export function CameraActions({ scene, source, isProof }: Props) {
  const keyed = useKeyed()
  const t = useTranslator()
  const { editor } = scene
  const pointsOnImages = useObserved(editor, (e) => e.view.pointsOnImages)
  return (
    <>
      <div className="sensors-camera-actions">
        <ImageLooks session={editor.session} variant="default" />
        {!isProof && (
          <ChangePlaces
            label={keyed(t('cuboid.swap'), 'cloud.swap')}
            onChange={() => editor.setView({ cameraLarge: !editor.view.cameraLarge })}
          />
        )}
        {source.camera && !isProof && (
          <Tooltip label={keyed(t('cuboid.pointsOnImage'), 'cloud.image_points')}>
            <ActionIcon
              size="sm"
              variant={pointsOnImages ? 'filled' : 'default'}
              aria-label={t('cuboid.pointsOnImage')}
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

const STATES = {
  linked: 'cuboid.box.linked',
  adjusted: 'cuboid.box.adjusted',
  dismissed: 'cuboid.box.absent',
  'camera-only': 'cuboid.box.cameraOnly',
} as const

/** The relation between the selected object's box on this camera and its cuboid, with the possible actions. */
function LinkActions({ scene: { editor, cameraBoxes }, source }: Pick<Props, 'scene' | 'source'>) {
  const keyed = useKeyed()
  const t = useTranslator()
  const id = useObserved(editor, (e) => e.selectedId)
  const link = useObserved(editor, () => cameraBoxes.rectanglesOf(source).find(({ trackId }) => trackId === id))
  const frame = useObserved(editor, (e) => e.frame)
  const readOnly = useObserved(editor, (e) => e.session.readOnly)
  const isOwn = link && link.state !== 'linked' && link.state !== 'camera-only'
  const isLocked = readOnly || !editor.isEditable(source.sensorId)
  return (
    <div className="sensors-link-actions">
      {!readOnly && !editor.isEditable(source.sensorId) && cameraBoxes.hasBoxes && (
        <span className="sensors-link-state">{t('cuboid.readOnlyBadge')}</span>
      )}
      {link && id && (
        <>
          <span className="sensors-link-state">
            {link.rectangle || isOwn ? t(STATES[link.state]) : t('cuboid.notSeen')}
          </span>
          {isOwn && (
            <Button
              size="compact-xs"
              disabled={isLocked}
              onClick={() =>
                editor.edit(id, 'edit.reproject', (track) => reprojectedBox(track, source.sensorId, frame))
              }
            >
              {t('cuboid.projectAgain')}
            </Button>
          )}
          {link.state !== 'dismissed' && link.rectangle && (
            <Tooltip label={keyed(t('cuboid.dismissHint'), 'cuboid.cameraBox')}>
              <Button
                size="compact-xs"
                variant="default"
                disabled={isLocked}
                onClick={() =>
                  editor.edit(id, 'edit.removeBox', (track) => dismissedBox(track, source.sensorId, frame))
                }
              >
                {t('cuboid.dismiss')}
              </Button>
            </Tooltip>
          )}
        </>
      )}
    </div>
  )
}
