import type { Tag } from '../../model/tag.ts'
import type { Reader } from '../core/reader.ts'
import { importedLabels, type LabelFailures, targetOf } from './importedLabels.ts'
import { type PlannedFrame, type PlannedSensor, type SourceFile, SourceFileError } from './layout.ts'
import type { SourceArchive } from './sourceArchive.ts'

const PNG_HEADER_BYTES = 24
const PNG = [0x89, 0x50, 0x4e, 0x47]

/** Labels of KITTI for frames, by the reader of imports over the files of a label and its calibration alone. */
export async function kittiLabels(
  reader: Reader,
  archive: SourceArchive,
  files: readonly string[],
  of: { sensors: readonly PlannedSensor[]; frames: readonly PlannedFrame[] },
  tag: Tag,
  failures: LabelFailures,
): Promise<object | null> {
  const sizes = await pictureSizes(of.frames)
  const target = targetOf(of.sensors, of.frames, (path) => sizes.get(path) ?? null)
  return importedLabels((request) => reader(archive.only(files), request), tag, target, failures)
}

/** Pixels of the pictures by path: KITTI's labels are in pixels, those of jobs are shares of the picture. */
async function pictureSizes(frames: readonly PlannedFrame[]) {
  const sizes = new Map<string, { widthPx: number; heightPx: number }>()
  for (const { files } of frames)
    for (const { file } of files) {
      if (file.kind !== 'source' || !/\.png$/i.test(file.file.path)) continue
      const size = await pngSize(file.file)
      if (size) sizes.set(file.file.path, size)
    }
  return sizes
}

/** From the header; null where it is not a PNG or cannot be read, which the job's validation will say. */
async function pngSize(file: SourceFile) {
  try {
    const bytes = await file.read(0, PNG_HEADER_BYTES)
    if (bytes.length < PNG_HEADER_BYTES || !PNG.every((byte, index) => bytes[index] === byte)) return null
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const [widthPx, heightPx] = [view.getUint32(16), view.getUint32(20)]
    return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null
  } catch (error) {
    if (error instanceof SourceFileError) return null
    throw error
  }
}
