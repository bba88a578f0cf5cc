import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { ImportError, type Reader, type SentArchive } from '../core/reader.ts'
import { readJson } from '../core/readJson.ts'
import { jobsByFile, readSentManifest } from '../core/sentManifest.ts'
import { lidarRig } from '../core/sentRig.ts'
import { stemOf } from '../core/targetFrames.ts'
import { legendData, legendLabels, SentLegend, wordsInUse } from '../segmentation/importLabels.ts'
import { readPcdLabels } from './labels.ts'

const checkLegend = schemaCheck(SentLegend)

/** Reads clouds with a field `label_key`, and the meaning of its numbers from the file next to each. */
export const readLabelledClouds: Reader = async function* (archive) {
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
