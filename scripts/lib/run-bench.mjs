// Runs one benchmark and writes its results to a file, so that its output does not mix with that of others. Arguments: module, file.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [, , file, answer] = process.argv
const { run } = await import(pathToFileURL(file).href)
// The folder also has modules that benchmarks share, which export no run().
if (run) writeFileSync(answer, JSON.stringify(await run()))
process.exit(0)
