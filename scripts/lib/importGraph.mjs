import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fromRoot } from './paths.mjs'

// Ignores imports of types: `import type` loads nothing, so a change there cannot reach a test.
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?from\s+)?'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)|new URL\(\s*'(\.[^']+\.tsx?)'/g

const FOLDERS = ['src', 'test']

/** Paths from the root of all source files, tests included. */
export const sourceFiles = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(folder, path).replaceAll('\\', '/')),
  ).sort()

/** Who loads whom: of each file the files that import it. */
export function importersOf(files) {
  const importers = new Map()
  for (const file of files) {
    for (const match of readFileSync(fromRoot(file), 'utf8').matchAll(IMPORT)) {
      const target = join(dirname(file), match[1] ?? match[2] ?? match[3]).replaceAll('\\', '/')
      if (!existsSync(fromRoot(target))) continue
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return importers
}

/** The file and all that load it, directly or indirectly. `isEnd`: the search stops at such a file. */
export function reach(file, importers, isEnd = () => false) {
  const seen = new Set([file])
  const waiting = [file]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (isEnd(one)) continue
    for (const importer of importers.get(one) ?? []) {
      if (seen.has(importer)) continue
      seen.add(importer)
      waiting.push(importer)
    }
  }
  return seen
}
