import { identityPose } from '../../../geometry/pose.ts'
import { isLeftBehind, isPicture, isVideo } from '../fileNames.ts'
import {
  type Layout,
  type LayoutRequest,
  type PlannedFrame,
  type PlannedSequence,
  SourceError,
  type SourceFile,
  SourceFileError,
} from '../layout.ts'
import { DecodedFrames, RunningDecoders } from './decodedFrames.ts'
import { videoTimesNs } from './videoTimes.ts'

const CAMERA = 'camera'

/** Video files, decoded by ffmpeg; each is a video, or each of its frames a picture. */
export const video: Layout = {
  name: 'video',
  annotationTypes: ['video2d', 'image2d'],
  async detect({ files }) {
    const videos = files.filter((file) => isVideo(file) && !isLeftBehind(file)).length
    // Pictures next to a video are rather its thumbnails; many pictures are what is meant.
    if (videos === 0 || files.filter(isPicture).length > videos) return null
    return `${videos} of ${files.length} files are videos by their names`
  },
  async *scan({ files }, request) {
    const decoders = new RunningDecoders()
    let found = 0
    for (const [index, file] of files.entries()) {
      request.signal.throwIfAborted()
      if (isVideo(file) && !isLeftBehind(file)) {
        const sequence = await sequenceOf(file, request, decoders)
        if (sequence) {
          found++
          yield sequence
        }
      } else if (!isLeftBehind(file)) request.skip(file.path, 'NOT_A_VIDEO')
      request.progress(index + 1, 0)
    }
    if (found === 0) throw new SourceError('NOT_THIS_FORMAT', 'none of the files is a video that can be read')
  },
}

async function sequenceOf(
  file: SourceFile,
  request: LayoutRequest,
  decoders: RunningDecoders,
): Promise<PlannedSequence | null> {
  const { ffmpeg, signal, options, fail } = request
  try {
    const path = await request.localPath(file)
    const timesNs = await videoTimesNs(ffmpeg, { path, file: file.path }, signal)
    const decoded = new DecodedFrames({ ffmpeg, path: async () => path, file: file.path, signal, decoders })
    const frames = atRate(timesNs, options.fps).map((index) => frameOf(file.path, index, timesNs[index], decoded))
    const camera = { id: CAMERA, modality: 'camera', source: file.path, intrinsics: null, pointLayout: null } as const
    return {
      path: file.path,
      isSingle: false,
      sensors: [{ ...camera, maxOffsetMs: null }],
      frames,
      pointCloudFrame: 'sensor',
    }
  } catch (error) {
    if (!(error instanceof SourceFileError)) throw error
    fail(error.failure)
    return null
  }
}

/** The indexes of the frames that show at each step of a rate; null takes all. */
function atRate(timesNs: readonly bigint[], fps: number | null): number[] {
  const taken: number[] = []
  const stepNs = fps === null ? 0 : 1e9 / fps
  for (const [index, timeNs] of timesNs.entries()) {
    // Half a microsecond is allowed for rates that are not a whole number of nanoseconds.
    if (Number(timeNs) + 500 >= taken.length * stepNs) taken.push(index)
  }
  return taken
}

const frameOf = (path: string, index: number, timeNs: bigint, decoded: DecodedFrames): PlannedFrame => ({
  frameId: String(timeNs),
  timestampNs: timeNs,
  worldFromEgo: null,
  files: [
    {
      sensorId: CAMERA,
      file: {
        kind: 'made',
        path: `${path}/${String(index).padStart(6, '0')}.jpg`,
        async *make() {
          yield await decoded.at(index)
        },
      },
      commonFromSensor: identityPose,
    },
  ],
})
