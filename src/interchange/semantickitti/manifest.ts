import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import { MAX_CLOUD_POINTS } from '../../model/limits.ts'
import type { Format } from '../core/format.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { jobsByFile, readSentManifest, type SentJob, type SentManifest } from '../core/sentManifest.ts'
import { lidarRig } from '../core/sentRig.ts'
import { stemOf } from '../core/targetFrames.ts'
import { type SentLabel, segmentationData, wordsInUse } from '../segmentation/importLabels.ts'
import { writeSemanticKitti } from './writer.ts'
import { readLabelNames } from './yaml.ts'

const LABELS = /(?:^|\/)labels\/[^/]+\.label$/
const CONFIG = /(?:^|\/)[^/]*\.yaml$/

/**
 * Every labels/*.label is the cloud of a job.
 *
 * @param knownNames of class numbers, where the archive has no list of names
 */
export const semanticKittiReader = (knownNames: ReadonlyMap<number, string> = new Map()): Reader =>
  async function* (archive, request) {
    const files = archive.names.filter((name) => LABELS.test(name))
    const manifest = await readSentManifest(archive, 'semantickitti')
    if (files.length === 0 && !manifest)
      throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'the archive has no labels/*.label')
    const names = await classNames(archive, manifest, knownNames)
    const jobOf = jobsByFile(manifest)
    for (const file of files) yield await importedScan(archive, file, { jobOf, names }, request)
  }

interface SentSet {
  jobOf: ReadonlyMap<string, SentJob>
  names: ReadonlyMap<number, string>
}

async function classNames(
  archive: SentArchive,
  manifest: SentManifest | null,
  knownNames: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, string>> {
  if (manifest) return new Map(manifest.classes.map(({ name }, index) => [index + 1, name]))
  const config = archive.names.find((name) => CONFIG.test(name))
  return config === undefined ? knownNames : readLabelNames(await archive.readText(config))
}

async function importedScan(
  archive: SentArchive,
  file: string,
  { jobOf, names }: SentSet,
  request: ReadRequest,
): Promise<ImportedJob> {
  const job = jobOf.get(file)
  const words = await readWords(archive, file)
  const meanings = new Map<number, SentLabel>()
  for (const word of wordsInUse(words)) {
    const label = word & 0xffff
    // Without a list of names a class is called by its number, to be renamed by the request.
    if (label !== 0) meanings.set(word, { label: names.get(label) ?? String(label), instance: word >>> 16 || null })
  }
  const cloud = file.replace(/labels\/([^/]+)\.label$/, 'velodyne/$1.bin')
  const scan = `${file.split('/').at(-3) ?? ''}/${stemOf(file)}`
  return {
    file,
    referenceId: job?.reference_id ?? null,
    fileNames: [cloud, scan, stemOf(file)],
    labels: new Set([...meanings.values()].map(({ label }) => label)),
    sources: [cloud],
    rig: async () => lidarRig([cloud]),
    async build(_target, rename) {
      return segmentationData(request.tag, { words, meanings }, rename, (field) =>
        request.fail({ file, field, type: 'NOT_ALLOWED', lost: 'instance' }),
      )
    },
  }
}

/** Little-endian uint32 a point. */
async function readWords(archive: SentArchive, file: string): Promise<Uint32Array> {
  const bytes = await archive.read(file, 4 * MAX_CLOUD_POINTS)
  if (bytes.length % 4 !== 0)
    throw new ImportError({ file, type: 'ENCODING' }, `${file} has ${bytes.length} bytes, not four a point`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(4 * index, true))
}

/** http://www.semantic-kitti.org/dataset.html#format */
export const semanticKitti: Format = {
  format: 'semantickitti',
  title: 'SemanticKITTI',
  description: 'A class and an instance for each point, 16 bits each; one sequence a job or a batch.',
  annotationTypes: typesWithResult('points'),
  version: '1',
  specUrl: 'http://www.semantic-kitti.org/dataset.html#format',
  options: Type.Object(
    {
      sequence: Type.Optional(
        Type.Union([Type.Literal('job'), Type.Literal('batch')], {
          default: 'job',
          description: 'batch: the jobs of a batch are the scans of one sequence, by reference_id',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  losses: ['attribute_dropped', 'instance_dropped'],
  files: 'optional',
  firstClassNumber: 1,
  tree: ['sequences/NAME/velodyne/NNNNNN.bin', 'sequences/NAME/labels/NNNNNN.label', 'semantic-kitti.yaml'],
  write: writeSemanticKitti,
  read: semanticKittiReader(),
}
