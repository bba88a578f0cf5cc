import type { PlannedFile } from '../../interchange/layouts/layout.ts'
import { type PlannedJob, sensorFileIn } from './plannedJobs.ts'

/**
 * The job without files that cannot be read: frames that have none of its lidars left, or of a video no picture, are
 * left out. null where nothing remains.
 */
export function withoutFiles(job: PlannedJob, broken: ReadonlySet<PlannedFile>): PlannedJob | null {
  const frames = job.sequence.frames.map((frame) => ({
    ...frame,
    files: frame.files.filter(({ file }) => !broken.has(file)),
  }))
  const lidars = job.sensors.filter(({ modality }) => modality === 'lidar')
  const needed = lidars.length > 0 ? lidars : job.sensors
  const kept = job.frames.filter((index) => needed.some((sensor) => sensorFileIn(frames[index], sensor)))
  return kept.length === 0 ? null : { ...job, frames: kept, sequence: { ...job.sequence, frames } }
}
