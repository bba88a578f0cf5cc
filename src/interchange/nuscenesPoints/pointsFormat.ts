import { Type } from 'typebox'
import { messageOf } from '../../formats/errors/messageOf.ts'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import { MAX_CLOUD_POINTS } from '../../model/limits.ts'
import type { Format } from '../core/format.ts'
import { ImportError, type Reader, type SentArchive } from '../core/reader.ts'
import { readSentManifest } from '../core/sentManifest.ts'
import { lidarRig } from '../core/sentRig.ts'
import {
  byToken,
  CATEGORIES,
  type LIDARSEG,
  type PANOPTIC,
  SAMPLE_DATA,
  SAMPLES,
  SCENES,
  SentTables,
} from '../nuscenes/readTables.ts'
import { VERSION_FOLDER } from '../nuscenes/tables.ts'
import { nuscenesWriter, type PointLabelsWriter } from '../nuscenes/writer.ts'
import { type SentLabel, type SentLabels, segmentationData, wordsInUse } from '../segmentation/importLabels.ts'

export interface PointsReading {
  format: string
  table: typeof LIDARSEG | typeof PANOPTIC
  /** The numbers of an entry, one a point. */
  words(bytes: Uint8Array): Promise<Uint32Array>
  meaningOf(word: number): { classLabel: number; instance: number | null }
}

/** Every labelled cloud is a job; scenes of several are several. */
const pointsReader = (reading: PointsReading): Reader =>
  async function* (archive, request) {
    const { format, table } = reading
    const tables = new SentTables(archive, table)
    const manifest = await readSentManifest(archive, format)
    const references = new Map(manifest?.jobs.map(({ name, reference_id }) => [name, reference_id]))
    const names = new Map((await tables.read(CATEGORIES)).map(({ name, index }) => [index ?? -1, name]))
    const [data, samples, scenes] = [
      byToken(await tables.read(SAMPLE_DATA)),
      byToken(await tables.read(SAMPLES)),
      byToken(await tables.read(SCENES)),
    ]
    for (const row of await tables.read(table)) {
      const file = tables.entryOf(row.filename)
      const cloud = data.get(row.sample_data_token)
      const scene = scenes.get(samples.get(cloud?.sample_token ?? '')?.scene_token ?? '')
      if (!cloud) {
        request.fail({ file: tables.nameOf(table), field: `${row.token}.sample_data_token`, type: 'UNKNOWN' })
        continue
      }
      const { words, meanings } = await readPointLabels(archive, file, reading, names)
      yield {
        file,
        referenceId: references.get(scene?.name ?? '') ?? null,
        fileNames: [cloud.filename],
        labels: new Set([...meanings.values()].map(({ label }) => label)),
        sources: [cloud.filename],
        rig: async () => lidarRig([tables.entryOf(cloud.filename)]),
        async build(_target, rename) {
          return segmentationData(request.tag, { words, meanings }, rename, (field) =>
            request.fail({ file, field, type: 'NOT_ALLOWED', lost: 'instance' }),
          )
        },
      }
    }
  }

/**
 * The numbers of the points of an entry, and what they mean.
 *
 * @param names of classes by their index
 * @throws ImportError if the entry is not of the kind
 */
export async function readPointLabels(
  archive: SentArchive,
  file: string,
  { words: wordsOf, meaningOf }: PointsReading,
  names: ReadonlyMap<number, string>,
): Promise<SentLabels> {
  const words = await readWords(archive, file, wordsOf)
  const meanings = new Map<number, SentLabel>()
  for (const word of wordsInUse(words)) {
    const { classLabel, instance } = meaningOf(word)
    if (classLabel !== 0) meanings.set(word, { label: names.get(classLabel) ?? String(classLabel), instance })
  }
  return { words, meanings }
}

async function readWords(archive: SentArchive, file: string, wordsOf: PointsReading['words']): Promise<Uint32Array> {
  const bytes = await archive.read(file, 4 * MAX_CLOUD_POINTS)
  try {
    return await wordsOf(bytes)
  } catch (error) {
    throw new ImportError({ file, type: 'ENCODING' }, `${file}: ${messageOf(error)}`)
  }
}

interface PointsFormat {
  title: string
  description: string
  writing: PointLabelsWriter
  reading: PointsReading
}

/** The tables of nuScenes with labels of points: docs/schema_nuscenes.md of nuscenes-devkit. */
export const pointsFormat = ({ title, description, writing, reading }: PointsFormat): Format => ({
  format: reading.format,
  title,
  description,
  annotationTypes: typesWithResult('points'),
  version: '1',
  specUrl: 'https://github.com/nutonomy/nuscenes-devkit/blob/master/docs/schema_nuscenes.md',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped', 'distortion_dropped', 'ego_pose_assumed', 'instance_dropped', 'timestamp_assumed'],
  files: 'optional',
  firstClassNumber: 1,
  tree: [
    `${writing.table}/${VERSION_FOLDER}/TOKEN_${writing.table}.${writing.ending}`,
    'samples/CHANNEL/NAME__CHANNEL.pcd.bin',
    `${VERSION_FOLDER}/*.json`,
    'maps/blank.png',
  ],
  write: nuscenesWriter(writing),
  read: pointsReader(reading),
})
