import { Type } from 'typebox'
import { ownAttributeCount } from '../core/attributeCount.ts'
import type { Format } from '../core/format.ts'
import { readLabelledClouds } from './reader.ts'

/** https://pointclouds.org/documentation/tutorials/pcd_file_format.html */
export const pcd: Format = {
  format: 'pcd',
  title: 'Labelled PCD',
  description: 'The labelled clouds as they are delivered, each with its legend as JSON.',
  annotationTypes: ['segmentation3d'],
  version: '1',
  specUrl: 'https://pointclouds.org/documentation/tutorials/pcd_file_format.html',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped'],
  files: 'optional',
  tree: ['NAME.pcd', 'NAME.legend.json'],
  async write(set, archive, losses) {
    for await (const job of set.jobs()) {
      if (job.document.type !== 'segmentation3d') continue
      const [frame] = job.frames
      losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
      const labels = await job.openLabelFile()
      if (labels) await archive.add(`${job.name}.pcd`, labels, { job, frame })
      else losses.add('file_deleted', job)
      const legend = JSON.stringify(job.document.data.legend, null, 1)
      await archive.add(`${job.name}.legend.json`, `${legend}\n`, { job, frame })
    }
  },
  read: readLabelledClouds,
}
