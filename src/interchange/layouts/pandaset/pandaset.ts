import { type Static, type TSchema, Type } from 'typebox'
import { type SchemaCheck, schemaCheck } from '../../../formats/json/schemaFailures.ts'
import { applyInversePose, identityPose, type Pose } from '../../../geometry/pose.ts'
import { isFlat, typesWithResult } from '../../../model/annotationTypes/rulesOf.ts'
import { writePcd } from '../../../pcd/pcdWriter.ts'
import { readJson } from '../../core/readJson.ts'
import { CalibrationCheck } from '../calibrationCheck.ts'
import { type Drive, sequencesOfDrives } from '../drive.ts'
import { LabelFailures } from '../importedLabels.ts'
import {
  type Layout,
  type LayoutRequest,
  type PlannedFrame,
  type PlannedSensor,
  type Source,
  SourceError,
} from '../layout.ts'
import { filesByFolder, folderName, SourceArchive, sourceFailureOf } from '../sourceArchive.ts'
import { cuboidLabels, pointClassLabels } from './labels.ts'
import { withTable } from './table.ts'

const SWEEP = /^(.*\/)?lidar\/(\d{2,4})\.pkl\.gz$/
const PICTURE = /^(.*\/)?camera\/([^/]+)\/(\d{2,4})\.(jpe?g|png)$/
const LIDAR = 'lidar'

const Vector = Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Number() })
const checkPoses = schemaCheck(
  Type.Array(
    Type.Object({
      position: Vector,
      heading: Type.Object({ w: Type.Number(), x: Type.Number(), y: Type.Number(), z: Type.Number() }),
    }),
  ),
)
const checkTimes = schemaCheck(Type.Array(Type.Number({ minimum: 0, maximum: 9e9 })))
const checkLens = schemaCheck(
  Type.Object({ fx: Type.Number(), fy: Type.Number(), cx: Type.Number(), cy: Type.Number() }),
)

/**
 * Sequences of PandaSet. Its clouds are in the world: they are given back to the lidar, which stands for the vehicle.
 * https://github.com/scaleapi/pandaset-devkit
 */
export const pandasetLayout: Layout = {
  name: 'pandaset',
  annotationTypes: typesWithResult('image', 'video', 'boxes', 'points'),
  async detect(source) {
    const folders = sequenceFolders(source.files.map(({ path }) => path))
    if (folders.length === 0) return null
    return `has ${folders.length === 1 ? 'the sequence' : `${folders.length} sequences such as`} ${folderName(folders[0], source)} of PandaSet, with lidar/*.pkl.gz and lidar/poses.json`
  },
  async *scan(source, request) {
    const folders = sequenceFolders(source.files.map(({ path }) => path))
    if (folders.length === 0)
      throw new SourceError('NOT_THIS_FORMAT', 'the source has no lidar/*.pkl.gz with lidar/poses.json of PandaSet')
    yield* sequencesOfDrives(readSequences(source, folders, request), request)
  },
}

/** With `/` at their end. */
function sequenceFolders(paths: readonly string[]): string[] {
  const posed = new Set(
    paths.flatMap((path) =>
      /(^|\/)lidar\/poses\.json$/.test(path) ? [path.slice(0, -'lidar/poses.json'.length)] : [],
    ),
  )
  const folders = paths.flatMap((path) => {
    const found = SWEEP.exec(path)
    return found ? [found[1] ?? ''] : []
  })
  return [...new Set(folders)].filter((folder) => posed.has(folder))
}

async function* readSequences(
  source: Source,
  folders: readonly string[],
  request: LayoutRequest,
): AsyncGenerator<Drive> {
  const failures = new LabelFailures(request)
  const byFolder = filesByFolder(source.files, folders)
  for (const folder of folders) {
    request.signal.throwIfAborted()
    const archive = new SourceArchive(byFolder.get(folder) ?? [])
    const drive = await readSequence(archive, folder, folder.slice(0, -1) || source.name, request)
    if (!drive || !request.options.annotations || isFlat(request.annotationType)) {
      if (drive) yield drive
      continue
    }
    yield {
      ...drive,
      labels: (frames, tag) =>
        tag.annotationType === request.annotationType && typesWithResult('points').includes(tag.annotationType)
          ? pointClassLabels(archive, folder, frames, tag, failures)
          : cuboidLabels(archive, folder, frames, tag, failures),
    }
  }
}

