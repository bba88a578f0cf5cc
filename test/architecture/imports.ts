import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { parseSync } from 'vite'

/** One import of one file, of any form: static, dynamic, re-export, `import('x').T`, `new URL('x', import.meta.url)`. */
export interface Import {
  specifier: string
  /** The import vanishes when the types are stripped. */
  typeOnly: boolean
}

export interface SourceFile {
  /** Relative to src, with `/`. */
  path: string
  imports: Import[]
  hasDefaultExport: boolean
  /** `import(variable)`: what it loads cannot be checked here. */
  hasComputedImport: boolean
  lines: number
}

/** Folder → what it may import; `all` for main.ts. */
export type Table = ReadonlyMap<string, 'all' | ReadonlyMap<string, { typesOnly: boolean }>>

interface Node {
  type: string
  [key: string]: unknown
}

/** Every import of a TypeScript source. Throws when it does not parse. */
export function readImports(path: string, source: string): Omit<SourceFile, 'path' | 'lines'> {
  const { program, errors } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const imports: Import[] = []
  let hasDefaultExport = false
  let hasComputedImport = false
  const add = (target: unknown, typeOnly: boolean) => {
    const node = target as { type?: string; value?: unknown } | null
    if (node?.type === 'Literal' && typeof node.value === 'string') imports.push({ specifier: node.value, typeOnly })
    else if (node) hasComputedImport = true
  }
  visit(program, (node) => {
    if (node.type === 'ImportDeclaration') add(node.source, node.importKind === 'type')
    else if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration')
      add(node.source, node.exportKind === 'type')
    else if (node.type === 'ImportExpression') add(node.source, false)
    else if (node.type === 'TSImportType') add(node.source ?? literalOf(node.argument), true)
    else if (node.type === 'TSExternalModuleReference') add(node.expression, false)
    else if (node.type === 'ExportDefaultDeclaration') hasDefaultExport = true
    const module = moduleUrl(node)
    if (module !== null) imports.push({ specifier: module, typeOnly: false })
  })
  return { imports, hasDefaultExport, hasComputedImport }
}

const literalOf = (node: unknown) => (node as { literal?: unknown } | null)?.literal ?? node

/** `new URL('./worker.ts', import.meta.url)` loads a module as an import does. */
function moduleUrl(node: Node): string | null {
  if (node.type !== 'NewExpression' || (node.callee as Node & { name?: string }).name !== 'URL') return null
  const [target, base] = node.arguments as (Node & { value?: unknown; object?: Node })[]
  const isModule = typeof target?.value === 'string' && /^\.{1,2}\/.*\.tsx?$/.test(target.value)
  return isModule && base?.object?.type === 'MetaProperty' ? (target.value as string) : null
}

function visit(node: unknown, seen: (node: Node) => void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, seen)
  else if (node && typeof node === 'object') {
    if (typeof (node as Node).type === 'string') seen(node as Node)
    for (const child of Object.values(node)) if (child && typeof child === 'object') visit(child, seen)
  }
}

const sourcesOf = new Map<string, SourceFile[]>()

/** Reads all sources once a process, because several tests need them. */
export function readSources(src: string): SourceFile[] {
  const known = sourcesOf.get(src) ?? parseSources(src)
  sourcesOf.set(src, known)
  return known
}

function parseSources(src: string): SourceFile[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && statSync(join(src, path)).isFile())
    .sort()
  return files.map((path) => {
    const text = readFileSync(join(src, path), 'utf8')
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
    return { path: path.split(sep).join('/'), lines, ...readImports(path, text) }
  })
}

/** Path inside src of what a file of src imports; null for packages. */
export function targetOf(src: string, path: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  const target = relative(src, resolve(src, dirname(path), specifier))
  return target.split(sep).join('/')
}

/** Reads the table of a section of ARCHITECTURE.md: folder or file, and what it may import. */
export function readTable(markdown: string, heading: string): Table {
  const section = markdown.split(/^#+ /m).find((part) => part.startsWith(heading)) ?? ''
  const rows = [...section.matchAll(/^\| ([\w./]+) \| (.+?) \|$/gm)].filter((row) => row[1] !== 'folder')
  return new Map(rows.map(([, folder, cell]) => [folder, cell === 'everything' ? 'all' : readCell(folder, cell)]))
}

function readCell(folder: string, cell: string): Map<string, { typesOnly: boolean }> {
  if (cell === '–') return new Map()
  return new Map(
    cell.split(', ').map((word) => {
      const match = /^([\w./]+)( \(types\))?$/.exec(word)
      if (!match) throw new Error(`ARCHITECTURE.md, row ${folder}: cannot read "${word}"`)
      return [match[1], { typesOnly: match[2] !== undefined }]
    }),
  )
}

/**
 * What breaks the table, one sentence each.
 * @param inside the folder of src that the table is about, with a slash at its end; empty: src
 */
export function violations(src: string, files: readonly SourceFile[], table: Table, inside = ''): string[] {
  const rowOf = (path: string) => rowName(path.slice(inside.length))
  return files.flatMap((file) => {
    if (!file.path.startsWith(inside)) return []
    const name = rowOf(file.path)
    const row = table.get(name)
    if (!row) return [`${file.path}: ${inside}${name} has no row in ARCHITECTURE.md`]
    if (row === 'all') return []
    return file.imports.flatMap(({ specifier, typeOnly }) => {
      const target = targetOf(src, file.path, specifier)
      if (target === null || !target.startsWith(inside)) return []
      if (target.startsWith('../test/') && file.path.includes('.test.')) return []
      const targetName = rowOf(target)
      if (targetName === name) return []
      const permission = row.get(targetName)
      if (!permission) return [`${file.path} imports ${target}: ${name} may not import ${targetName}`]
      if (permission.typesOnly && !typeOnly) return [`${file.path} imports ${target}: only types of ${targetName}`]
      return []
    })
  })
}

/** Rows that name a row above them or at their own place: arrows that point up. */
export function upwardRows(table: Table): string[] {
  const order = [...table.keys()]
  return [...table].flatMap(([folder, row]) =>
    row === 'all'
      ? []
      : [...row.keys()]
          .filter((name) => order.indexOf(name) >= order.indexOf(folder))
          .map((name) => `${folder} names ${name}`),
  )
}

/** The first folder of a path, or the file itself at the root. Tests belong to the row of the file that they test. */
const rowName = (path: string) => path.split('/')[0].replace(/\.test\.(tsx?)$/, '.$1')
