import { jsonPieces } from '../../formats/json/pieces.ts'
import type { Archive } from '../core/archive.ts'
import { copyOriginals } from '../core/copyOriginals.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import type { Losses } from '../core/losses.ts'
import { CANDIDATE_FOLDER } from './candidates.ts'

/** Work of several annotators, each in a folder of the job's name. */
async function writeCandidates(archive: Archive, job: ExportJob, losses: Losses): Promise<void> {
  for await (const { letter, files } of job.candidates?.() ?? []) {
    const name = `${CANDIDATE_FOLDER}${job.name}/${letter}`
    if (files) {
      await archive.add(`${name}.json`, files.result, { job })
      if (files.labels) await archive.add(`${name}.pcd`, files.labels, { job })
    } else losses.add('file_deleted', job)
  }
}

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
    if (set.options.candidates === true) await writeCandidates(archive, job, losses)
    if (set.includeFiles) await copyOriginals(archive, job, losses)
  }
}
