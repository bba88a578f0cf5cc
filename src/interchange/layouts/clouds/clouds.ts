import type { PointLayout } from '../../../formats/clouds/pointLayout.ts'
import { identityPose } from '../../../geometry/pose.ts'
import { CalibrationCheck } from '../calibrationCheck.ts'
import { fileStem, folderOf, isCloud, isLeftBehind } from '../fileNames.ts'
import {
  type Layout,
  type LayoutRequest,
  type PlannedFrame,
  type PlannedSequence,
  type Source,
  SourceError,
  type SourceFile,
} from '../layout.ts'
import { namedTimeNs } from '../namedTime.ts'
import { readSensors } from '../sensorFolder/calibration.ts'

const LIDAR = 'lidar'
const OPTION = 'options.calibration'

/** Point clouds in any folders: each a job, or with `options.sequence` those of a folder the frames of one. */
export const clouds: Layout = {
  name: 'clouds',
  annotationTypes: ['segmentation3d', 'cuboid3d'],
  async detect({ files }) {
    const count = files.filter((file) => isCloud(file) && !isLeftBehind(file)).length
    return count === 0 ? null : `${count} of ${files.length} files are point clouds by their names`
  },
  async *scan(source, request) {
    const pointLayout = pointLayoutOf(request)
    const files = cloudFiles(source, pointLayout, request)
    if (files.length === 0) throw new SourceError('NOT_THIS_FORMAT', 'the source has no point cloud that can be read')
    const groups = request.options.sequence
      ? [...Map.groupBy(files, ({ path }) => folderOf(path))].map(([folder, ofFolder]) => ({
          path: folder || fileStem(source.name),
          files: ofFolder,
        }))
      : files.map((file) => ({ path: file.path, files: [file] }))
    let done = 0
    for (const group of groups) {
      request.signal.throwIfAborted()
      yield sequenceOf(group, pointLayout, !request.options.sequence)
      done += group.files.length
      request.progress(done, 0)
    }
  },
}

/** How raw clouds hold their points: of the only lidar of the calibration, or the one that is called `lidar`. */
function pointLayoutOf({ options, fail }: LayoutRequest): PointLayout | null {
  if (options.calibration === null) return null
  const check = new CalibrationCheck(fail)
  const sensors = readSensors(options.calibration, OPTION, check)
  check.finish()
  const layouts = [...sensors].filter(([, { pointLayout }]) => pointLayout)
  const [, chosen] = layouts.find(([name]) => name === LIDAR) ?? layouts.at(0) ?? []
  return chosen?.pointLayout ?? null
}

function cloudFiles({ files }: Source, pointLayout: PointLayout | null, { skip }: LayoutRequest): SourceFile[] {
  return files.filter((file) => {
    if (isLeftBehind(file)) return false
    if (!isCloud(file)) skip(file.path, 'NOT_A_POINT_CLOUD')
    else if (/\.bin$/i.test(file.path) && !pointLayout) skip(file.path, 'NO_POINT_LAYOUT')
    else return true
    return false
  })
}

function sequenceOf(
  { path, files }: { path: string; files: readonly SourceFile[] },
  pointLayout: PointLayout | null,
  isSingle: boolean,
): PlannedSequence {
  return {
    path,
    isSingle,
    sensors: [
      { id: LIDAR, modality: 'lidar', source: folderOf(path), intrinsics: null, pointLayout, maxOffsetMs: null },
    ],
    frames: files.map(
      (file): PlannedFrame => ({
        frameId: fileStem(file.path),
        timestampNs: namedTimeNs(fileStem(file.path)),
        worldFromEgo: null,
        files: [{ sensorId: LIDAR, file: { kind: 'source', file }, commonFromSensor: identityPose }],
      }),
    ),
    pointCloudFrame: 'sensor',
  }
}
