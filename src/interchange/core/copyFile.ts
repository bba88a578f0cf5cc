import type { Archive } from './archive.ts'
import type { ExportFile, ExportFrame, ExportJob } from './exportSet.ts'
import type { Losses } from './losses.ts'

/** Copies an original file into the archive as it is; false, and counted, when it is not there any more. */
export async function copyFile(
  archive: Archive,
  losses: Losses,
  name: string,
  { job, frame, file }: { job: ExportJob; frame: ExportFrame; file: ExportFile },
): Promise<boolean> {
  const bytes = await file.open()
  if (bytes) await archive.add(name, bytes, { job, frame })
  else losses.add('file_deleted', job, { frame })
  return bytes !== null
}
