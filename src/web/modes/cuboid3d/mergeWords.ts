import type { MergeNote, MergeResult } from '../../../model/document/edits/mergeTracks.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import { framesInWords } from '../../tools/cuboid/framesInWords.ts'

const NOTES: Record<MergeNote, Message> = {
  not_stationary: msg('track.mergeNotStationary'),
  class_of_earlier: msg('track.mergeClass'),
  own_sizes: msg('track.mergeSizes'),
}

export const noteMessages = (notes: Iterable<MergeNote>): Message[] => Array.from(notes, (note) => NOTES[note])

export function refusalInWords(
  refusal: Extract<MergeResult, { refused: string }>,
  sensorName: (sensorId: string) => string,
): Message {
  if (refusal.refused === 'other_form') return msg('track.notMergedForm')
  const frames = framesInWords(refusal.frames)
  if (refusal.refused === 'both_exist') {
    return msg('track.notMergedBoth', { frames })
  }
  return msg('track.notMergedCamera', { camera: sensorName(refusal.sensorId), frames })
}
