// Runs test files in the order in which they are named: `node --test` puts them in the order of the alphabet.
import { run } from 'node:test'
import { spec as Spec } from 'node:test/reporters'

const [concurrency, timeout, ...files] = process.argv.slice(2)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
const events = run({ files, concurrency: Number(concurrency), timeout: Number(timeout), signal: stop.signal })
events.on('test:fail', () => {
  process.exitCode = 1
})
events.compose(new Spec()).pipe(process.stdout)
