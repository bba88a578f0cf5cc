import type { MergeNote, MergeResult } from '../../../model/document/edits/mergeTracks.ts'
import { framesInWords } from '../../tools/cuboid/framesInWords.ts'

const NOTES: Record<MergeNote, string> = {
  not_stationary: 'it is not stationary any more',
  class_of_earlier: 'it has the class of the earlier one',
  own_sizes: 'both parts keep their size',
}

/** `; both parts keep their size` */
export const notesInWords = (notes: Iterable<MergeNote>): string =>
  [...notes].map((note) => `; ${NOTES[note]}`).join('')

export function refusalInWords(
  refusal: Extract<MergeResult, { refused: string }>,
  sensorName: (sensorId: string) => string,
): string {
  const frames = framesInWords(refusal.frames)
  if (refusal.refused === 'both_exist') {
    return `Not merged: both exist in ${frames}. End or delete one of them there first.`
  }
  return `Not merged: both have a box on ${sensorName(refusal.sensorId)} in ${frames}.`
}