/** null, and reported, where the sequence has no poses that can be read. */
async function readSequence(
  archive: SourceArchive,
  folder: string,
  path: string,
  request: LayoutRequest,
): Promise<Drive | null> {
  const check = new CalibrationCheck(request.fail)
  const read = <S extends TSchema>(name: string, schema: SchemaCheck<S>) => readMember(archive, name, schema, request)
  const lidarPoses = posesOf(await read(`${folder}lidar/poses.json`, checkPoses), `${folder}lidar/poses.json`, request)
  const times = increasing(
    await read(`${folder}lidar/timestamps.json`, checkTimes),
    `${folder}lidar/timestamps.json`,
    request,
  )
  const cameras = await readCameras(archive, folder, check, request)
  check.finish()
  const sensors: PlannedSensor[] = [
    { id: LIDAR, modality: 'lidar', source: LIDAR, intrinsics: null, pointLayout: null, maxOffsetMs: null },
    ...cameras.map(({ sensor }) => sensor),
  ]
  const sweeps = archive.names.flatMap((name) => {
    const found = SWEEP.exec(name)
    return found && name.startsWith(folder) ? [{ name, stem: found[2] }] : []
  })
  const frames = sweeps
    .sort((a, b) => Number(a.stem) - Number(b.stem))
    .map(({ name, stem }): PlannedFrame => {
      const index = Number(stem)
      const worldFromLidar = lidarPoses[index] ?? null
      const cloud = {
        sensorId: LIDAR,
        file: {
          kind: 'made' as const,
          path: name.replace(/pkl\.gz$/, 'pcd'),
          make: () => sweepPcd(archive, name, worldFromLidar ?? identityPose),
        },
        commonFromSensor: worldFromLidar ?? identityPose,
      }
      const pictures = cameras.flatMap(({ sensor, poses, pictures: own }) => {
        const [file, pose] = [own.get(index), poses[index]]
        return file && pose
          ? [
              {
                sensorId: sensor.id,
                file: { kind: 'source' as const, file: archive.file(file) },
                commonFromSensor: pose,
              },
            ]
          : []
      })
      return {
        frameId: stem,
        timestampNs: times?.[index] ?? null,
        worldFromEgo: worldFromLidar,
        files: [cloud, ...pictures],
      }
    })
  return { path, sensors, frames }
}

async function readCameras(archive: SourceArchive, folder: string, check: CalibrationCheck, request: LayoutRequest) {
  const names = archive.names.flatMap((name) => {
    const found = PICTURE.exec(name)
    return found && name.startsWith(folder) ? [{ name, camera: found[2], index: Number(found[3]) }] : []
  })
  const cameras = []
  for (const [camera, own] of Map.groupBy(names, (one) => one.camera)) {
    const lensFile = `${folder}camera/${camera}/intrinsics.json`
    const posesFile = `${folder}camera/${camera}/poses.json`
    if (!archive.has(lensFile))
      request.warn({
        code: 'NO_CALIBRATION',
        message: `${lensFile} is missing: ${camera} is shown without projection`,
        source: camera,
      })
    const lens = archive.has(lensFile) ? await readLens(archive, lensFile, check) : null
    const poses = posesOf(await readMember(archive, posesFile, checkPoses, request), posesFile, request)
    const sensor: PlannedSensor = {
      id: camera,
      modality: 'camera',
      source: `camera/${camera}`,
      intrinsics: lens,
      pointLayout: null,
      maxOffsetMs: null,
    }
    cameras.push({ sensor, poses, pictures: new Map(own.map(({ index, name }) => [index, name])) })
  }
  return cameras.sort((a, b) => (a.sensor.id < b.sensor.id ? -1 : 1))
}

async function readLens(archive: SourceArchive, file: string, check: CalibrationCheck) {
  try {
    const { fx, fy, cx, cy } = await readJson(archive, file, checkLens)
    return check.focalLengths(file, 'fx', fx, fy) ? { fx, fy, cx, cy } : null
  } catch (error) {
    return check.refuse(sourceFailureOf(error))
  }
}

/** null, and reported, where the file is missing or does not fit. */
async function readMember<S extends TSchema>(
  archive: SourceArchive,
  file: string,
  check: SchemaCheck<S>,
  { fail }: LayoutRequest,
): Promise<Static<S> | null> {
  try {
    return await readJson(archive, file, check)
  } catch (error) {
    fail(sourceFailureOf(error))
    return null
  }
}

/** null for a heading that is not a rotation, which is reported. */
function posesOf(poses: readonly Pose[] | null, file: string, { fail }: LayoutRequest): (Pose | null)[] {
  const check = new CalibrationCheck(fail)
  return (poses ?? []).map(({ position, heading: { w, x, y, z } }, index) => {
    const heading = check.quaternion(file, `[${index}].heading`, [w, x, y, z])
    return heading && { position, heading }
  })
}

/** Seconds as ns, to the microsecond that a float64 of this century keeps; null where they do not increase. */
function increasing(seconds: readonly number[] | null, file: string, { fail }: LayoutRequest): bigint[] | null {
  const times = (seconds ?? []).map((second) => BigInt(Math.round(second * 1e6)) * 1000n)
  const back = times.findIndex((time, index) => index > 0 && time <= times[index - 1])
  if (back < 0) return seconds && times
  const expected = `later than [${back - 1}]`
  fail({ file, field: `[${back}]`, type: 'OUT_OF_RANGE', expected, found: String(seconds?.[back]) })
  return null
}

/** The points of a sweep from the world into the lidar, where float32 keeps everything that it measured. */
async function* sweepPcd(archive: SourceArchive, file: string, worldFromLidar: Pose): AsyncGenerator<Uint8Array> {
  yield await withTable(archive, file, (table) => {
    const [x, y, z, i] = ['x', 'y', 'z', 'i'].map((name) => table.number(name))
    const positions = new Float32Array(3 * table.rows)
    const intensity = new Float32Array(table.rows)
    for (let row = 0; row < table.rows; row++) {
      const point = applyInversePose(worldFromLidar, { x: x(row), y: y(row), z: z(row) })
      positions.set([point.x, point.y, point.z], 3 * row)
      intensity[row] = i(row)
    }
    return writePcd({ positions, intensity }, 'binary')
  })
}
