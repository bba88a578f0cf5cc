import { BoxImport } from '../core/boxImport.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { frameIdsByFile, readNames, readSentManifest, type SentJob } from '../core/sentManifest.ts'
import { stemOf, TargetFrames } from '../core/targetFrames.ts'
import { importBoxes } from './importBoxes.ts'
import { readCalibration } from './readCalibration.ts'
import { readBoxLines } from './readLine.ts'
import { type KittiFrame, kittiRig } from './sentRig.ts'

const LABELS = /(?:^|\/)label_2\/[^/]+\.txt$/

/** Every label_2/*.txt is a frame; those that manifest.json says belong together are the frames of one job. */
export const readKittiObject: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => LABELS.test(name))
  const manifest = await readSentManifest(archive, 'kitti_object')
  if (files.length === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'the archive has no label_2/*.txt')
  const nameOf = readNames(manifest)
  const left = new Set(files)
  for (const job of manifest?.jobs ?? []) {
    const own = job.files.filter((file) => left.delete(file))
    if (own.length > 0) yield await importedJob(archive, own, job, nameOf, request)
  }
  for (const file of left) yield await importedJob(archive, [file], null, nameOf, request)
}

async function importedJob(
  archive: SentArchive,
  files: readonly string[],
  job: SentJob | null,
  nameOf: (written: string) => string,
  request: ReadRequest,
): Promise<ImportedJob> {
  const frames: { file: string; lines: Awaited<ReturnType<typeof readBoxLines>> }[] = []
  for (const file of files) frames.push({ file, lines: await readBoxLines(archive, file, 1, request) })
  const frameIds = job && frameIdsByFile(job)
  return {
    file: files[0],
    referenceId: job?.reference_id ?? null,
    fileNames: job ? [job.name] : [stemOf(files[0])],
    labels: new Set(frames.flatMap(({ lines }) => lines.map(({ box }) => nameOf(box.type)))),
    sources: files.map((file) => file.replace(/label_2\/([^/]+)\.txt$/, 'image_2/$1.png')),
    rig: async () => {
      const sent: KittiFrame[] = []
      for (const file of files)
        sent.push({
          frameId: frameIds?.get(file) ?? stemOf(file),
          cloud: file.replace(/label_2\/([^/]+)\.txt$/, 'velodyne/$1.bin'),
          image: file.replace(/label_2\/([^/]+)\.txt$/, 'image_2/$1.png'),
          worldFromEgo: null,
          calibration: await calibrationOf(archive, file),
        })
      return kittiRig(archive, sent)
    },
    async build(target, rename) {
      const into = new BoxImport(request.tag)
      const known = new TargetFrames(target)
      for (const [index, { file, lines }] of frames.entries()) {
        const frameId = frameIds?.get(file)
        const frame = frameId === undefined ? (known.byFile(file) ?? known.at(index)) : known.byId(frameId)
        if (!frame) {
          request.fail({ file, field: frameId ?? '', type: 'UNKNOWN' })
          continue
        }
        const calibration = await calibrationOf(archive, file)
        // Without tracks, each box is an object.
        const boxes = lines.flatMap(({ box }) => {
          const label = rename(nameOf(box.type))
          return label === null ? [] : [{ trackId: `${stemOf(file)}-${box.line}`, label, box }]
        })
        importBoxes(into, target, { file, frame, calibration, boxes, isOwn: job !== null }, request)
      }
      return into.data()
    },
  }
}

const calibrationOf = (archive: SentArchive, file: string) =>
  readCalibration(archive, file.replace(/label_2\/([^/]+)$/, 'calib/$1'))
