import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Cuboid } from '../../src/geometry/cuboid.ts'
import { DEFAULT_PCD_LIMITS } from '../../src/pcd/pcdLimits.ts'
import { readPcd } from '../../src/pcd/pcdReader.ts'
import type { FieldClass } from './fieldClasses.ts'
import { type LabelledCloud, LEAST_POINTS } from './labelledCloud.ts'

const JOBS = join(resolve(process.env.FIDUCIAL_FIXTURES ?? '../shared/fixtures'), 'jobs')

/** Our class for each class name of the recordings; a person would not box objects of the other classes. */
const CLASS_OF: Readonly<Record<string, FieldClass>> = {
  Car: 'car',
  Van: 'van',
  Truck: 'truck',
  Bus: 'bus',
  Rider: 'cyclist',
  Bicycle: 'cyclist',
  Cyclist: 'cyclist',
  Motor: 'motorcycle',
  Motorcycle: 'motorcycle',
  Pedestrian: 'pedestrian',
}

type TruthFile = {
  frames: Record<
    string,
    {
      track_id: string
      class: string
      frame: string
      position: Cuboid['position']
      heading: Cuboid['heading']
      size: { l: number; w: number; h: number }
      points: number
    }[]
  >
}

/** The PCD file of the cloud. */
export type RecordedCloud = LabelledCloud & { file: string }

/** Why there are no recordings to measure, or false. */
export const recordedTruthSkip = (): string | false =>
  existsSync(JOBS) ? false : 'the recordings are not there (FIDUCIAL_FIXTURES)'

/** Every recorded job whose gt.json has cuboids in the lidar's own frame: its clouds, sensor at their origin. */
export async function recordedClouds(): Promise<{ name: string; clouds: RecordedCloud[] }[]> {
  if (recordedTruthSkip()) return []
  const jobs: { name: string; clouds: RecordedCloud[] }[] = []
  for (const name of readdirSync(JOBS).sort()) {
    const truth = join(JOBS, name, 'gt.json')
    if (!existsSync(truth)) continue
    const { frames } = JSON.parse(readFileSync(truth, 'utf8')) as TruthFile
    const clouds: RecordedCloud[] = []
    for (const [frame, objects] of Object.entries(frames).sort()) {
      const own = objects.filter((object) => object.frame === 'lidar' && CLASS_OF[object.class])
      if (own.length === 0) continue
      const file = join(JOBS, name, 'files', 'lidar', `${frame}.pcd`)
      const { positions } = await readPcd(createReadStream(file), DEFAULT_PCD_LIMITS)
      clouds.push({
        name: `${name}/${frame}`,
        file,
        positions,
        sensorPosition: { x: 0, y: 0, z: 0 },
        objects: own
          .filter(({ points }) => points >= LEAST_POINTS)
          .map(({ track_id, position, heading, size, ...object }) => ({
            trackId: track_id,
            label: CLASS_OF[object.class],
            cuboid: { position, heading, dimensions: { length: size.l, width: size.w, height: size.h } },
            pointCount: object.points,
          })),
      })
    }
    if (clouds.length > 0) jobs.push({ name, clouds })
  }
  return jobs
}
