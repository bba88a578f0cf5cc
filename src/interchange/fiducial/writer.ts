import { jsonPieces } from '../../json/pieces.ts'
import { copyOriginals } from '../core/copyOriginals.ts'
import type { Writer } from '../core/format.ts'

export const writeFiducial: Writer = async (set, archive, losses) => {
  for await (const job of set.jobs()) {
    const name = `results/${job.name}`
    await archive.add(`${name}.json`, jsonPieces(job.document), { job })
    for (const frame of job.frames) archive.note(`${name}.json`, { job, frame })
    if (job.document.type === 'segmentation3d') {
      const labels = await job.openLabelFile()
      if (labels) await archive.add(`${name}.pcd`, labels, { job, frame: job.frames[0] })
      else losses.add('file_deleted', job)
    }
    if (set.includeFiles) await copyOriginals(archive, job, losses)
  }
}
