import type { AnnotationType } from '../../model/annotationType.ts'
import { assembleBoxes } from './assembleBoxes.ts'
import { assembleImage } from './assembleImage.ts'
import { assembleSegmentation } from './assembleSegmentation.ts'
import { assembleVideo } from './assembleVideo.ts'
import type { Assembly } from './assembly.ts'
import type { ResultDocument } from './schemas.ts'

const WRITERS: Readonly<Record<AnnotationType, (assembly: Assembly) => object>> = {
  image2d: assembleImage,
  video2d: assembleVideo,
  cuboid3d: assembleBoxes,
  cuboid3d_linked2d: assembleBoxes,
  segmentation3d: assembleSegmentation,
}

/**
 * The result document as results.md describes it: plain JSON data with its keys in that order, its records in LazyLists
 * that are made as they are written.
 */
export function assembleResult(assembly: Assembly): ResultDocument {
  const { job, document, resultVersion, metadata = {}, consensus, review } = assembly
  return {
    type: document.annotationType,
    schema_version: '1.0',
    job_id: job.jobId,
    reference_id: job.referenceId,
    tag: job.tag.name,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    result_version: resultVersion,
    data: { ...WRITERS[document.annotationType](assembly), ...(consensus && { consensus }), ...(review && { review }) },
  } as ResultDocument
}
