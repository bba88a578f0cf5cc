import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// What all files in one process share: its environment, memory, signals and children, its clock, what is global, and the
// hooks around each test. A file that speaks of any of these, or starts a service (or calls one by Fastify's `inject`, whose
// timers outlast the test), runs in a process to itself.
const SHARED =
  /process\.(?!argv|cwd|execPath|platform)|globalThis|\bmock\b|beforeEach|afterEach|createServer|inject\(|set(Site|Stage)|node:(child_process|http|net|v8|worker_threads)/

/**
 * Joins test files, so many in one, in files that load them, which are written into the folder: what is started and loaded
 * first takes longer than most of them. Failures still name the file that they stand in. Answers the files to run.
 */
export function together(files, inOne, folder) {
  const alone = files.filter((file) => SHARED.test(readFileSync(file, 'utf8')))
  const others = files.filter((file) => !alone.includes(file))
  const joined = []
  for (let at = 0; at < others.length; at += inOne) {
    const some = others.slice(at, at + inOne)
    const file = join(folder, `${readdirSync(folder).length + 1}.test.mjs`)
    writeFileSync(file, some.map((one) => `import ${JSON.stringify(pathToFileURL(one))}\n`).join(''))
    joined.push(file)
  }
  return [...joined, ...alone]
}
