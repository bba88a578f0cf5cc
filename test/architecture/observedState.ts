import { parseSync } from 'vite'

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Hooks that answer a part of some state: called for its effect alone, the component would render for nothing it reads. */
const READING_HOOKS = new Set(['useObserved', 'useSession', 'useSyncExternalStore'])

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* nodesOf(one)
  }
}

/** A field that any file could write, unannounced. */
const isWritable = (member: Node): boolean =>
  member.type === 'PropertyDefinition' &&
  member.readonly !== true &&
  member.static !== true &&
  member.accessibility !== 'private' &&
  member.accessibility !== 'protected' &&
  !(isNode(member.key) && member.key.type === 'PrivateIdentifier')

/** Breaches of how the pages observe state, as `name: what`. */
export function observedStateBreaches(source: string, path: string): string[] {
  const { program } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  const found: string[] = []
  for (const node of nodesOf({ ...program })) {
    if (node.type === 'ExpressionStatement' && isNode(node.expression) && node.expression.type === 'CallExpression') {
      const hook = nameOf(node.expression.callee)
      if (READING_HOOKS.has(hook)) found.push(`${hook}: its answer is not used`)
    }
    if (node.type !== 'ClassBody' || !Array.isArray(node.body)) continue
    const members = node.body.filter(isNode)
    if (!members.some(({ key }) => nameOf(key) === 'subscribe')) continue
    for (const member of members.filter(isWritable)) found.push(`${nameOf(member.key)}: can be written from outside`)
  }
  return found
}
