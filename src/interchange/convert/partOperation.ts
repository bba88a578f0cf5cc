import type { AnnotationType } from '../../model/annotationType.ts'
import type { Format } from '../core/format.ts'
import type { ImportedJob } from '../core/reader.ts'

/** The kind of work that a part of a data set is the result of, where its format knows several. */
export async function partOperation(part: ImportedJob, { annotationTypes }: Format): Promise<AnnotationType> {
  const [first] = annotationTypes
  if (annotationTypes.length === 1) return first
  if (part.isVideo) return 'video2d'
  const rig = await part.rig?.()
  if (!rig) return first
  const hasCamera = rig.sensors.some(({ modality, intrinsics }) => modality === 'camera' && intrinsics)
  if (!rig.sensors.some(({ modality }) => modality === 'lidar')) return 'video2d'
  return hasCamera && annotationTypes.includes('cuboid3d_linked2d') ? 'cuboid3d_linked2d' : 'cuboid3d'
}
