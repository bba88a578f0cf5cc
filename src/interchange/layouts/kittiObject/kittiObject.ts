import { isFlat, rulesOf, typesWithResult } from '../../../model/annotationTypes/rulesOf.ts'
import { readKittiObject } from '../../kitti/manifest.ts'
import { CalibrationCheck } from '../calibrationCheck.ts'
import { type Drive, sequencesOfDrives } from '../drive.ts'
import { LabelFailures } from '../importedLabels.ts'
import { kittiLabels } from '../kittiLabels.ts'
import {
  kittiFrame,
  kittiSensors,
  kittiStems,
  NO_CALIBRATION,
  readKittiCalibration,
  warnUncalibrated,
} from '../kittiRig.ts'
import { type Layout, type LayoutRequest, type Source, SourceError, type SourceFile } from '../layout.ts'
import { folderName, SourceArchive } from '../sourceArchive.ts'

const FILE = /^(.*\/)?(velodyne|image_[0-3]|calib|label_2)\/(\d{6})\.(bin|png|jpe?g|txt)$/
const ENDINGS: Readonly<Record<string, RegExp>> = { velodyne: /^bin$/, calib: /^txt$/, label_2: /^txt$/ }
const LIDAR = 'velodyne'
const ROWS = { cameraFromLidar: 'Tr_velo_to_cam', rectify: 'R0_rect', lidarFromEgo: null }

interface ObjectFolder {
  /** With `/` at its end. */
  folder: string
  clouds: Map<string, SourceFile>
  images: Map<string, Map<string, SourceFile>>
  hasText: boolean
}

/** KITTI's object benchmark: each frame is a job. https://www.cvlibs.net/datasets/kitti/eval_object.php */
export const kittiObjectLayout: Layout = {
  name: 'kitti_object',
  annotationTypes: typesWithResult('image', 'boxes', 'points'),
  async detect(source) {
    const [found] = objectFolders(source).filter(({ hasText }) => hasText)
    if (!found) return null
    const kinds = [...(found.clouds.size > 0 ? [LIDAR] : []), ...found.images.keys()].join(', ')
    return `has ${kinds} with calib or label_2 of KITTI's object benchmark in ${folderName(found.folder, source)}`
  },
  async *scan(source, request) {
    const folders = objectFolders(source)
    if (folders.length === 0)
      throw new SourceError('NOT_THIS_FORMAT', 'the source has no velodyne/NNNNNN.bin or image_2/NNNNNN.png of KITTI')
    yield* sequencesOfDrives(readFolders(source, folders, request), request)
  },
}

function objectFolders({ files }: Source): ObjectFolder[] {
  const folders = new Map<string, ObjectFolder>()
  for (const file of files) {
    const [, folder = '', kind, stem, ending] = FILE.exec(file.path) ?? []
    if (stem === undefined || !(ENDINGS[kind] ?? /^(png|jpe?g)$/).test(ending)) continue
    const found = folders.get(folder) ?? { folder, clouds: new Map(), images: new Map(), hasText: false }
    folders.set(folder, found)
    if (kind === LIDAR) found.clouds.set(stem, file)
    else if (ending === 'txt') found.hasText = true
    else found.images.set(kind, (found.images.get(kind) ?? new Map<string, SourceFile>()).set(stem, file))
  }
  return [...folders.values()].filter(({ clouds, images }) => clouds.size > 0 || images.size > 0)
}

async function* readFolders(
  source: Source,
  folders: readonly ObjectFolder[],
  request: LayoutRequest,
): AsyncGenerator<Drive> {
  const archive = new SourceArchive(source.files)
  const failures = new LabelFailures(request)
  const isPlaced = !isFlat(request.annotationType)
  for (const files of folders) {
    const cameras = [...files.images.keys()].sort()
    let isWarned = false
    for (const stem of kittiStems(files)) {
      request.signal.throwIfAborted()
      const file = `${files.folder}calib/${stem}.txt`
      const check = new CalibrationCheck(request.fail)
      const isCalibrated = isPlaced && archive.has(file)
      const calibration = isCalibrated
        ? await readKittiCalibration(archive, file, cameras, ROWS, check)
        : NO_CALIBRATION
      check.finish()
      if (isPlaced && !isCalibrated && !isWarned) {
        // One missing file says it for all: there are thousands.
        warnUncalibrated(`frame ${stem}`, cameras, calibration, request)
        isWarned = true
      }
      const sensors = kittiSensors(LIDAR, cameras, calibration)
      const frame = kittiFrame(files, stem, sensors, { calibration, worldFromEgo: null, timestampNs: null })
      const label = `${files.folder}label_2/${stem}.txt`
      const hasLabels = request.options.annotations && isPlaced && archive.has(label)
      const path = files.clouds.get(stem)?.path ?? `${files.folder}${stem}`
      const labelFiles = [label, file]
      yield {
        path,
        isSingle: true,
        sensors,
        frames: [frame],
        ...(hasLabels && {
          labels: (frames, tag) =>
            rulesOf(tag.annotationType).hasLabels
              ? Promise.resolve(null)
              : kittiLabels(readKittiObject, archive, labelFiles, { sensors, frames }, tag, failures),
        }),
      }
    }
  }
}
