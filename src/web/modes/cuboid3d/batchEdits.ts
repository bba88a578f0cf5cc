import type { Track } from '../../../model/document/document.ts'
import { interpolatedIn } from '../../../model/document/edits/cuboidFrames.ts'
import { goneAt } from '../../../model/document/edits/goneEverywhere.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import type { RefitVerb } from '../../../model/fit/refit.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import { framesInWords } from '../../tools/cuboid/framesInWords.ts'
import { withPrediction } from '../../tools/cuboid/motion.ts'
import { cuboidFromRelative } from '../../view3d/relativeMatrix.ts'
import { cloudsOf } from './cloudsOf.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits } from './cuboidFits.ts'
import { placedInTrack } from './resizedInAll.ts'

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
  const refused = new Map<string, { why: Message; frames: number[] }>()
  for (const [i, frame] of frames.entries()) {
    editor.tell(msg('fit.fitting', { done: i + 1, count: frames.length }))
    const isThere = await cloudsOf(editor, frame)
    const answer = isThere
      ? await fits.refitted(verb, withPrediction(track, frame, editor.job.frameTimes), frame)
      : { refused: msg('fit.pointsMissing') }
    if ('refused' in answer) {
      const key = JSON.stringify(answer.refused)
      const known = refused.get(key)
      if (known) known.frames.push(frame)
      else refused.set(key, { why: answer.refused, frames: [frame] })
      continue
    }
    const cuboid = cuboidFromRelative(editor.job.originM, answer.cuboid)
    track = placedInTrack(editor.job, track, frame, cuboid, { source: 'manual', sizeOfFrame })
    fitted.push(frame)
  }
  if (editor.session.document.tracks.get(before.id) !== before) {
    editor.tell(msg('fit.changedMeanwhile'))
    return
  }
  if (fitted.length > 0) editor.session.execute('edit.refit', changesBetween(before, track))
  editor.tell(fitSummary(fitted.length, [...refused.values()]))
}

/** `Fitted 3 of 5 frames. Frames 2 and 4: no points in or near the box.` */
export function fitSummary(done: number, refused: readonly Refused[]): Message {
  const count = done + refused.reduce((sum, { frames }) => sum + frames.length, 0)
  const summary = done === count ? msg('fit.done', { count }) : msg('fit.doneOf', { done, count })
  if (refused.length === 0) return summary
  const whys = refused.map(({ why, frames }) => msg('fit.why', { frames: framesInWords(frames), reason: why }))
  return msg('fit.doneWhy', { summary, whys: { list: whys } })
}

interface Refused {
  why: Message
  frames: readonly number[]
}

/** The keyframes of these frames go, so that the box is interpolated there. */
export function interpolateInFrames(editor: CuboidEditor, frames: readonly number[]): void {
  const before = editor.selectedTrack
  if (!before || !editor.canEdit) return
  const after = interpolatedIn(before, frames)
  if (!after) editor.tell(msg('batch.noKeyframeLeft'))
  else {
    const gone = (before.cuboid?.keys.length ?? 0) - (after.cuboid?.keys.length ?? 0)
    const isDone = editor.session.execute('edit.interpolate', changesBetween(before, after))
    editor.tell(isDone ? msg('batch.keyframesRemoved', { count: gone }) : msg('batch.noKeyframes'))
  }
}

/** Absent in these frames, as it was in all others. */
export function deleteInFrames(editor: CuboidEditor, frames: readonly number[]): void {
  const before = editor.selectedTrack
  if (!before || !editor.canEdit) return
  const { frameCount } = editor.session.document
  const after = frames.reduce<Track | null>((track, frame) => track && goneAt(track, frame, frameCount), before)
  if (!after) editor.tell(msg('batch.nothingLeft'))
  else if (editor.session.execute('edit.deleteInFrames', changesBetween(before, after))) {
    editor.tell(msg('batch.deletedIn', { frames: framesInWords(frames) }))
  }
}
