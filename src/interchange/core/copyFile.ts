import { uprightImage } from '../raster/upright.ts'
import type { Archive } from './archive.ts'
import type { ExportFile, ExportFrame, ExportJob } from './exportSet.ts'
import type { Losses } from './losses.ts'

interface Copied {
  job: ExportJob
  frame: ExportFrame
  file: ExportFile
}

/** Copies an image or cloud into the archive, upright if its labels are; counts a missing one and returns false. */
export async function copyFile(archive: Archive, losses: Losses, name: string, copied: Copied): Promise<boolean> {
  const { exifOrientation = 1 } = copied.file
  const turned = (bytes: AsyncIterable<Uint8Array>) =>
    exifOrientation === 1 ? bytes : uprightImage(bytes, exifOrientation)
  return addFile(archive, losses, name, copied, turned)
}

/** Copies an original file into the archive byte by byte; counts a missing one and returns false. */
export async function copyOriginal(archive: Archive, losses: Losses, name: string, copied: Copied): Promise<boolean> {
  return addFile(archive, losses, name, copied, (bytes) => bytes)
}

async function addFile(
  archive: Archive,
  losses: Losses,
  name: string,
  { job, frame, file }: Copied,
  change: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> | Promise<Uint8Array>,
): Promise<boolean> {
  const bytes = await file.open()
  if (bytes) await archive.add(name, await change(bytes), { job, frame })
  else losses.add('file_deleted', job, { frame })
  return bytes !== null
}
