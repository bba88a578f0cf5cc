import { isResultOf } from '../../formats/results/resultForm.ts'
import { maskRings } from '../../geometry/maskRings.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import type { Skeleton } from '../../model/skeleton.ts'
import { ownAttributeCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportFrame, ExportJob } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { dropRecord } from '../records/dropRecord.ts'
import { type FlatTrack, type ResultShape, videoTracks } from '../records/flatRecords.ts'
import { skeletonOf } from '../records/keypointName.ts'
import { bridged } from '../shapes/bridge.ts'
import { type PixelSize, pixelRings } from '../shapes/rings.ts'
import { element, emptyTag, openTag, xmlSafe } from '../xml/writeXml.ts'
import { attributeElements } from './attributes.ts'
import { CVAT_FILE, XML_HEAD } from './imageWriter.ts'
import { cvatMeta } from './meta.ts'
import { type CvatShape, cvatShape, polygonShape } from './shapeElement.ts'

/** A folder a video. Every frame of a track is written; where it is not in one, as `outside`. */
export const writeCvatVideo: Writer = async (set, archive, losses) => {
  const names = set.classes.writtenNames(xmlSafe)
  for await (const job of set.jobs()) {
    if (!isResultOf(job.document, 'video')) continue
    losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
    const { frames, name } = job
    const originalSize = frames[0]?.files[0]?.size ?? null
    const meta = cvatMeta(set, { name, size: frames.length, mode: 'interpolation', originalSize })
    const entry = `${name}/${CVAT_FILE}`
    function* content(): Generator<string> {
      yield `${XML_HEAD}${meta}\n`
      yield* tracksOf(job, names, losses)
      yield '</annotations>\n'
    }
    await archive.add(entry, content(), { job })
    for (const [index, frame] of frames.entries()) {
      archive.note(entry, { job, frame })
      const [file] = frame.files
      const image = `${name}/images/frame_${String(index).padStart(6, '0')}.${imageEnding(file)}`
      if (set.includeFiles) await copyFile(archive, losses, image, { job, frame, file })
    }
  }
}

function* tracksOf(job: ExportJob, names: ReadonlyMap<string, string>, losses: Losses): Generator<string> {
  if (!isResultOf(job.document, 'video')) return
  let id = 0
  for (const track of videoTracks(job.document)) {
    const lines = [...framesOf(track, job, losses)]
    if (lines.length === 0) continue
    yield `${openTag('track', { id: id++, label: names.get(track.label) ?? track.label, source: 'manual' })}\n`
    yield* lines
    yield '</track>\n'
  }
}

interface Seen {
  shape: CvatShape
  record: ResultShape
}

/** Frames from the first one that has the object to the one after the last. */
function* framesOf(track: FlatTrack, job: ExportJob, losses: Losses): Generator<string> {
  const seen = job.frames.map((frame) => seenIn(frame, track, job, losses))
  const last = seen.findLastIndex((one) => one !== null)
  let before: Seen | null = null
  let isOutside = true
  for (const [frame, now] of seen.slice(0, last + 2).entries()) {
    const shown: Seen | null = now ?? before
    if (!shown) continue
    // Readers that only take key frames have to see where an object comes and goes.
    const changes = (now === null) !== isOutside
    isOutside = now === null
    yield `${frameElement(shown, frame, { isOutside, isKey: changes || (now?.record.keyFrame ?? false) }, track)}\n`
    before = shown
  }
}

function frameElement(
  { shape, record }: Seen,
  frame: number,
  { isOutside, isKey }: { isOutside: boolean; isKey: boolean },
  track: FlatTrack,
): string {
  const keyframe = isKey ? 1 : 0
  const outside = isOutside ? 1 : 0
  const occluded = record.hidden ? 1 : 0
  const points = shape.points.map((point) => emptyTag('points', { ...point, frame, keyframe }))
  const { elements } = attributeElements(track.attributes, record.frameAttributes)
  const attributes = { frame, keyframe, outside, occluded, ...shape.attributes, z_order: 0 }
  return element(shape.tag, attributes, [...points, ...elements])
}

/** What a track shows in a frame, losses counted; null where it is not in it. */
function seenIn(frame: ExportFrame, track: FlatTrack, job: ExportJob, losses: Losses): Seen | null {
  const record = track.records.get(frame.frameId)
  const size = frame.files[0]?.size
  if (!record) return null
  const place = { trackId: track.trackId, frame }
  const { shape } = record
  const written = size ? outlined(shape, size, skeletonOf(job.tag, track.label)) : null
  if (!written) {
    dropRecord(losses, job, record, place)
    return null
  }
  const isOutline = shape.type === 'mask' || (shape.type === 'polygon' && shape.rings.length > 1)
  if (isOutline) losses.add(`${shape.type}_as_outline`, job, place)
  else if (written.readAs !== shape.type) losses.add(`${shape.type}_as_${written.readAs}`, job, place)
  losses.add('keypoint_dropped', job, { ...place, count: written.pointsLost })
  const { dropped } = attributeElements(track.attributes, record.frameAttributes)
  losses.add('attribute_dropped', job, { ...place, count: dropped })
  return { shape: written, record }
}

/** Tracks support neither masks nor holes: one outline, with parts and holes joined by bridges of zero width. */
function outlined(shape: FlatShape, size: PixelSize, skeleton: Skeleton | undefined): CvatShape | null {
  if (shape.type !== 'mask' && shape.type !== 'polygon') return cvatShape(shape, size, skeleton)
  const rings = shape.type === 'mask' ? maskRings(shape.counts, shape.heightPx) : pixelRings(shape, size)
  const ring = bridged(rings ?? [])
  return ring.length < 3 ? null : polygonShape(ring)
}
