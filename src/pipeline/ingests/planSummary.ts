import type { IngestPlan } from '../../store/project/ingests/ingests.ts'
import type { IngestReport } from './ingestReport.ts'
import { filesOfPlan } from './jobData.ts'
import { type PlannedJob, sensorFileIn } from './plannedJobs.ts'

const SAMPLE_JOBS = 20
/** A source with more sensors contains no drives. */
const MOST_SENSORS = 1000

/** Sums up the jobs of a plan as they come. */
export class PlanSummary {
  jobs = 0
  #frames = 0
  #files = 0
  #bytes = 0
  #withPoses = false
  #timedFrames = 0
  #timedNs = 0
  readonly #sensors = new Map<string, IngestPlan['sensors'][number]>()
  readonly #sample: IngestPlan['sample'][number][] = []

  add(job: PlannedJob): void {
    let files = 0
    for (const file of filesOfPlan(job)) {
      files++
      if (file.kind === 'source') this.#bytes += file.file.bytes ?? 0
    }
    this.jobs++
    this.#frames += job.frames.length
    this.#files += files
    this.#noteTimes(job)
    this.#noteSensors(job)
    if (this.#sample.length < SAMPLE_JOBS)
      this.#sample.push({ reference_id: job.referenceId, frames: job.frames.length, files })
  }

  plan({ skipped, skippedTotal, warnings }: IngestReport): IngestPlan {
    return {
      jobs: this.jobs,
      frames: this.#frames,
      files: this.#files,
      bytes: this.#bytes,
      sensors: [...this.#sensors.values()],
      rate_hz: this.#timedNs > 0 ? Math.round((this.#timedFrames / (this.#timedNs / 1e9)) * 1000) / 1000 : null,
      with_poses: this.#withPoses,
      skipped,
      skipped_total: skippedTotal,
      sample: this.#sample,
      warnings,
    }
  }

  #noteTimes({ sequence, frames }: PlannedJob): void {
    const times = frames.flatMap((index) => sequence.frames[index].timestampNs ?? [])
    this.#withPoses ||= frames.some((index) => sequence.frames[index].worldFromEgo !== null)
    const [first, last] = [times.at(0), times.at(-1)]
    if (first === undefined || last === undefined || last <= first) return
    this.#timedFrames += times.length - 1
    this.#timedNs += Number(last - first)
  }

  #noteSensors({ sequence, frames, sensors }: PlannedJob): void {
    for (const sensor of sensors) {
      const count = frames.filter((index) => sensorFileIn(sequence.frames[index], sensor)).length
      const known = this.#sensors.get(sensor.id)
      if (count === 0 || (!known && this.#sensors.size >= MOST_SENSORS)) continue
      const offsets = [known?.max_offset_ms, sensor.maxOffsetMs].filter((value) => typeof value === 'number')
      this.#sensors.set(sensor.id, {
        sensor_id: sensor.id,
        modality: sensor.modality,
        frames: (known?.frames ?? 0) + count,
        source: sensor.source,
        max_offset_ms: offsets.length > 0 ? Math.max(...offsets) : null,
      })
    }
  }
}
