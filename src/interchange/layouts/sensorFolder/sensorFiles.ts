import { baseName } from '../../core/entryNames.ts'
import { fileStem, folderOf, isCloud, isLeftBehind, isPicture } from '../fileNames.ts'
import type { Source, SourceFile } from '../layout.ts'
import { namedTimeNs } from '../namedTime.ts'

export const CALIBRATION = 'calibration.json'
const LIDAR = 'lidar'
const POSES = ['poses.csv', 'poses.json', 'poses.txt']

/** The files of one sensor, in natural order. */
export interface SensorFiles {
  /** The name of the folder, which is the id of the sensor. */
  id: string
  modality: 'lidar' | 'camera'
  files: readonly SensorFile[]
}

export interface SensorFile {
  file: SourceFile
  stem: string
  timeNs: bigint | null
}

/** A folder with a folder for each sensor. */
export interface SensorFolder {
  /** Empty where the source itself is it. */
  path: string
  calibration: SourceFile | null
  poses: SourceFile | null
  sensors: readonly SensorFiles[]
}

/** Folders that have a calibration.json, or clouds in `lidar` next to pictures in other folders. */
export function sensorFolders({ files }: Source): SensorFolder[] {
  const byFolder = Map.groupBy(
    files.filter((file) => !isLeftBehind(file)),
    ({ path }) => folderOf(path),
  )
  const children = Map.groupBy(byFolder.keys(), folderOf)
  // The source itself is a folder even where it holds none but folders.
  return [...new Set([...children.keys(), ...byFolder.keys()])].flatMap((path) => {
    const own = new Map((byFolder.get(path) ?? []).map((file) => [baseName(file.path), file]))
    const calibration = own.get(CALIBRATION) ?? null
    const sensors = (children.get(path) ?? []).flatMap((child): SensorFiles[] =>
      child === path || child === '' ? [] : sensorOf(child, byFolder.get(child) ?? []),
    )
    const hasLidar = sensors.some(({ id, modality }) => id === LIDAR && modality === 'lidar')
    const isDrive = hasLidar && sensors.some(({ modality }) => modality === 'camera')
    if (sensors.length === 0 || !(calibration || isDrive)) return []
    const poses = POSES.map((name) => own.get(name)).find((file) => file !== undefined) ?? null
    return [{ path, calibration, poses, sensors }]
  })
}

function sensorOf(folder: string, files: readonly SourceFile[]): SensorFiles[] {
  const clouds = files.filter(isCloud)
  const pictures = files.filter(isPicture)
  const used = clouds.length > 0 ? clouds : pictures
  if (used.length === 0) return []
  const modality = clouds.length > 0 ? 'lidar' : 'camera'
  return [{ id: baseName(folder), modality, files: used.map(sensorFile) }]
}

function sensorFile(file: SourceFile): SensorFile {
  const stem = fileStem(file.path)
  return { file, stem, timeNs: namedTimeNs(stem) }
}
