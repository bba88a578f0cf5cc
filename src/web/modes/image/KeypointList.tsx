import { NativeSelect, Text } from '@mantine/core'
import type { Track } from '../../../model/document/document.ts'
import { setShape } from '../../../model/document/edits/setShape.ts'
import type { Landmark } from '../../../model/document/shape.ts'
import { keypointState, type Skeleton, withKeypointState } from '../../../model/skeleton.ts'
import type { EditorSession } from '../../document/session.ts'
import { oneOf } from '../../kit/oneOf.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'

interface Props {
  session: EditorSession
  track: Track
  frame: number
  landmark: Landmark
  skeleton: Skeleton
  readOnly: boolean
}

const STATES = ['visible', 'covered', 'absent'] as const

/** The key points of the selected skeleton by name: visible, covered or absent. An absent one can be restored here. */
export function KeypointList({ session, track, frame, landmark, skeleton, readOnly }: Props) {
  const t = useTranslator()
  const data = STATES.map((value) => ({ value, label: t(`keypoint.${value}`) }))
  const set = (label: number, word: string) => {
    const state = oneOf(STATES, word)
    const shape = state && withKeypointState(skeleton, landmark, label, state)
    if (shape) session.execute('edit.keypoint', setShape(track, frame, shape))
  }
  return (
    <section aria-label={t('keypoint.list')} className="keypoint-list">
      {skeleton.points.map(({ name }, i) => (
        <div key={name} className="keypoint-row">
          <Text size="xs" span truncate>
            {name}
          </Text>
          <NativeSelect
            size="xs"
            aria-label={name}
            data={data}
            value={keypointState(landmark, i + 1)}
            disabled={readOnly}
            onChange={(event) => {
              set(i + 1, event.currentTarget.value)
              // Keys go back to the image.
              event.currentTarget.blur()
            }}
          />
        </div>
      ))}
    </section>
  )
}
