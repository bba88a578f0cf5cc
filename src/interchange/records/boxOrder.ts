import { type BoxDocument, type BoxRecord, boxRecords } from './boxRecords.ts'

/**
 * Records by frame_id, in an order that only depends on what is in the frames: tracks as their cuboids, polylines and key points appear, then
 * those that cameras alone see. It is the same after labels were read back, whatever the order of the tracks was.
 */
export function boxesByFrame(document: BoxDocument): Map<string, BoxRecord[]> {
  const records = [...boxRecords(document)]
  const inSpaceFirst = [...records.filter(({ type }) => type !== 'rectangle'), ...records]
  const rank = new Map<string, number>()
  for (const { trackId } of inSpaceFirst) if (!rank.has(trackId)) rank.set(trackId, rank.size)
  const placeOf = ({ trackId }: BoxRecord) => rank.get(trackId) ?? 0
  const frames = Map.groupBy(records, ({ frameId }) => frameId)
  for (const frame of frames.values()) frame.sort((a, b) => placeOf(a) - placeOf(b))
  return frames
}
