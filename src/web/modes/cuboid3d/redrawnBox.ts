import type { Cuboid, FaceName } from '../../../geometry/cuboid.ts'
import { distance, subtract } from '../../../geometry/vec3.ts'
import type { Track } from '../../../model/document/document.ts'
import { BY_HAND, placedAt } from '../../../model/document/edits/placeCuboid.ts'
import { withSizeKept } from '../../../model/fit/keptSize.ts'
import { cuboidFromRelative } from '../../view3d/relativeMatrix.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import { sizedInAll } from './resizedInAll.ts'

/** Another frame has to show this many times the points for its size to be kept. */
const CLEARLY_MORE = 1.2
/** What is as near to the sensor has about as many points: they thin out with the square of the distance. */
const LEAST_AWAY_M = 1

/** What becomes of the size when a box is drawn again. */
export type RedrawnSize = 'kept' | 'changed' | 'same'

/**
 * The track with its box drawn again at a frame. Where other keyframes show more of the object, its size is kept, and
 * the box goes by the faces that this frame shows. Else all frames get the new size, each about the faces that its
 * sensor sees.
 */
export function redrawnTrack(
  editor: CuboidEditor,
  track: Track,
  frame: number,
  { cuboid, completed }: { cuboid: Cuboid; completed: readonly FaceName[] },
): { track: Track; size: RedrawnSize } {
  const path = track.cuboid
  const others = path?.keys.filter((key) => key.kind === 'shape' && key.frame !== frame) ?? []
  const place = (one: Track, box: Cuboid) =>
    placedAt(one, frame, cuboidFromRelative(editor.job.originM, box), {
      ...BY_HAND,
      sizeOfFrame: editor.view.sizeOfFrame,
    })
  if (!path || others.length === 0 || track.stationary || editor.view.sizeOfFrame) {
    return { track: place(track, cuboid), size: 'same' }
  }
  const here = editor.countPoints({ trackId: track.id, cuboid }, frame)
  const most = Math.max(...others.map((key) => pointsAt(editor, track, key.frame, { frame, cuboid, points: here })))
  if (most > CLEARLY_MORE * here) {
    return { track: place(track, withSizeKept(cuboid, path.dimensions, completed)), size: 'kept' }
  }
  return { track: place(sizedInAll(editor.job, track, cuboid), cuboid), size: 'changed' }
}

/** Points of the object in another frame; where they are not loaded, as many as its distance lets expect. */
function pointsAt(
  editor: CuboidEditor,
  { id }: Track,
  frame: number,
  known: { frame: number; cuboid: Cuboid; points: number },
): number {
  const box = editor.boxOf(id, frame)
  if (!box) return 0
  if (editor.clouds.isLoaded(frame)) return editor.countPoints(box, frame)
  const awayM = (of: number, { position }: Cuboid): number => {
    const sensor = editor.job.frames[of]?.clouds[0]?.sensorPosition
    return sensor ? Math.max(LEAST_AWAY_M, distance(subtract(sensor, editor.job.originM), position)) : LEAST_AWAY_M
  }
  return known.points * (awayM(known.frame, known.cuboid) / awayM(frame, box.cuboid)) ** 2
}
