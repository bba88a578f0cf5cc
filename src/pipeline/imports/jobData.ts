import type { ImportedJob } from '../../interchange/core/reader.ts'
import type { AnnotationType } from '../../model/annotationType.ts'

type JobData = { data: object } | { failure: { field: string; type: string } }

/** `data` of a job made from the files that a part of a data set names. */
export function jobData(operation: AnnotationType, part: ImportedJob, dataBase: string | null): JobData {
  const urls: string[] = []
  for (const source of part.sources) {
    const url = addressOf(source, dataBase)
    if (typeof url !== 'string') return { failure: { field: source, type: url.fault } }
    urls.push(url)
  }
  if (urls.length === 0) return { failure: { field: 'sources', type: 'MISSING' } }
  if (operation === 'image2d') return { data: { image_url: urls[0] } }
  if (operation === 'video2d') {
    const frames = urls.map((src, index) => ({ frame_id: part.sourceFrameIds?.[index] ?? String(index), src }))
    return { data: { video_data: { frames } } }
  }
  const data = part.jobData?.(urls)
  return data ? { data } : { failure: { field: 'into', type: 'NOT_ALLOWED' } }
}

/**
 * Where a file of the data set is: under `data_base`, which it cannot leave, or at its own address where there is none.
 */
function addressOf(source: string, dataBase: string | null): string | { fault: string } {
  if (dataBase === null) return URL.canParse(source) ? source : { fault: 'INVALID_URL' }
  const path = URL.canParse(source) ? new URL(source).pathname : source
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.includes('..')) return { fault: 'UNSAFE_PATH' }
  return `${dataBase.replace(/\/*$/, '/')}${parts.map((part) => encodeURIComponent(part)).join('/')}`
}
