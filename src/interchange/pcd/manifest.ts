import { Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { isResultOf } from '../../formats/results/resultForm.ts'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import { ownAttributeCount } from '../core/attributeCount.ts'
import type { Format } from '../core/format.ts'
import { ImportError, type Reader, type SentArchive } from '../core/reader.ts'
import { readJson } from '../core/readJson.ts'
import { jobsByFile, readSentManifest } from '../core/sentManifest.ts'
import { lidarRig } from '../core/sentRig.ts'
import { stemOf } from '../core/targetFrames.ts'
import { legendData, legendLabels, SentLegend, wordsInUse } from '../segmentation/importLabels.ts'
import { readPcdLabels } from './labels.ts'

const checkLegend = schemaCheck(SentLegend)

/** Reads clouds with a field `label_key`, and the meaning of its numbers from the file next to each. */
const readLabelledClouds: Reader = async function* (archive) {
  const files = archive.names.filter((name) => /\.pcd$/i.test(name))
  const manifest = await readSentManifest(archive, 'pcd')
  const jobOf = jobsByFile(manifest)
  if (files.length === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'the archive has no *.pcd')
  for (const file of files) {
    const words = await readPcdLabels(archive, file)
    const legend = (await sentLegend(archive, file)) ?? numbersAsNames(words)
    yield {
      file,
      referenceId: jobOf.get(file)?.reference_id ?? null,
      fileNames: [stemOf(file)],
      labels: legendLabels(legend),
      sources: [file],
      rig: async () => lidarRig([file]),
      async build(_target, rename) {
        return legendData(legend, words, rename)
      },
    }
  }
}

async function sentLegend(archive: SentArchive, file: string) {
  const name = file.replace(/\.pcd$/i, '.legend.json')
  return archive.has(name) ? readJson(archive, name, checkLegend) : null
}

/** Without a legend a class is called by its number, to be renamed by the request. */
const numbersAsNames = (words: Uint32Array) =>
  [...wordsInUse(words)].map((label_key) => ({ label_key, value: String(label_key) }))

/** https://pointclouds.org/documentation/tutorials/pcd_file_format.html */
export const pcd: Format = {
  format: 'pcd',
  title: 'Labelled PCD',
  description: 'The labelled clouds as they are delivered, each with its legend as JSON.',
  annotationTypes: typesWithResult('points'),
  version: '1',
  specUrl: 'https://pointclouds.org/documentation/tutorials/pcd_file_format.html',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped'],
  files: 'optional',
  tree: ['NAME.pcd', 'NAME.legend.json'],
  async write(set, archive, losses) {
    for await (const job of set.jobs()) {
      if (!isResultOf(job.document, 'points')) continue
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
