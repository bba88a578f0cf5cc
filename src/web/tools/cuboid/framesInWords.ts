import type { Span } from '../../../model/document/edits/keySpans.ts'

/** `frames 3–7 and 9` */
export function framesInWords(frames: readonly number[]): string {
  const spans: Span[] = []
  for (const frame of frames) {
    const open = spans.at(-1)
    if (open && frame <= open.last + 1) open.last = frame
    else spans.push({ first: frame, last: frame })
  }
  const words = spans.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
  const list = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
  return `${frames.length === 1 ? 'frame' : 'frames'} ${list}`
}
