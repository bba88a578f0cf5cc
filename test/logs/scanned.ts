import assert from 'node:assert/strict'
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
import type { AnnotationType } from '../../src/model/annotationType.ts'
import { DEFAULT_PCD_LIMITS } from '../../src/pcd/pcdLimits.ts'

/** A source whose files are in memory. */
export function sourceOf(files: Readonly<Record<string, Uint8Array>>, name = 'drive'): Source {
  return { name, files: Object.entries(files).map(([path, bytes]) => fileOf(path, bytes)) }
}

function fileOf(path: string, bytes: Uint8Array): SourceFile {
  return {
    path,
    bytes: bytes.length,
    read: async (start, end) => bytes.slice(start, end),
    async *stream() {
      yield bytes
    },
  }
}

export interface Scanned {
  sequences: PlannedSequence[]
  warnings: SourceWarning[]
  failures: SourceFailure[]
  skipped: { file: string; reason: string }[]
}

interface ScanOptions extends Partial<LayoutOptions> {
  annotationType?: AnnotationType
  signal?: AbortSignal
  localPath?: LayoutRequest['localPath']
  workFolder?: string
}

/** Everything that a layout finds in a source. */
export async function scan(layout: Layout, source: Source, options: ScanOptions = {}): Promise<Scanned> {
  const { annotationType = 'cuboid3d', signal = new AbortController().signal, localPath, workFolder = '' } = options
  const found: Scanned = { sequences: [], warnings: [], failures: [], skipped: [] }
  const request: LayoutRequest = {
    annotationType,
    options: {
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
      ...options,
    },
    signal,
    fail: (failure) => found.failures.push(failure),
    skip: (file, reason) => found.skipped.push({ file, reason }),
    warn: (warning) => found.warnings.push(warning),
    progress: () => {},
    localPath: localPath ?? (() => assert.fail('no file is asked for by its path')),
    workFolder,
    ffmpeg: null,
  }
  for await (const sequence of layout.scan(source, request)) found.sequences.push(sequence)
  return found
}

/** The bytes of a file that a layout makes. */
export async function made(file: PlannedFile): Promise<Buffer> {
  assert.equal(file.kind, 'made')
  const pieces: Uint8Array[] = []
  if (file.kind === 'made') for await (const piece of file.make()) pieces.push(piece)
  return Buffer.concat(pieces)
}

export const PCD_LIMITS = DEFAULT_PCD_LIMITS
