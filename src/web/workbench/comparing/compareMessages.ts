import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { Comparison } from '../../../model/compare/compare.ts'
import type { AnnotatedDocument, PointLabels } from '../../../model/document/document.ts'
import type { Tag } from '../../../model/tag.ts'
import type { OverlayObject } from '../../document/openOverlay.ts'

/** The facts of the open job that a comparison needs. */
export interface ComparedPlace {
  tag: Tag
  sensors: readonly { id: string }[]
  frames: readonly { sensorIds: ReadonlySet<string>; image: ImageSize | null }[]
}

export interface LaidWork {
  document: AnnotatedDocument
  labels: PointLabels | null
}

export interface OverlayRequest {
  place: ComparedPlace
  /** Two are compared as reference and work; `isChoice`: all with one another. */
  works: readonly LaidWork[]
  isChoice: boolean
}

export interface OverlayReply {
  score: number
  /** null where several are compared with one another. */
  comparison: Pick<Comparison, 'figures' | 'approximate'> | null
  objects: OverlayObject[]
  /** The document that is most like the others, where several are compared. */
  medoid: number | null
}
