import { Checkbox, Tooltip } from '@mantine/core'
import type { Track } from '../../../model/document/document.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useKeyed } from '../../workbench/keys/Keys.tsx'
import type { CuboidEditor } from './cuboidEditor.ts'
import { toggleStationary } from './trackActions.ts'

/** Whether the selected object has one pose in all frames; without ego_pose that cannot be said. */
export function StationaryCheck({ editor, track }: { editor: CuboidEditor; track: Track }) {
  const t = useTranslator()
  const keyed = useKeyed()
  const canEdit = useObserved(editor, (e) => e.canEdit)
  const { hasEgoPose } = editor.job
  const label = hasEgoPose
    ? keyed(t('cuboid.stationary.hint'), 'cuboid.stationary')
    : t('cuboid.stationary.needsEgoPose')
  return (
    <Tooltip label={label}>
      <Checkbox
        size="xs"
        label={t('cuboid.stationary')}
        checked={track.stationary}
        disabled={!canEdit || !hasEgoPose}
        onChange={() => toggleStationary(editor)}
      />
    </Tooltip>
  )
}
