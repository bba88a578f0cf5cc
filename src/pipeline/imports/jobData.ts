import type { OwnSources } from '../../interchange/core/importManifest.ts'
import { partJobData } from '../../interchange/core/partJobData.ts'
import type { ImportedJob } from '../../interchange/core/reader.ts'
import type { AnnotationType } from '../../model/annotationType.ts'

type JobData = { data: object } | { failure: { field: string; type: string } }

export interface MadeOf {
  annotationType: AnnotationType
  dataBase: string | null
  own: OwnSources | null
}

/** A file without an address that a job could name. */
class SourceFault extends Error {
  readonly failure: { field: string; type: string }

  constructor(field: string, type: string) {
    super(`${field}: ${type}`)
    this.failure = { field, type }
  }
}

/** `data` of a job made from the files that a part of a data set names. */
export async function jobData(part: ImportedJob, { annotationType, dataBase, own }: MadeOf): Promise<JobData> {
  try {
    const data = await partJobData(part, annotationType, (source) => addressOf(source, dataBase), own)
    return data ? { data } : { failure: { field: 'sources', type: 'MISSING' } }
  } catch (error) {
    if (error instanceof SourceFault) return error
    throw error
  }
}

/** The address of a file of the data set: under `data_base`, which it cannot leave, or its own address without one. */
function addressOf(source: string, dataBase: string | null): string {
  if (dataBase === null) {
    if (URL.canParse(source)) return source
    throw new SourceFault(source, 'INVALID_URL')
  }
  const path = URL.canParse(source) ? new URL(source).pathname : source
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.includes('..')) throw new SourceFault(source, 'UNSAFE_PATH')
  return `${dataBase.replace(/\/*$/, '/')}${parts.map((part) => encodeURIComponent(part)).join('/')}`
}
