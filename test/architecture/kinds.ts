import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Sources by hand, without tests: the clients' types are generated, and texts name kinds in keys of messages. */
const sources = (): string[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) => !/\.test\.tsx?$/.test(path) && !/^src\/(client\/types|web\/messages)\//.test(path),
  )

/** A name as a value, a type, or the key of an object or of its type. */
function namedBy({ type, value, key, computed, shorthand }: Node): string | null {
  if (type === 'Literal' && typeof value === 'string') return value
  const isKey = (type === 'Property' && !computed && !shorthand) || type === 'TSPropertySignature'
  return isKey && isNode(key) && key.type === 'Identifier' ? String(key.name) : null
}

/** The number of cases of a switch that are among the names. */
function casesOf({ type, cases }: Node, names: ReadonlySet<string>): number {
  if (type !== 'SwitchStatement' || !Array.isArray(cases)) return 0
  return cases.filter(({ test }) => isNode(test) && typeof test.value === 'string' && names.has(test.value)).length
}

export interface KindUses {
  /** Files that name each of them. */
  files: Map<string, string[]>
  /** Files with a switch over at least three of them. */
  switches: string[]
}

/** Where the sources name these kinds, as `path` relative to the repository. */
export function usesOf(names: readonly string[]): KindUses {
  const wanted = new Set(names)
  const files = new Map<string, string[]>(names.map((name) => [name, []]))
  const switches = new Set<string>()
  for (const path of sources()) {
    const source = readFileSync(join(ROOT, path), 'utf8')
    if (!names.some((name) => source.includes(name))) continue
    const found = new Set<string>()
    const visit = (node: Node): void => {
      const name = namedBy(node)
      if (name !== null && wanted.has(name)) found.add(name)
      if (casesOf(node, wanted) >= 3) switches.add(path)
      for (const child of Object.values(node).flat()) if (isNode(child)) visit(child)
    }
    visit(parseSync(path, source).program as unknown as Node)
    for (const name of found) files.get(name)?.push(path)
  }
  return { files, switches: [...switches].sort() }
}
