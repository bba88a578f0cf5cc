import { composePoses, identityPose } from '../../geometry/pose.ts'
import { readFeather } from '../arrow/feather.ts'
import { BoxImport } from '../core/boxImport.ts'
import {
  ImportError,
  type ImportedJob,
  type ImportTarget,
  type Reader,
  type ReadRequest,
  type SentArchive,
  type TargetFrame,
} from '../core/reader.ts'
import { jobsByFile, readSentManifest, type SentJob } from '../core/sentManifest.ts'
import { stemOf, TargetFrames } from '../core/targetFrames.ts'
import { readPoses } from './poseColumns.ts'
import { logRig } from './sentRig.ts'

/** Columns that are read. Points in a box are counted in the cloud instead. */
const READ = new Set([
  'timestamp_ns',
  'track_uuid',
  'category',
  'length_m',
  'width_m',
  'height_m',
  'qw',
  'qx',
  'qy',
  'qz',
  'tx_m',
  'ty_m',
  'tz_m',
  'num_interior_pts',
])

const ANNOTATIONS = 'annotations.feather'

/** Every folder with an annotations.feather is a log. */
export const readArgoverse2: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => name === ANNOTATIONS || name.endsWith(`/${ANNOTATIONS}`))
  const manifest = await readSentManifest(archive, 'argoverse2')
  const jobOf = jobsByFile(manifest)
  if (files.length === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, `the archive has no ${ANNOTATIONS}`)
  for (const file of files) {
    const job = jobOf.get(file)
    yield await importedLog(archive, file, job ?? null, request)
  }
}

async function importedLog(
  archive: SentArchive,
  file: string,
  job: SentJob | null,
  request: ReadRequest,
): Promise<ImportedJob> {
  const folder = file.slice(0, -ANNOTATIONS.length)
  const table = await readFeather(archive, file)
  const [timeOf, trackOf, categoryOf] = [
    table.integer('timestamp_ns'),
    table.text('track_uuid'),
    table.text('category'),
  ]
  const [lengthOf, widthOf, heightOf] = ['length_m', 'width_m', 'height_m'].map((name) => table.number(name))
  const poseOf = readPoses(table)
  const rows = Array.from({ length: table.rows }, (_, row) => row)
  const sweeps = archive.names.filter((name) => name.startsWith(`${folder}sensors/lidar/`))
  return {
    file,
    referenceId: job?.reference_id ?? null,
    fileNames: [folder.slice(0, -1), ...sweeps],
    labels: new Set(rows.map(categoryOf)),
    sources: [],
    rig: async () => {
      const labelled = [...new Set(rows.map((row) => `${timeOf(row)}`))]
      const frameIds = job?.frames.map(({ frame_id }) => frame_id) ?? []
      const lists = [sweeps.map((name) => stemOf(name)), await egoTimes(archive, folder), labelled].map(sortedTimes)
      // In other archives there are many more poses of the vehicle than sweeps.
      const own = job && lists.find((list) => list.length === frameIds.length)
      const times = own ?? (sweeps.length > 0 ? lists[0] : lists[2])
      return logRig(archive, folder, times.map(BigInt), frameIds)
    },
    async build(target, rename) {
      const into = new BoxImport(request.tag)
      for (const name of table.columns)
        if (!READ.has(name)) request.fail({ file, field: name, type: 'NOT_ALLOWED', lost: name })
      const times = [
        await egoTimes(archive, folder),
        sweeps.map((name) => stemOf(name)),
        rows.map((row) => `${timeOf(row)}`),
      ]
      const frameAt = framesByTime(target, times)
      for (const row of rows) {
        const label = rename(categoryOf(row))
        if (label === null) continue
        const frame = frameAt(`${timeOf(row)}`)
        if (!frame) {
          if (!target.isPart) request.fail({ file, field: `timestamp_ns[${row}]`, type: 'UNKNOWN' })
          continue
        }
        const commonFromBox = composePoses(frame.worldFromEgo ?? identityPose, poseOf(row))
        const dimensions = { length: lengthOf(row), width: widthOf(row), height: heightOf(row) }
        into.cuboid({ label, trackId: trackOf(row), frameId: frame.frameId, commonFromBox, dimensions })
      }
      return into.data()
    },
  }
}

async function egoTimes(archive: SentArchive, folder: string): Promise<string[]> {
  const file = `${folder}city_SE3_egovehicle.feather`
  if (!archive.has(file)) return []
  const table = await readFeather(archive, file)
  const timeOf = table.integer('timestamp_ns')
  return Array.from({ length: table.rows }, (_, row) => `${timeOf(row)}`)
}

const sortedTimes = (times: readonly string[]): string[] =>
  [...new Set(times)].filter((time) => /^\d{1,19}$/.test(time)).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))

/** Finds frames by the time in their files' names, or by their order if a list has a time for each. */
function framesByTime(target: ImportTarget, lists: readonly string[][]): (time: string) => TargetFrame | null {
  const known = new TargetFrames(target)
  const sorted = lists.map(sortedTimes)
  const ordered = sorted.find((times) => times.length === target.frames.length)
  const places = new Map(ordered?.map((time, index) => [time, index]))
  return (time) => known.byFile(time) ?? known.at(places.get(time) ?? -1)
}
