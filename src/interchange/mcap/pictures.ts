import { isResultOf } from '../../formats/results/resultForm.ts'
import { maskRings } from '../../geometry/maskRings.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { shapeKind } from '../../model/shapes/flatShapes.ts'
import type { ClassTable } from '../core/classTable.ts'
import type { ExportFrame, ExportJob } from '../core/exportSet.ts'
import type { Losses } from '../core/losses.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import { type BoxDocument, boxTracks, type ResultRectangle } from '../records/boxRecords.ts'
import { videoTracks } from '../records/flatRecords.ts'
import { type PixelSize, type PixelVertex, pixelRings, toPixels } from '../shapes/rings.ts'
import { colourOf, type LogTime, metadataOf } from './parts.ts'

/** Foxglove counts pixels from the middle of the first one, we from its edge. */
const HALF_PIXEL = 0.5
const THICKNESS_PX = 2
/** foxglove.PointsAnnotation.Type. */
const TYPE = { points: 1, loop: 2, strip: 3 } as const

/** A foxglove.ImageAnnotations of a sensor's frame. */
export type PictureOf = (frame: ExportFrame, timestamp: LogTime) => object

interface Outline {
  type: number
  points: readonly PixelVertex[]
}

type About = Parameters<typeof metadataOf>[0]

function annotations(outlines: readonly Outline[], classes: ClassTable, about: About, timestamp: LogTime): object[] {
  const outline_color = colourOf(classes, about.label, 1)
  const metadata = metadataOf(about)
  return outlines.map(({ type, points }) => ({
    timestamp,
    type,
    points: points.map(({ x, y }) => ({ x: x - HALF_PIXEL, y: y - HALF_PIXEL })),
    outline_color,
    thickness: THICKNESS_PX,
    metadata,
  }))
}

/** The boxes on the images of a camera. */
export function boxPictures(document: BoxDocument, classes: ClassTable, sensorId: string): PictureOf {
  const tracks = boxTracks(document)
  const byFrame = boxesByFrame(document)
  return (frame, timestamp) => {
    const size = frame.files.find((file) => file.sensorId === sensorId)?.size
    const records = (byFrame.get(frame.frameId) ?? []).filter(
      (record): record is ResultRectangle => record.type === 'rectangle' && record.sensorId === sensorId,
    )
    const points = records.flatMap((record) => {
      if (!size) return []
      const { id: recordId, trackId, label, attributes } = record
      const about = { label, recordId, attributes: [tracks.get(trackId)?.attributes ?? {}, attributes] }
      const rings = pixelRings({ type: 'rectangle', ...record.rectangle }, size) ?? []
      return annotations(
        rings.map((ring) => ({ type: TYPE.loop, points: ring })),
        classes,
        about,
        timestamp,
      )
    })
    return { points }
  }
}

/** The shapes of a video. */
export function videoPictures(job: ExportJob, classes: ClassTable, losses: Losses): PictureOf {
  const tracks = isResultOf(job.document, 'video') ? [...videoTracks(job.document)] : []
  return (frame, timestamp) => {
    const size = frame.files[0]?.size
    const points = tracks.flatMap(({ trackId, label, attributes, records }) => {
      const record = records.get(frame.frameId)
      if (!record || !size) return []
      const { shape, id: recordId, frameAttributes } = record
      if (shapeKind(shape).isCurved) losses.add(`${shape.type}_as_polygon`, job, { trackId, frame })
      if (shape.type === 'mask') losses.add('mask_as_outline', job, { trackId, frame })
      const points =
        shape.type === 'landmark' ? shape.points.map((one) => ({ label: one.label, visible: one.visible })) : []
      const about = { label, recordId, attributes: [attributes, frameAttributes], isHidden: record.hidden, points }
      return annotations(outlinesOf(shape, size), classes, about, timestamp)
    })
    return { points }
  }
}

function outlinesOf(shape: FlatShape, size: PixelSize): Outline[] {
  const loops = (rings: readonly (readonly PixelVertex[])[]) =>
    rings.map((points): Outline => ({ type: TYPE.loop, points }))
  switch (shape.type) {
    case 'line':
    case 'cuboid':
      return [{ type: TYPE.strip, points: shape.points.map((point) => toPixels(point, size)) }]
    case 'landmark':
      return [{ type: TYPE.points, points: shape.points.map((point) => toPixels(point, size)) }]
    case 'mask':
      return loops(maskRings(shape.counts, shape.heightPx))
    default:
      return loops(pixelRings(shape, size) ?? [])
  }
}
