import { messageOf } from '../../formats/errors/messageOf.ts'
import { ImportError, type ImportTarget, type Reader, type SentArchive } from '../core/reader.ts'
import { jobsByFile, readSentManifest } from '../core/sentManifest.ts'
import { lidarRig } from '../core/sentRig.ts'
import { stemOf } from '../core/targetFrames.ts'
import { type SentLabel, segmentationData } from '../segmentation/importLabels.ts'
import { readLasPoints, type SentLasPoints } from './sentPoints.ts'

/** Classes of the ASPRS, table 17 of LAS 1.4; 0 and 1 are not classified. */
const ASPRS_CLASSES: ReadonlyMap<number, string> = new Map(
  [
    'ground',
    'low vegetation',
    'medium vegetation',
    'high vegetation',
    'building',
    'low point',
    'model key point',
    'water',
    'rail',
    'road surface',
    'overlap',
    'wire guard',
    'wire conductor',
    'transmission tower',
    'wire connector',
    'bridge deck',
    'high noise',
  ].map((name, index) => [index + 2, name]),
)

/** Every *.las is a job. Without our manifest classes are called as the ASPRS does, others by their number. */
export const readLas: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => /\.las$/i.test(name))
  const manifest = await readSentManifest(archive, 'las')
  const jobOf = jobsByFile(manifest)
  if (files.length === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'the archive has no *.las')
  const own = manifest && new Map(manifest.classes.map(({ name }, index) => [index + 1, name]))
  const isUnlabelled = (number: number) => number === 0 || (number === 1 && !own)
  for (const file of files) {
    const points = await readPoints(archive, file)
    const { words, meanings } = labelled(points, (number) =>
      isUnlabelled(number) ? null : ((own ?? ASPRS_CLASSES).get(number) ?? String(number)),
    )
    yield {
      file,
      referenceId: jobOf.get(file)?.reference_id ?? null,
      fileNames: [stemOf(file)],
      labels: new Set([...meanings.values()].map(({ label }) => label)),
      sources: [file],
      rig: async () => lidarRig([file]),
      async build(target, rename) {
        const sent = { words: inCloud(words, points.places, target, file), meanings }
        return segmentationData(request.tag, sent, rename, (field) =>
          request.fail({ file, field, type: 'NOT_ALLOWED', lost: 'instance' }),
        )
      },
    }
  }
}

async function readPoints(archive: SentArchive, file: string): Promise<SentLasPoints> {
  try {
    return await readLasPoints(archive.open(file))
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError({ file, type: 'ENCODING' }, `${file}: ${messageOf(error)}`)
  }
}

/** One number for each class and instance that occurs together. */
function labelled({ classes, instances }: SentLasPoints, nameOf: (number: number) => string | null) {
  const words = new Uint32Array(classes.length)
  const meanings = new Map<number, SentLabel>()
  const known = new Map<string, number>()
  for (let i = 0; i < classes.length; i++) {
    const label = nameOf(classes[i])
    if (label === null) continue
    const key = `${classes[i]}#${instances[i]}`
    const word = known.get(key) ?? known.size + 1
    if (!known.has(key)) {
      known.set(key, word)
      meanings.set(word, { label, instance: instances[i] || null })
    }
    words[i] = word
  }
  return { words, meanings }
}

/** Labels at the places of the job's cloud, some of whose points the file may leave out. */
function inCloud(words: Uint32Array, places: Uint32Array | null, target: ImportTarget, file: string): Uint32Array {
  const count = target.frames[0]?.files.find(({ pointCount }) => pointCount !== null)?.pointCount ?? words.length
  if (!places) return words
  const all = new Uint32Array(count)
  for (let i = 0; i < words.length; i++) {
    if (places[i] >= count)
      throw new ImportError(
        { file, field: `point_index[${i}]`, type: 'OUT_OF_RANGE' },
        `${file}: point ${i} is at ${places[i]}`,
      )
    all[places[i]] = words[i]
  }
  return all
}
