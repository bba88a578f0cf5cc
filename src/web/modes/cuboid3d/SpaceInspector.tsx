import { Badge } from '@mantine/core'
import { add, distance, subtract } from '../../../geometry/vec3.ts'
import type { SpacePoint, SpaceShape } from '../../../model/document/shape.ts'
import { spaceKind } from '../../../model/shapes/spaceShapes.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { CuboidScene } from './cuboidScene.ts'
import { InspectorNumber } from './InspectorNumber.tsx'
import { StationaryCheck } from './StationaryCheck.tsx'

const AXES = ['x', 'y', 'z'] as const
const DIGITS = 3

/** The selected line or key points: a list of its points, and the chosen one in numbers of the common frame. */
export function SpaceInspector({ scene: { editor, spaces } }: { scene: CuboidScene }) {
  const t = useTranslator()
  const selected = useObserved(editor, (e) => spaces.selected(e.frame))
  const dragged = useObserved(spaces, (s) => s.selected(editor.frame))
  const space = dragged ?? selected
  const chosen = useObserved(spaces, (s) => s.chosen)
  const isLocked = useObserved(editor, (e) => !e.canEdit || (space !== null && e.session.locked.has(space.trackId)))
  if (!space) return null
  const { shape, track, trackId, keyFrame, source } = space
  const inCommon = (point: SpacePoint) => add(point, editor.job.originM)
  const index = Math.min(chosen ?? 0, shape.points.length - 1)
  const place = inCommon(shape.points[index])
  const set = (axis: (typeof AXES)[number], value: number) => {
    const moved = { ...shape.points[index], ...subtract({ ...place, [axis]: value }, editor.job.originM) }
    const points = shape.points.with(index, moved)
    spaces.place(trackId, editor.frame, { type: shape.type, points }, 'edit.number')
  }
  return (
    <section className="sensors-numbers" aria-label={t('space.points')}>
      <div className="sensors-numbers-row">
        {AXES.map((axis) => (
          <InspectorNumber
            key={axis}
            label={t(`field.${axis}`)}
            value={place[axis]}
            digits={DIGITS}
            isLocked={isLocked}
            onChange={(value) => set(axis, value)}
          />
        ))}
      </div>
      <div className="sensors-track-row">
        {keyFrame && (
          <Badge size="sm" variant="light" color="yellow">
            {t(`cuboid.source.${source}`)}
          </Badge>
        )}
        <span className="numbers">
          {spaceKind(shape.type).joinsPoints
            ? t('space.lineSummary', { count: shape.points.length, length: lengthM(shape).toFixed(2) })
            : t('cuboid.points', { count: shape.points.length })}
        </span>
        <StationaryCheck editor={editor} track={track} />
      </div>
      <ol className="space-points">
        {shape.points.map((point, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points have no names of their own, their order is what they are
          <li key={i}>
            <button type="button" className="numbers" aria-pressed={i === index} onClick={() => spaces.choose(i)}>
              <span>{point.name ?? i + 1}</span>
              {AXES.map((axis) => (
                <span key={axis}>{inCommon(point)[axis].toFixed(2)}</span>
              ))}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

const lengthM = ({ points }: SpaceShape): number =>
  points.reduce((sum, point, i) => (i > 0 ? sum + distance(points[i - 1], point) : 0), 0)
