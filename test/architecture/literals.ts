import { parseAst } from 'vite'

/** A text in the source that a person would read, and that no catalogue can translate. */
export interface Literal {
  line: number
  text: string
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Attributes whose value is read or heard. */
const READ = new Set(['title', 'label', 'placeholder', 'aria-label', 'alt', 'description', 'hint', 'message', 'error'])

/** Routes, fonts, selectors, shaders, names of keys and of sizes: words that only machines read. */
const MACHINE =
  /^(GET|POST|PUT|PATCH|DELETE) \/|sans-serif|monospace|^\[|[{};]|^(Ctrl|Shift|Alt|Meta|Control|Arrow\w+|Enter|Esc|Escape|Tab|Space|Delete|Backspace|Page\w+|Home|End|Plus|Left|Right|Up|Down|AltGraph|CapsLock|NumLock|Dead|Unidentified|AbortError|Authorization)\b/

/** Sentences and capitalised words; identifiers, class names and wire words are neither. */
const looksRead = (text: string): boolean =>
  !MACHINE.test(text) &&
  !/^[a-z0-9]+(-[a-z0-9]+)+( [a-z0-9]+(-[a-z0-9]+)+)*$/.test(text) &&
  (/^\s*[A-Z][a-z]/.test(text) || /\p{L}{2,}[,.:;!?]?\s+\p{L}{2,}/u.test(text))

const isSuper = (callee: unknown) => isNode(callee) && callee.type === 'Super'

/** `f` of `f()`, `b` of `a.b()`. */
function nameOf(callee: unknown): string {
  if (!isNode(callee)) return ''
  return callee.type === 'MemberExpression' ? nameOf(callee.property) : String(callee.name ?? '')
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

/** All literals of a file that belong in the catalogue. Types, and messages of errors for developers, do not. */
export function readLiterals(source: string, path: string): Literal[] {
  const found: Literal[] = []
  const lineOf = (at: number) => source.slice(0, at).split('\n').length
  const add = (node: Node, text: string) => found.push({ line: lineOf(node.start), text: text.trim().slice(0, 80) })

  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && !('expression' in node)) return
    if (/^(Import|ExportAll)/.test(node.type)) return
    if (node.type === 'NewExpression' && /(Error|Failure|Exception|Closed|TooManyLabels)$/.test(nameOf(node.callee)))
      return
    if (
      node.type === 'CallExpression' &&
      (isSuper(node.callee) || /^(closest|matches|querySelector)/.test(nameOf(node.callee)))
    ) {
      return
    }
    // The name of an error class.
    if (node.type === 'PropertyDefinition' && (node.key as Node).name === 'name') return
    if (node.type === 'JSXText' && hasLetters(String(node.value))) add(node, String(node.value))
    if (node.type === 'JSXAttribute' && isNode(node.value)) {
      const name = String((node.name as Node).name)
      const { value } = node.value
      if (node.value.type === 'Literal') {
        if (READ.has(name) ? hasLetters(String(value)) : name !== 'className' && looksRead(String(value))) {
          add(node, String(value))
        }
        return
      }
    }
    if (node.type === 'Literal' && typeof node.value === 'string' && looksRead(node.value)) add(node, node.value)
    if (node.type === 'TemplateLiteral') {
      const text = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('0')
      if (looksRead(text)) add(node, text)
    }
    for (const [key, child] of Object.entries(node)) {
      if (key === 'key' && node.type === 'Property') continue
      if (Array.isArray(child)) for (const one of child) isNode(one) && visit(one)
      else if (isNode(child)) visit(child)
    }
  }
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node)
  return found
}
