// run-tests.mjs CONCURRENCY [--whole] [--record] [--test-name-pattern=…] file…: runs test files (paths from the root),
// many in one process, and reports their cost at its end. `--whole`: these are all tests, so the result is stored.
// `--record`: writes what each touches into test/touched.json.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec as Spec } from 'node:test/reporters'
import { plan } from './plan.mjs'
import { machineSeconds, ProcessorTime } from './processorTime.mjs'
import { writeCosts, writeTouched } from './testRecord.mjs'

/** The limit for a process with all its files; each file has its own, shorter limit. */
const TIMEOUT_MS = 3_600_000

const [concurrency, ...args] = process.argv.slice(2)
const files = args.filter((arg) => !arg.startsWith('-'))
const isWhole = args.includes('--whole')
const isRecording = args.includes('--record')
const patterns = valuesOf('--test-name-pattern=')
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())

const folder = mkdtempSync(join(tmpdir(), 'fiducial-tests-'))
const records = join(folder, 'records')
writeFileSync(records, '')
process.env.FIDUCIAL_TEST_RECORDS = records
if (isRecording) process.env.FIDUCIAL_TEST_TOUCHED = 'yes'
const processorTime = new ProcessorTime()
processorTime.start()
await keepDatabase()
const before = machineSeconds()
const startMs = performance.now()
const { failed, tests } = await runFiles(plan(files, folder))
report({ tests, wallSeconds: (performance.now() - startMs) / 1000 })
rmSync(folder, { recursive: true })
process.exitCode = failed ? 1 : 0

function valuesOf(flag) {
  return args.filter((arg) => arg.startsWith(flag)).map((arg) => arg.slice(flag.length))
}

/** Started here, the PostgreSQL of the tests is a child of this process: its time is counted with theirs. */
async function keepDatabase() {
  if (!files.some((file) => !file.startsWith('src/')) && files.length < 20) return
  process.env.FIDUCIAL_TEST_RUN = '1'
  const { testServer } = await import('../../test/database.ts')
  await testServer()
}

async function runFiles(entries) {
  const events = run({
    files: entries,
    concurrency: Number(concurrency),
    timeout: TIMEOUT_MS,
    signal: stop.signal,
    ...(patterns.length > 0 && { testNamePatterns: patterns }),
  })
  let failed = false
  let tests = 0
  events.on('test:fail', () => {
    failed = true
  })
  events.on('test:summary', ({ counts, file }) => {
    if (file === undefined) tests = counts.tests
  })
  const shown = events.compose(new Spec())
  shown.pipe(process.stdout, { end: false })
  await new Promise((resolve, reject) => shown.once('end', resolve).once('error', reject))
  return { failed, tests }
}

function report({ tests, wallSeconds }) {
  const found = readFileSync(records, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const byKind = processorTime.isKnown ? Object.fromEntries(processorTime.byKind()) : null
  const used = byKind && Object.values(byKind).reduce((sum, seconds) => sum + seconds, 0)
  processorTime.stop()
  const after = machineSeconds()
  const idle =
    before && after ? (after.idle - before.idle) / (after.idle + after.busy - before.idle - before.busy) : null
  const cost = { tests, files: files.length, wallSeconds, coreSeconds: used, byKind, idle }
  writeCosts(found, isWhole ? cost : null)
  if (isRecording) writeTouched(found)
  if (used === null || idle === null) return
  console.log(`\n${tests} tests in ${files.length} files: ${wallSeconds.toFixed(0)} s, ${used.toFixed(0)} core-seconds`)
  const parts = Object.entries(byKind).map(([kind, seconds]) => `${kind} ${seconds.toFixed(0)}`)
  console.log(`processors idle: ${(idle * 100).toFixed(0)} %; core-seconds of ${parts.join(', ')}`)
  if (found.length < 2) return
  console.log('dearest files, core-seconds without those of PostgreSQL:')
  const dearest = found.sort((a, b) => b.seconds - a.seconds).slice(0, 10)
  for (const { file, seconds } of dearest) console.log(`  ${seconds.toFixed(1).padStart(6)}  ${file}`)
}
