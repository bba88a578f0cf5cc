import { isResultOf } from '../../formats/results/resultForm.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { shapeKind } from '../../model/shapes/flatShapes.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Losses } from '../core/losses.ts'
import { steadyMetres as steady, steadyAngle } from '../core/steady.ts'
import { type FlatTrack, type ResultShape, videoTracks } from '../records/flatRecords.ts'
import { type PixelSize, type PixelVertex, pixelRings, toPixels } from '../shapes/rings.ts'
import type { Geometry, GeometryKindName, LabelObjects } from './objects.ts'
import { VIDEO_STREAM } from './rig.ts'
import { objectUid } from './uid.ts'
import { isEmpty, valuesOf } from './values.ts'

/** The shapes of a video, an object a track. Pixels are counted over the image's edges. */
export function addShapes(job: ExportJob, objects: LabelObjects, losses: Losses): void {
  if (!isResultOf(job.document, 'video')) return
  const tracks = byAppearance(job, [...videoTracks(job.document)])
  for (const [index, frame] of job.frames.entries()) {
    const size = frame.files[0]?.size
    for (const { trackId, label, attributes, records } of tracks) {
      const record = records.get(frame.frameId)
      if (!record || !size) continue
      if (shapeKind(record.shape).isCurved) losses.add(`${record.shape.type}_as_polygon`, job, { trackId, frame })
      const about = { name: trackId, type: label, data: valuesOf(attributes) }
      for (const { kind, geometry } of geometriesOf(record, size))
        objects.add(objectUid(job.referenceId, trackId), about, index, kind, geometry)
    }
  }
}

/** Ordered by first frame, so that shapes that were read back keep their order. */
function byAppearance({ frames }: ExportJob, tracks: readonly FlatTrack[]): FlatTrack[] {
  const first = new Map(tracks.map((track) => [track, frames.findIndex(({ frameId }) => track.records.has(frameId))]))
  return [...tracks].sort((a, b) => (first.get(a) ?? 0) - (first.get(b) ?? 0))
}

interface Part {
  kind: GeometryKindName
  name: string
  val: unknown
  [member: string]: unknown
}

function geometriesOf(record: ResultShape, size: PixelSize): { kind: GeometryKindName; geometry: Geometry }[] {
  const values = valuesOf(record.frameAttributes)
  return partsOf(record.shape, size).map(({ kind, ...part }) => ({
    kind,
    geometry: {
      ...part,
      coordinate_system: VIDEO_STREAM,
      ...(record.hidden && { hidden: true }),
      ...(!isEmpty(values) && { attributes: values }),
    },
  }))
}

const flat = (points: readonly PixelVertex[]): number[] => points.flatMap(({ x, y }) => [steady(x), steady(y)])

const poly = (name: string, points: readonly PixelVertex[], closed: boolean): Part => ({
  kind: 'poly2d',
  name,
  val: flat(points),
  mode: 'MODE_POLY2D_ABSOLUTE',
  closed,
})

function partsOf(shape: FlatShape, size: PixelSize): Part[] {
  const { widthPx, heightPx } = size
  switch (shape.type) {
    case 'rectangle': {
      const [left, right] = [shape.left * widthPx, shape.right * widthPx]
      const [top, bottom] = [shape.top * heightPx, shape.bottom * heightPx]
      const val = [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top].map(steady)
      return [{ kind: 'bbox', name: 'bbox', val }]
    }
    case 'rotated_rectangle': {
      const { x, y } = toPixels(shape.center, size)
      const turned = Math.atan2(Math.sin(shape.rotationRad), Math.cos(shape.rotationRad))
      const val = [...[x, y, shape.widthPx, shape.heightPx].map(steady), steadyAngle(turned)]
      return [{ kind: 'rbbox', name: 'rbbox', val }]
    }
    case 'line':
      return [
        poly(
          'line',
          shape.points.map((point) => toPixels(point, size)),
          false,
        ),
      ]
    case 'cuboid':
      return [
        poly(
          'cuboid',
          shape.points.map((point) => toPixels(point, size)),
          false,
        ),
      ]
    case 'landmark':
      return shape.points.map((point, index) => ({
        kind: 'point2d',
        name: `point_${index}`,
        val: flat([toPixels(point, size)]),
        id: point.label,
        visible: point.visible,
      }))
    case 'mask':
      return [{ kind: 'binary', name: 'mask', val: shape.counts.join(','), encoding: 'rle', data_type: 'column_runs' }]
    default: {
      const found = pixelRings(shape, size) ?? []
      const { isCurved } = shapeKind(shape)
      return rings(isCurved ? found.map((ring) => ring.map((point) => insideImage(point, size))) : found)
    }
  }
}

/** Curves may reach over the image, polygons must not. */
const insideImage = ({ x, y }: PixelVertex, { widthPx, heightPx }: PixelSize): PixelVertex => ({
  x: Math.min(Math.max(x, 0), widthPx),
  y: Math.min(Math.max(y, 0), heightPx),
})

/** Holes are children of the first ring, in the form of OpenCV: next, previous, first child, parent. */
function rings(all: readonly (readonly PixelVertex[])[]): Part[] {
  return all.map((ring, index) => {
    const next = index > 0 && index + 1 < all.length ? index + 1 : -1
    const previous = index > 1 ? index - 1 : -1
    const hierarchy = index === 0 ? [-1, -1, all.length > 1 ? 1 : -1, -1] : [next, previous, -1, 0]
    return { ...poly(`polygon_${index}`, ring, true), hierarchy }
  })
}
