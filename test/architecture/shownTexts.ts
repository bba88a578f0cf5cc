import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseAst } from 'vite'

interface Node {
  type: string
  [key: string]: unknown
}

interface WebModule {
  /** Imported at once: what they show must be there when this is run. */
  imports: string[]
  /** Imported when it is needed, together with parts of the texts. */
  lazy: { path: string; parts: string[] }[]
  texts: Set<string>
}

/** Where a file shows texts that may not be loaded, and which texts are shown anywhere. */
export interface ShownTexts {
  missing: string[]
  shown: Set<string>
}

/**
 * Follows the imports of the pages from their first file.
 * @param partOf which part of the texts each message is in
 */
export function readShownTexts(first: string, partOf: ReadonlyMap<string, string>): ShownTexts {
  const modules = new Map<string, WebModule>()
  const moduleAt = (path: string): WebModule => {
    const module = modules.get(path) ?? readModule(path, partOf)
    modules.set(path, module)
    return module
  }
  const missing = new Set<string>()
  const seen = new Set<string>()
  const enter = (path: string, loaded: readonly string[]): void => {
    const visit = `${path} ${loaded.join()}`
    if (seen.has(visit) || !/\.tsx?$/.test(path)) return
    seen.add(visit)
    const { imports, lazy, texts } = moduleAt(path)
    for (const id of texts) {
      const part = partOf.get(id) ?? ''
      if (!loaded.includes(part)) missing.add(`${path}: ${id} is in ${part}, loaded are ${loaded.join(', ')}`)
    }
    for (const target of imports) enter(target, loaded)
    for (const { path: target, parts } of lazy) enter(target, [...new Set([...loaded, ...parts])].sort())
  }
  enter(first, ['start'])
  return { missing: [...missing], shown: new Set([...modules.values()].flatMap(({ texts }) => [...texts])) }
}

function readModule(path: string, partOf: ReadonlyMap<string, string>): WebModule {
  const found: WebModule = { imports: [], lazy: [], texts: new Set() }
  // The catalogues themselves show nothing.
  if (path.includes('/messages/')) return found
  const visit = (node: Node, parts: readonly string[]): void => {
    const inside = node.type === 'CallExpression' && nameOf(node.callee) === 'withTexts' ? partsOf(node) : parts
    const target = targetOf(node)
    if (target && node.type === 'ImportExpression') {
      found.lazy.push({ path: resolve(dirname(path), target), parts: [...inside] })
    } else if (target) found.imports.push(resolve(dirname(path), target))
    else for (const id of textsOf(node, partOf)) found.texts.add(id)
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, inside)
  }
  visit(parseAst(readFileSync(path, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, [])
  return found
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

const nameOf = (node: unknown) => (node as { name?: string }).name

const partsOf = (call: Node) =>
  (call.arguments as [{ elements: { value: string }[] }])[0].elements.map(({ value }) => value)

/** The module that an import loads after the types are stripped. */
function targetOf(node: Node): string | null {
  if (!/^(Import(Declaration|Expression)|Export(Named|All)Declaration)$/.test(node.type)) return null
  if (node.importKind === 'type' || node.exportKind === 'type') return null
  const target = (node.source as { value?: string } | null)?.value
  return target?.startsWith('.') ? target : null
}

/** Messages that a literal names: itself, or all that a template can become (`stage.${stage}`). */
function textsOf(node: Node, partOf: ReadonlyMap<string, string>): string[] {
  if (node.type === 'Literal') return partOf.has(String(node.value)) ? [String(node.value)] : []
  if (node.type !== 'TemplateLiteral') return []
  const pieces = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  if (!pieces[0].includes('.') || !pieces.every((piece) => /^[\w.]*$/.test(piece))) return []
  const pattern = new RegExp(`^${pieces.map((piece) => piece.replaceAll('.', '\\.')).join('[\\w.]+')}$`)
  return [...partOf.keys()].filter((id) => pattern.test(id))
}
