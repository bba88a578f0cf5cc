import type { Span } from '../../../model/document/edits/keySpans.ts'
import { msg, verbatim } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'

/** `frames 3–7 and 9` */
export function framesInWords(frames: readonly number[]): Message {
  if (frames.length === 1) return msg('frames.one', { frame: frames[0] })
  const spans: Span[] = []
  for (const frame of frames) {
    const open = spans.at(-1)
    if (open && frame <= open.last + 1) open.last = frame
    else spans.push({ first: frame, last: frame })
  }
  const list = spans.map(({ first, last }) =>
    first === last ? verbatim(String(first)) : msg('frames.range', { first, last }),
  )
  return msg('frames.many', { frames: { list } })
}
