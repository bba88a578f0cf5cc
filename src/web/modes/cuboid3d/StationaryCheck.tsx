import { Button, Checkbox, Tooltip } from '@mantine/core'
import type { Track } from '../../../model/document/document.ts'
import { heldFrameCount } from '../../document/heldFrames.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useKeyed } from '../../workbench/keys/Keys.tsx'
import type { CuboidEditor } from './cuboidEditor.ts'
import { confirmStanding, toggleStationary } from './trackActions.ts'

/** Whether the selected object has one pose in all frames, which cannot be said without ego_pose, and whether it is there in all of them. */
export function StationaryCheck({ editor, track }: { editor: CuboidEditor; track: Track }) {
  const t = useTranslator()
  const keyed = useKeyed()
  const canEdit = useObserved(editor, (e) => e.canEdit)
  const { hasEgoPose } = editor.job
  const label = hasEgoPose
    ? keyed(t('cuboid.stationary.hint'), 'cuboid.stationary')
    : t('cuboid.stationary.needsEgoPose')
  const isHeld = track.stationary && heldFrameCount(track, editor.session.document.frameCount) > 0
  return (
    <>
      <Tooltip label={label}>
        <Checkbox
          size="xs"
          label={t('cuboid.stationary')}
          checked={track.stationary}
          disabled={!canEdit || !hasEgoPose}
          onChange={() => toggleStationary(editor)}
        />
      </Tooltip>
      {isHeld && (
        <Tooltip label={keyed(t('command.confirmStanding'), 'cuboid.confirm')}>
          <Button
            size="compact-xs"
            variant="default"
            disabled={!canEdit}
            onClick={() => confirmStanding(editor, [track])}
          >
            {t('cuboid.confirmStanding')}
          </Button>
        </Tooltip>
      )}
    </>
  )
}
