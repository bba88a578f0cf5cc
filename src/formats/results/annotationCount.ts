import type { AnnotatedDocument, PointLabels, Track } from '../../model/document/document.ts'
import { cuboidAt, flatAt, followsAt } from '../../model/document/interpolate.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'
import type { Computed } from './assembly.ts'

/**
 * Records that a document delivers: in videos and 3D each frame's shape is one; of a segmentation the legend entries
 * in use save unlabelled. Rectangles that follow a cuboid count where `projected` says that the camera sees it;
 * without it they count in every frame of the cuboid, which is the most they can be.
 */
export function annotationCount(
  document: AnnotatedDocument,
  labels: PointLabels | ReadonlyMap<number, number> | null = null,
  projected: Computed['projected'] | null = null,
): number {
  if (document.operation === 'segmentation3d') return labelsInUse(document, labels)
  let count = 0
  for (const track of document.tracks.values()) {
    for (let frame = 0; frame < document.frameCount; frame++) count += recordsAt(track, frame, projected)
  }
  return count
}

function labelsInUse(document: AnnotatedDocument, labels: PointLabels | ReadonlyMap<number, number> | null): number {
  const used = labels instanceof Uint32Array ? countLabels(labels) : labels
  return document.legend.filter((entry) => entry.labelKey !== 0 && used?.get(entry.labelKey)).length
}

function recordsAt(track: Track, frame: number, projected: Computed['projected'] | null): number {
  const hasCuboid = cuboidAt(track, frame) !== null
  let count = hasCuboid ? 1 : 0
  for (const [sensorId, view] of track.views) {
    if (flatAt(view, frame)) count++
    else if (hasCuboid && followsAt(view, frame) && (!projected || projected(track.id, sensorId, frame))) count++
  }
  return count
}
