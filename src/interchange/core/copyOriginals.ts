import type { Archive } from './archive.ts'
import { copyOriginal } from './copyFile.ts'
import type { ExportFile, ExportFrame, ExportJob } from './exportSet.ts'
import { imageEnding } from './imageNames.ts'
import type { Losses } from './losses.ts'
import { NameRegistry } from './names.ts'

/**
 * Copies every original of a job to `files/`, by frame and sensor: for formats that have no place of their own for
 * them.
 */
export async function copyOriginals(archive: Archive, job: ExportJob, losses: Losses): Promise<void> {
  const names = new NameRegistry()
  for (const frame of job.frames)
    for (const file of frame.files)
      await copyOriginal(archive, losses, nameOf(job, frame, file, names), { job, frame, file })
}

function nameOf(job: ExportJob, frame: ExportFrame, file: ExportFile, names: NameRegistry): string {
  const ending = file.kind === 'cloud' ? 'pcd' : imageEnding(file)
  if (job.frames.length === 1 && frame.files.length === 1) return `files/${job.name}.${ending}`
  const sensor = frame.files.length > 1 ? `__${file.sensorId}` : ''
  return `files/${job.name}/${names.take(`${frame.frameId}${sensor}`)}.${ending}`
}
