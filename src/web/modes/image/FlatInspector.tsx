import { NativeSelect, NumberInput, SimpleGrid, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { IMAGE_VIEW, type Track } from '../../../model/document/document.ts'
import { setShape } from '../../../model/document/edits/setShape.ts'
import { flatAt } from '../../../model/document/interpolate.ts'
import type { Landmark } from '../../../model/document/shape.ts'
import { keypointState, type Skeleton, withKeypointState } from '../../../model/skeleton.ts'
import type { EditorSession } from '../../document/session.ts'
import { useSession } from '../../document/useSession.ts'
import { oneOf } from '../../kit/oneOf.ts'
import { msg } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { numbersOf } from '../../view2d/shapes/shapeNumbers.ts'
import type { ShapeNumber } from '../../view2d/shapes/shapeView.ts'
import type { ModeProps } from '../../workbench/mode.ts'

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
function KeypointList({ session, track, frame, landmark, skeleton, readOnly }: Props) {
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

const DIGITS = 1

/** The selected shape in numbers, to be typed. */
export function FlatInspector({ session }: ModeProps) {
  const t = useTranslator()
  const selection = useSession(session, (open) => open.selection)
  const frame = useSession(session, (open) => open.frame)
  const document = useSession(session, (open) => open.document)
  const readOnly = useSession(session, (open) => open.readOnly)
  const [id] = selection
  const track = selection.size === 1 ? document.tracks.get(id) : undefined
  const path = track?.views.get(IMAGE_VIEW)
  const found = path && flatAt(path, frame)
  const { content } = session.job
  if (!track || !found || (content.kind !== 'image' && content.kind !== 'video')) return null
  const { image } = content.frames[frame]
  const skeleton = session.job.tag.classes.find(({ classId }) => classId === track.classId)?.skeleton
  const notes = [
    msg('image.pixels', { width: image.widthPx, height: image.heightPx }),
    ...(found.keyFrame ? [] : [msg('image.interpolated')]),
    ...(found.hidden ? [msg('image.hidden')] : []),
  ]
  const set = (number: ShapeNumber, value: number) => {
    const shape = number.changed(value)
    if (shape) session.execute('edit.number', setShape(track, frame, shape))
  }
  return (
    <section aria-label={t('image.numbers')}>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing={4}>
        {numbersOf(found.shape, image).map((number) => (
          <NumberRow key={number.label} number={number} readOnly={readOnly} onSet={(value) => set(number, value)} />
        ))}
      </SimpleGrid>
      {found.shape.type === 'landmark' && skeleton && (
        <KeypointList
          session={session}
          track={track}
          frame={frame}
          skeleton={skeleton}
          readOnly={readOnly}
          landmark={found.shape}
        />
      )}
      <Text size="xs" c="dimmed" mt={4}>
        {t.of({ parts: notes })}
      </Text>
    </section>
  )
}

interface RowProps {
  number: ShapeNumber
  readOnly: boolean
  onSet(value: number): void
}

/** Takes effect at Enter or when the field loses the focus, so that half-typed numbers change nothing. */
function NumberRow({ number, readOnly, onSet }: RowProps) {
  const t = useTranslator()
  const shown = Number(number.value.toFixed(DIGITS))
  const [typed, setTyped] = useState<number | string>(shown)
  useEffect(() => setTyped(shown), [shown])
  const commit = () => {
    if (typeof typed === 'number' && Number.isFinite(typed) && typed !== shown) onSet(typed)
    else setTyped(shown)
  }
  return (
    <NumberInput
      size="xs"
      label={t(number.label)}
      value={typed}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      readOnly={readOnly}
      decimalScale={DIGITS}
      hideControls
    />
  )
}
