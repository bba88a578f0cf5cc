import { parseArgs } from 'node:util'
import { told } from './acts.ts'
import { crowd } from './crowd.ts'
import { oneJob } from './oneJob.ts'
import { cloud, drive, type Subject, video } from './subjects.ts'

/** npm run large [-- NAME…] [--jobs N] [--projects N] [--rounds N] [--frames N] [--points N] [--annotations N]: names choose among the subjects. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '200000' },
    projects: { type: 'string', default: '100' },
    frames: { type: 'string', default: '5000' },
    points: { type: 'string', default: '20000000' },
    annotations: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '9' },
  },
})
// As operators run it: without the check of each answer against its schema, and with patience.
const ENV = { CHECK_ANSWERS: 'false', LEASE_SECONDS: '60' }
const [jobs, projects, rounds] = [values.jobs, values.projects, values.rounds].map(Number)
const [frames, points, annotations] = [values.frames, values.points, values.annotations].map(Number)
/** The small one has a hundredth. */
const TIMES = 100
const CARE = { smallJobs: 3, warmsUp: true, pauseMs: 3000 }

async function ofOne(title: string, kind: (size: number) => Subject, size: number): Promise<string> {
  const [compared] = await oneJob([{ small: kind(size / TIMES), large: kind(size) }], CARE, ENV)
  return told(title, compared)
}

/** Enough for full pages of every list. */
const FEW = { jobs: 10_000, projects: 2 }

const SUBJECTS: Readonly<Record<string, () => Promise<string>>> = {
  crowd: async () =>
    told(`${jobs} jobs in ${projects} projects`, await crowd({ few: FEW, many: { jobs, projects }, rounds, env: ENV })),
  drive: () => ofOne(`${frames} frames of 8 sensors, beside a hundredth`, drive, frames),
  cloud: () => ofOne(`a cloud of ${points} points, beside a hundredth`, cloud, points),
  video: () => ofOne(`a video of ${annotations} annotations, beside a hundredth`, video, annotations),
}

for (const [name, tell] of Object.entries(SUBJECTS)) {
  if (positionals.length === 0 || positionals.includes(name)) process.stdout.write(`${await tell()}\n`)
}
