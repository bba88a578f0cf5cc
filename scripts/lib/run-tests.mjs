// run-tests.mjs CONCURRENCY TIMEOUT_MS RETRIES file…: runs test files in the order in which they are named (`node --test`
// puts them in the order of the alphabet), shows which took longest, and runs up to RETRIES files that failed once more, alone.
import { relative } from 'node:path'
import { run } from 'node:test'
import { spec as Spec } from 'node:test/reporters'

const [concurrency, timeout, retries, ...files] = process.argv.slice(2)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())

/** Runs the files; the answer names those with a test that failed. */
async function runFiles(files, concurrency) {
  const failed = new Set()
  const took = new Map()
  const events = run({ files, concurrency, timeout: Number(timeout), signal: stop.signal })
  // Without a file: the run as a whole, as when it was stopped.
  events.on('test:fail', ({ file }) => failed.add(file ?? ''))
  for (const event of ['test:pass', 'test:fail'])
    events.on(event, ({ file, nesting, details }) => {
      if (file && nesting === 0) took.set(file, (took.get(file) ?? 0) + details.duration_ms / 1000)
    })
  const report = events.compose(new Spec())
  report.pipe(process.stdout, { end: false })
  await new Promise((resolve, reject) => report.once('end', resolve).once('error', reject))
  return { failed: [...failed], slowest: [...took].sort((a, b) => b[1] - a[1]).slice(0, 10) }
}

const name = (file) => relative(process.cwd(), file)
const { failed, slowest } = await runFiles(files, Number(concurrency))
if (files.length > 10) {
  console.log('\nslowest files:')
  for (const [file, seconds] of slowest) console.log(`  ${seconds.toFixed(0).padStart(4)} s  ${name(file)}`)
}
process.exitCode = failed.length === 0 ? 0 : 1
if (failed.length > 0 && failed.length <= Number(retries) && !failed.includes('') && !stop.signal.aborted) {
  console.log(`\nonce more, alone: ${failed.map(name).join(', ')}`)
  const again = await runFiles(failed, 1)
  process.exitCode = again.failed.length === 0 ? 0 : 1
  for (const file of failed) {
    console.log(
      again.failed.includes(file)
        ? `FAILED TWICE: ${name(file)}`
        : `UNSTABLE, passed only when run again: ${name(file)}`,
    )
  }
}
