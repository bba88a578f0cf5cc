import { appendFileSync } from 'node:fs'
import { after, describe } from 'node:test'
import { takeTouched } from '../../test/support/touched.ts'
import { ProcessorTime } from './processorTime.mjs'

/** The limit for a whole file as well as for a single test: the longest tests kill and restart a service many times. */
const TIMEOUT_MS = 600_000

const RECORDS = process.env.FIDUCIAL_TEST_RECORDS
const used = new ProcessorTime()
let countedSeconds = 0
if (RECORDS) used.start()

/** Runs a test file as a suite with its name, so that its hooks are its own, and records what it cost and touched. */
export function suiteOf(file, load) {
  describe(file, { timeout: TIMEOUT_MS }, async () => {
    // Before the hooks of the file: its service still runs. What ends there is counted with the next file.
    if (RECORDS) after(() => record(file))
    await load()
  })
}

async function record(file) {
  const { isKnown, seconds } = used
  const touched = await takeTouched()
  appendFileSync(
    RECORDS,
    `${JSON.stringify({ file, seconds: isKnown ? seconds - countedSeconds : null, ...touched })}\n`,
  )
  countedSeconds = seconds
}
