import { assembleBoxes } from './assembleBoxes.ts'
import { assembleImage } from './assembleImage.ts'
import { assembleSegmentation } from './assembleSegmentation.ts'
import { assembleVideo } from './assembleVideo.ts'
import type { Assembly } from './assembly.ts'
import type { ResultDocument } from './schemas.ts'

/**
 * The result document as results.md describes it: plain JSON data with its keys in that order, its records in LazyLists
 * that are made as they are written.
 */
export function assembleResult(assembly: Assembly): ResultDocument {
  const { job, document, resultVersion } = assembly
  return {
    type: document.operation,
    schema_version: '1.0',
    job_id: job.jobId,
    reference_id: job.referenceId,
    tag: job.tag.name,
    result_version: resultVersion,
    data: assembleData(assembly),
  } as ResultDocument
}

function assembleData(assembly: Assembly) {
  switch (assembly.document.operation) {
    case 'image2d':
      return assembleImage(assembly)
    case 'video2d':
      return assembleVideo(assembly)
    case 'cuboid3d':
    case 'cuboid3d_linked2d':
      return assembleBoxes(assembly)
    case 'segmentation3d':
      return assembleSegmentation(assembly)
  }
}
