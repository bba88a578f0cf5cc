import type {
  Layout,
  LayoutOptions,
  LayoutRequest,
  PlannedFile,
  PlannedSequence,
  Source,
  SourceFailure,
  SourceFile,
  SourceWarning,
} from '../../src/interchange/layouts/layout.ts'
import { SourceFileError } from '../../src/interchange/layouts/layout.ts'
import type { AnnotationType } from '../../src/model/annotationType.ts'

export type Entries = Readonly<Record<string, string | Uint8Array>>

const PIECE_BYTES = 1000

/** A folder in memory, with its files in the order that an ingest lists them. */
export function memorySource(entries: Entries, name = 'folder'): Source {
  const encoder = new TextEncoder()
  const order = new Intl.Collator('en', { numeric: true })
  return {
    name,
    files: Object.keys(entries)
      .sort(order.compare)
      .map((path) => {
        const content = entries[path]
        const bytes = typeof content === 'string' ? encoder.encode(content) : content
        return {
          path,
          bytes: bytes.length,
          read: async (start: number, end: number) => bytes.slice(start, end),
          async *stream() {
            for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.slice(at, at + PIECE_BYTES)
          },
        }
      }),
  }
}

/** The same with one file that cannot be read. */
export const withBrokenFile = (source: Source, path: string): Source => ({
  ...source,
  files: source.files.map((file) => {
    if (file.path !== path) return file
    const broken = () => {
      throw new SourceFileError({ file: path, type: 'DOWNLOAD_FAILED' }, `${path} is gone`)
    }
    return { ...file, read: async () => broken(), stream: broken }
  }),
})

const OPTIONS: LayoutOptions = {
  lidar: null,
  cameras: null,
  egoFrame: null,
  worldFrame: null,
  maxOffsetMs: 50,
  topics: null,
  sequence: false,
  fps: null,
  calibration: null,
  annotations: false,
}

interface Reports {
  failures: SourceFailure[]
  skipped: [string, string][]
  warnings: SourceWarning[]
}

/** What a layout plans of a source, and what it reports until the end or the error that ends it. */
export async function planned(
  layout: Layout,
  source: Source,
  annotationType: AnnotationType,
  options: Partial<LayoutOptions> = {},
  programs: Partial<Pick<LayoutRequest, 'localPath' | 'ffmpeg'>> = {},
): Promise<Reports & { sequences: PlannedSequence[]; error: unknown }> {
  const reports: Reports = { failures: [], skipped: [], warnings: [] }
  const sequences: PlannedSequence[] = []
  let error: unknown = null
  try {
    const request = {
      annotationType,
      options: { ...OPTIONS, ...options },
      signal: new AbortController().signal,
      fail: (failure: SourceFailure) => reports.failures.push(failure),
      skip: (file: string, reason: string) => reports.skipped.push([file, reason]),
      warn: (warning: SourceWarning) => reports.warnings.push(warning),
      progress: () => undefined,
      localPath: (file: SourceFile) => Promise.reject(new Error(`no program reads ${file.path}`)),
      workFolder: '',
      ffmpeg: null,
      ...programs,
    }
    for await (const sequence of layout.scan(source, request)) sequences.push(sequence)
  } catch (thrown) {
    error = thrown
  }
  return { ...reports, sequences, error }
}

export const pathOf = (file: PlannedFile): string => (file.kind === 'source' ? file.file.path : file.path)
