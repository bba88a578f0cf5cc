import { absentIn, interpolatedIn } from '../../../model/document/edits/cuboidFrames.ts'
import { placedAt } from '../../../model/document/edits/placeCuboid.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import type { RefitVerb } from '../../../model/fit/refit.ts'
import { framesInWords } from '../../tools/cuboid/framesInWords.ts'
import { withPrediction } from '../../tools/cuboid/motion.ts'
import { cuboidFromRelative } from '../../view3d/relativeMatrix.ts'
import { cloudsOf } from './cloudsOf.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits } from './cuboidFits.ts'

/**
 * Fits the selected object's box in each of the frames; beyond its last keyframe from where its motion leads. One step
 * of undo; tells which frames were refused and why.
 */
export async function fitInFrames(
  editor: CuboidEditor,
  fits: CuboidFits,
  verb: RefitVerb,
  frames: readonly number[],
): Promise<void> {
  const before = editor.selectedTrack
  if (!before || !editor.canEdit || frames.length === 0) return
  const { sizeOfFrame } = editor.view
  let track = before
  const fitted: number[] = []
  const refused = new Map<string, number[]>()
  for (const [i, frame] of frames.entries()) {
    editor.tell(`Fitting frame ${i + 1} of ${frames.length}…`)
    const isThere = await cloudsOf(editor, frame)
    const answer = isThere
      ? await fits.refitted(verb, withPrediction(track, frame), frame)
      : { refused: 'the points did not come' }
    if ('refused' in answer) {
      refused.set(answer.refused, [...(refused.get(answer.refused) ?? []), frame])
      continue
    }
    const cuboid = cuboidFromRelative(editor.job.originM, answer.cuboid)
    track = placedAt(track, frame, cuboid, { source: 'manual', sizeOfFrame })
    fitted.push(frame)
  }
  if (editor.session.document.tracks.get(before.id) !== before) {
    editor.tell('Not fitted: the object was changed meanwhile.')
    return
  }
  if (fitted.length > 0) editor.session.execute(fits.labelOf(verb), changesBetween(before, track))
  editor.tell(fitSummary(fitted, refused))
}

/** `Fitted 3 of 5 frames. Frames 2 and 4: no points in or near the box.` */
export function fitSummary(fitted: readonly number[], refused: ReadonlyMap<string, readonly number[]>): string {
  const count = fitted.length + [...refused.values()].reduce((sum, frames) => sum + frames.length, 0)
  const whys = [...refused].map(([why, frames]) => {
    const words = framesInWords(frames)
    return ` ${words.charAt(0).toUpperCase()}${words.slice(1)}: ${why}.`
  })
  return `Fitted ${fitted.length} of ${count} ${count === 1 ? 'frame' : 'frames'}.${whys.join('')}`
}

/** The keyframes of these frames go, so that the box is interpolated there. */
export function interpolateInFrames(editor: CuboidEditor, frames: readonly number[]): void {
  const before = editor.selectedTrack
  if (!before || !editor.canEdit) return
  const after = interpolatedIn(before, frames)
  if (!after) editor.tell('Not interpolated: no keyframe would be left.')
  else {
    const gone = (before.cuboid?.keys.length ?? 0) - (after.cuboid?.keys.length ?? 0)
    const isDone = editor.session.execute('Interpolate', changesBetween(before, after))
    editor.tell(isDone ? `${count(gone, 'keyframe')} removed, interpolated instead.` : 'No keyframes in these frames.')
  }
}

/** Absent in these frames, as it was in all others. */
export function deleteInFrames(editor: CuboidEditor, frames: readonly number[]): void {
  const before = editor.selectedTrack
  if (!before || !editor.canEdit) return
  const after = absentIn(before, frames, editor.session.document.frameCount)
  if (!after) editor.tell('Nothing would be left of the object: delete it instead.')
  else if (editor.session.execute('Delete in frames', changesBetween(before, after))) {
    editor.tell(`Deleted in ${framesInWords(frames)}.`)
  }
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
