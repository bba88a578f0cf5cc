import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { parseSync } from 'vite'

/** One import of one file, of any form: static, dynamic, re-export, `import('x').T`, `new URL('x', import.meta.url)`. */
export interface Import {
  specifier: string
  /** Nothing of it is left when the types are stripped. */
  typeOnly: boolean
}

export interface SourceFile {
  /** Relative to src, with `/`. */
  path: string
  imports: Import[]
  hasDefaultExport: boolean
  /** `import(variable)`: what it loads cannot be judged here. */
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

export function readSources(src: string): SourceFile[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && statSync(join(src, path)).isFile())
    .sort()
  return files.map((path) => {
    const text = readFileSync(join(src, path), 'utf8')
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
    return { path: path.split(sep).join('/'), lines, ...readImports(path, text) }
  })
}

/** Reads the table of section "Who may import whom". */
export function readTable(markdown: string): Table {
  const section = markdown.split(/^## /m).find((part) => part.startsWith('Who may import whom')) ?? ''
  const rows = [...section.matchAll(/^\| ([a-z.]+) \| (.+?) \|$/gm)].filter((row) => row[1] !== 'folder')
  return new Map(rows.map(([, folder, cell]) => [folder, cell === 'everything' ? 'all' : readCell(folder, cell)]))
}

function readCell(folder: string, cell: string): Map<string, { typesOnly: boolean }> {
  if (cell === '–') return new Map()
  return new Map(
    cell.split(', ').map((word) => {
      const match = /^([a-z.]+)( \(types\))?$/.exec(word)
      if (!match) throw new Error(`ARCHITECTURE.md, row ${folder}: cannot read "${word}"`)
      return [match[1], { typesOnly: match[2] !== undefined }]
    }),
  )
}

/** What breaks the table, one sentence each. */
export function violations(src: string, files: readonly SourceFile[], table: Table): string[] {
  return files.flatMap((file) => {
    const room = roomOf(file.path)
    const row = table.get(room)
    if (!row) return [`${file.path}: ${room} has no row in ARCHITECTURE.md`]
    if (row === 'all') return []
    return file.imports.flatMap(({ specifier, typeOnly }) => {
      if (!specifier.startsWith('.')) return []
      const target = relative(src, resolve(src, dirname(file.path), specifier))
        .split(sep)
        .join('/')
      if (target.startsWith('../test/') && file.path.includes('.test.')) return []
      const targetRoom = roomOf(target)
      if (targetRoom === room) return []
      const permission = row.get(targetRoom)
      if (!permission) return [`${file.path} imports ${target}: ${room} may not import ${targetRoom}`]
      if (permission.typesOnly && !typeOnly) return [`${file.path} imports ${target}: only types of ${targetRoom}`]
      return []
    })
  })
}

/** The first folder of a path inside src, or the file itself when it stands at the root. */
/** Tests keep to the row of what they stand beside. */
const roomOf = (path: string) => path.split('/')[0].replace(/\.test\.(tsx?)$/, '.$1')
