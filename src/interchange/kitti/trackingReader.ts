import { BoxImport } from '../core/boxImport.ts'
import {
  ImportError,
  type ImportedJob,
  type ImportTarget,
  type Reader,
  type ReadRequest,
  type SentArchive,
} from '../core/reader.ts'
import { readNames, readSentManifest } from '../core/sentManifest.ts'
import { stemOf } from '../core/targetFrames.ts'
import { type ReadTrack, submittedTracks } from '../records/submittedTracks.ts'
import { rectangleFrom } from '../shapes/fromPixels.ts'
import { importBoxes } from './importBoxes.ts'
import { readCalibration } from './readCalibration.ts'
import { readBoxLines, type SentBox } from './readLine.ts'

const LABELS = /(?:^|\/)label_02\/[^/]+\.txt$/
/** As our own exports write what is hidden. */
const LARGELY_OCCLUDED = 2

interface TrackedBox {
  frame: number
  /** Of the file: KITTI counts tracks. */
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
  if (files.length === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'the archive has no label_02/*.txt')
  const nameOf = readNames(manifest)
  for (const file of files) {
    const job = manifest?.jobs.find(({ files: own }) => own.includes(file))
    const boxes = await readTracked(archive, file, request)
    const sequence: SentSequence = { file, boxes, isOwn: job !== undefined, nameOf }
    yield importedSequence(archive, sequence, job?.reference_id ?? null, request)
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
  referenceId: string | null,
  request: ReadRequest,
): ImportedJob {
  const { file, boxes, nameOf } = sequence
  return {
    file,
    referenceId,
    fileNames: [stemOf(file)],
    labels: new Set(boxes.map(({ box }) => nameOf(box.type))),
    sources: archive.names.filter((name) => name.includes(`image_02/${stemOf(file)}/`)),
    async build(target, rename) {
      if (request.tag.operation === 'video2d') return videoData(sequence, target, rename, request)
      return cuboidData(archive, sequence, target, rename, request)
    },
  }
}

async function cuboidData(
  archive: SentArchive,
  { file, boxes, nameOf }: SentSequence,
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
    importBoxes(into, target, { file, frame, calibration, boxes: named }, request)
  }
  return into.data()
}

function videoData(
  { file, boxes, isOwn, nameOf }: SentSequence,
  target: ImportTarget,
  rename: (label: string) => string | null,
  request: ReadRequest,
): object {
  const tracks = [...Map.groupBy(boxes, ({ track }) => track)].map(
    ([trackId, all]): ReadTrack => ({
      trackId,
      label: nameOf(all[0].box.type),
      frames: all.map(({ frame, box: { bbox, line, occluded } }) => ({
        frame,
        // From the centres of pixels to their edges.
        shape: (size) =>
          bbox &&
          rectangleFrom({ left: bbox[0] + 0.5, top: bbox[1] + 0.5, right: bbox[2] + 0.5, bottom: bbox[3] + 0.5 }, size),
        hidden: isOwn && occluded === LARGELY_OCCLUDED,
        keyFrame: true,
        values: [],
        place: { file, line },
      })),
    }),
  )
  return submittedTracks(request, tracks, target, null, rename)
}
