import { Type } from 'typebox'
import { isResultOf } from '../../formats/results/resultForm.ts'
import { jsonPieces } from '../../json/pieces.ts'
import { ANNOTATION_TYPES } from '../../model/annotationType.ts'
import { copyOriginals } from '../core/copyOriginals.ts'
import type { Format, Writer } from '../core/format.ts'
import { readFiducial } from './reader.ts'

const writeFiducial: Writer = async (set, archive, losses) => {
  for await (const job of set.jobs()) {
    const name = `results/${job.name}`
    await archive.add(`${name}.json`, jsonPieces(job.document), { job })
    for (const frame of job.frames) archive.note(`${name}.json`, { job, frame })
    if (isResultOf(job.document, 'points')) {
      const labels = await job.openLabelFile()
      if (labels) await archive.add(`${name}.pcd`, labels, { job, frame: job.frames[0] })
      else losses.add('file_deleted', job)
    }
    if (set.includeFiles) await copyOriginals(archive, job, losses)
  }
}

/** docs/results.md */
export const fiducial: Format = {
  format: 'fiducial',
  title: 'Fiducial results',
  description: 'The result documents as they are delivered, with labelled clouds beside them. Nothing is lost.',
  annotationTypes: ANNOTATION_TYPES,
  version: '1',
  specUrl: 'docs/results.md',
  options: Type.Object({}, { additionalProperties: false }),
  losses: [],
  keepsRelations: true,
  files: 'optional',
  tree: ['results/NAME.json', 'results/NAME.pcd', 'files/NAME.*'],
  write: writeFiducial,
  read: readFiducial,
}
