import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { BoxImport } from '../core/boxImport.ts'
import {
  ImportError,
  type ImportedJob,
  type ImportTarget,
  type Reader,
  type ReadRequest,
  type SentArchive,
} from '../core/reader.ts'
import { jobsByFile, readNames, readSentManifest, type SentJob } from '../core/sentManifest.ts'
import { stemOf } from '../core/targetFrames.ts'
import { type ReadTrack, submittedTracks } from '../records/submittedTracks.ts'
import { rectangleFrom } from '../shapes/fromPixels.ts'
import { importBoxes } from './importBoxes.ts'
import { readOxts } from './oxts.ts'
import { readCalibration } from './readCalibration.ts'
import { notesOfBox, readBoxLines, type SentBox } from './readLine.ts'
import { kittiRig, sentFiles } from './sentRig.ts'

const LABELS = /(?:^|\/)label_02\/[^/]+\.txt$/
/** Our own exports write this for hidden objects. */
const LARGELY_OCCLUDED = 2

interface TrackedBox {
  frame: number
  /** The track's number in the file. */
  track: string
  box: SentBox
}

interface SentSequence {
  file: string
  boxes: readonly TrackedBox[]
  /** An export of ours: what it says of hiding is exact. */
  isOwn: boolean
  nameOf(written: string): string
}

/** Every label_02/*.txt is a sequence, and a job. */
export const readKittiTracking: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => LABELS.test(name))
  const manifest = await readSentManifest(archive, 'kitti_tracking')
  const jobOf = jobsByFile(manifest)
  if (files.length === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'the archive has no label_02/*.txt')
  const nameOf = readNames(manifest)
  for (const file of files) {
    const job = jobOf.get(file)
    const boxes = await readTracked(archive, file, request)
    const sequence: SentSequence = { file, boxes, isOwn: job !== undefined, nameOf }
    yield importedSequence(archive, sequence, job ?? null, request)
  }
}

async function readTracked(archive: SentArchive, file: string, request: ReadRequest): Promise<TrackedBox[]> {
  const lines = await readBoxLines(archive, file, 3, request)
  return lines.flatMap(({ words: [frame, track], box }) => {
    if (/^\d{1,9}$/.test(frame) && /^\d{1,9}$/.test(track)) return [{ frame: Number(frame), track, box }]
    request.fail({ file, line: box.line, type: 'INVALID_VALUE' })
    return []
  })
}

function importedSequence(
  archive: SentArchive,
  sequence: SentSequence,
  job: SentJob | null,
  request: ReadRequest,
): ImportedJob {
  const { file, boxes, nameOf } = sequence
  const frameIds = job?.frames.map(({ frame_id }) => frame_id) ?? []
  return {
    file,
    referenceId: job?.reference_id ?? null,
    fileNames: [stemOf(file)],
    labels: new Set(boxes.map(({ box }) => nameOf(box.type))),
    sources: framesOf(archive, sequence, frameIds).map(({ image }) => image),
    sourceFrameIds: frameIds,
    isVideo: boxes.every(({ box }) => box.space === null),
    rig: () => sequenceRig(archive, sequence, frameIds),
    async build(target, rename) {
      if (rulesOf(request.tag.annotationType).result === 'video') return videoData(sequence, target, rename, request)
      return cuboidData(archive, sequence, target, rename, request)
    },
  }
}

/** Names of the files of each frame, as the layout has them: as many as there are images, else as labels speak of. */
function framesOf(
  archive: SentArchive,
  { file, boxes }: SentSequence,
  frameIds: readonly string[],
): { cloud: string; image: string }[] {
  const { imageOf } = sentFiles(archive)
  const at = (folder: string, name: string) => file.replace(/label_02\/([^/]+)\.txt$/, `${folder}/$1/${name}`)
  const folders = [at('image_02', ''), at('velodyne', '')]
  const listed = folders.map((folder) => archive.names.filter((name) => name.startsWith(folder)).length)
  const labelled = boxes.reduce((most, { frame }) => Math.max(most, frame + 1), 0)
  const count = frameIds.length || Math.max(...listed) || Math.min(labelled, MAX_FRAMES)
  return Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(6, '0')
    return { cloud: at('velodyne', `${number}.bin`), image: imageOf(at('image_02', `${number}.png`)) }
  })
}

/** Limits a sequence that has only labels; KITTI's have a thousand. */
const MAX_FRAMES = 100_000

async function sequenceRig(archive: SentArchive, sequence: SentSequence, frameIds: readonly string[]) {
  const { file } = sequence
  const calibration = await readCalibration(archive, file.replace(/label_02\/([^/]+)$/, 'calib/$1'))
  const oxts = file.replace(/label_02\/([^/]+)$/, 'oxts/$1')
  const poses = archive.has(oxts) ? readOxts(await archive.readText(oxts)) : []
  const frames = framesOf(archive, sequence, frameIds).map(({ cloud, image }, index) => ({
    frameId: frameIds[index] ?? String(index),
    cloud,
    image,
    calibration,
    worldFromEgo: poses[index] ?? null,
  }))
  return kittiRig(archive, frames)
}

async function cuboidData(
  archive: SentArchive,
  { file, boxes, isOwn, nameOf }: SentSequence,
  target: ImportTarget,
  rename: (label: string) => string | null,
  request: ReadRequest,
): Promise<object> {
  const into = new BoxImport(request.tag)
  const calibration = await readCalibration(archive, file.replace(/label_02\/([^/]+)$/, 'calib/$1'))
  for (const [index, inFrame] of Map.groupBy(boxes, ({ frame }) => frame)) {
    const frame = target.frames[index]
    if (!frame) {
      request.fail({ file, line: inFrame[0].box.line, field: 'frame', type: 'OUT_OF_RANGE' })
      continue
    }
    const named = inFrame.flatMap(({ track, box }) => {
      const label = rename(nameOf(box.type))
      return label === null ? [] : [{ trackId: track, label, box }]
    })
    importBoxes(into, target, { file, frame, calibration, boxes: named, isOwn }, request)
  }
  return into.data()
}

/** A track has the class of its first box. */
function reportRenamed({ file, boxes }: SentSequence, { fail }: ReadRequest): void {
  const types = new Map<string, string>()
  for (const { track, box } of boxes) {
    const known = types.get(track)
    if (known === undefined) types.set(track, box.type)
    else if (known !== box.type) fail({ file, line: box.line, field: 'type', type: 'NOT_ALLOWED', lost: 'type' })
  }
}

function videoData(
  sequence: SentSequence,
  target: ImportTarget,
  rename: (label: string) => string | null,
  request: ReadRequest,
): object {
  const { file, boxes, isOwn, nameOf } = sequence
  reportRenamed(sequence, request)
  const tracks = [...Map.groupBy(boxes, ({ track }) => track)].map(
    ([trackId, all]): ReadTrack => ({
      trackId,
      label: nameOf(all[0].box.type),
      frames: all.map(({ frame, box, box: { bbox, line, occluded } }) => ({
        frame,
        // Converts centres of pixels to their edges.
        shape: (size) =>
          bbox &&
          rectangleFrom({ left: bbox[0] + 0.5, top: bbox[1] + 0.5, right: bbox[2] + 0.5, bottom: bbox[3] + 0.5 }, size),
        hidden: isOwn && occluded === LARGELY_OCCLUDED,
        keyFrame: true,
        values: isOwn ? [] : notesOfBox(box, request.tag, rename(nameOf(box.type)) ?? ''),
        place: { file, line },
      })),
    }),
  )
  return submittedTracks(request, tracks, target, null, rename)
}
