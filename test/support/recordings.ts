import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FileServer } from './fileServer.ts'

const JOBS = join(resolve(process.env.FIDUCIAL_FIXTURES ?? '../shared/fixtures'), 'jobs')
const PREFIX = '/recorded/'

/** What `skip` of a test of recorded drives is given: false, or why it cannot run. */
export const recordingsSkip = (): string | false =>
  existsSync(JOBS) ? false : 'the recordings are not there (FIDUCIAL_FIXTURES)'

/** Body of a recorded job, its files served by the customer's file server. */
export function recordedJob<Body extends object>(files: FileServer, name: string): Body {
  files.fallback = (path) => {
    const file = join(JOBS, path.replace(PREFIX, ''))
    return path.startsWith(PREFIX) && existsSync(file) ? readFileSync(file) : null
  }
  const text = readFileSync(join(JOBS, name, 'job.json'), 'utf8')
  return JSON.parse(text.replaceAll('{data_base}', `${files.baseUrl}${PREFIX.slice(0, -1)}`)) as Body
}

/** Bytes of a file that a recorded job names. */
export const recordedFile = (url: string): Buffer => readFileSync(join(JOBS, new URL(url).pathname.replace(PREFIX, '')))
