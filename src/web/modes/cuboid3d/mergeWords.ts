import type { MergeNote } from '../../../model/document/edits/mergeTracks.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'

const NOTES: Record<MergeNote, Message> = {
  not_stationary: msg('track.mergeNotStationary'),
  own_sizes: msg('track.mergeSizes'),
}

export const noteMessages = (notes: Iterable<MergeNote>): Message[] => Array.from(notes, (note) => NOTES[note])
