import type { AnnotationType } from '../../model/annotationType.ts'
import { isFlat, isOneRecord } from '../../model/annotationTypes/rulesOf.ts'
import type { OwnSources } from './importManifest.ts'
import type { ImportedJob } from './reader.ts'
import { rigJobData } from './sentRig.ts'

/**
 * `data` of the body of a job made from one part of a data set; null if the part names no file of the kind. `urlOf`
 * answers where a file is; `own`: what manifest.json of an archive of ours says about the part.
 */
export async function partJobData(
  part: ImportedJob,
  annotationType: AnnotationType,
  urlOf: (source: string) => string,
  own: OwnSources | null = null,
): Promise<object | null> {
  if (!isFlat(annotationType)) {
    const rig = await part.rig?.()
    const hasFiles = rig?.frames.some(({ files }) => files.length > 0)
    return rig && hasFiles ? rigJobData(rig, annotationType, urlOf) : null
  }
  const { sources, frameIds } = framesOf(part, own)
  if (sources.length === 0) return null
  if (isOneRecord(annotationType)) return { image_url: urlOf(sources[0]) }
  const frames = sources.map((source, index) => ({ frame_id: frameIds[index] ?? String(index), src: urlOf(source) }))
  return { video_data: { frames } }
}

/** Archives of ours without files name the addresses that their labels were made at. */
function framesOf(
  part: ImportedJob,
  own: OwnSources | null,
): { sources: readonly string[]; frameIds: readonly string[] } {
  const frameIds = own?.frameIds ?? part.sourceFrameIds ?? []
  const isCopied = own === null || part.sources.some((source) => own.entries.has(source))
  return { sources: isCopied || own.sourceUrls.length === 0 ? part.sources : own.sourceUrls, frameIds }
}
