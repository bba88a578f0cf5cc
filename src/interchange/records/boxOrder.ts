import { type BoxDocument, type BoxRecord, boxRecords } from './boxRecords.ts'

/**
 * Records by frame_id, in an order that depends only on the frames' content: tracks in the order in which their
 * cuboids, polylines and key points appear, then those that only cameras see. Labels that were read back keep the
 * order, whatever the order of the tracks was.
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
