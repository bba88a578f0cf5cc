import { type ClientOperation, givenBy, PARAMETER_NAMES } from './operations.ts'
import { type JsonSchema, nounsIn, withoutNull } from './schema.ts'

const HEAD = '// Made of src/contract by `npm run clients`: do not edit.\n'
const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const capital = (text: string): string => text[0].toUpperCase() + text.slice(1)
const comment = (text: string | undefined, indent = ''): string => (text ? `${indent}/** ${capital(text)}. */\n` : '')
const keyOf = (name: string): string => (/^[a-zA-Z_]\w*$/.test(name) ? name : JSON.stringify(name))

/** The type of a schema; nouns by their names. */
function typeOf(schema: JsonSchema): string {
  const { schema: bare, isNullable } = withoutNull(schema)
  return isNullable ? `${typeOf(bare)} | null` : bare.title ? bare.title : shapeOf(bare)
}

function shapeOf(schema: JsonSchema): string {
  const { anyOf, allOf, items, type, patternProperties } = schema
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' | ')
  if (allOf) return allOf.map((one) => grouped(typeOf(one))).join(' & ')
  if (Array.isArray(type)) return type.map((one) => shapeOf({ ...schema, type: one })).join(' | ')
  if (type === 'array') return `${grouped(typeOf(items ?? {}))}[]`
  if (type !== 'object') return PRIMITIVES[type ?? ''] ?? 'unknown'
  if (Object.keys(schema.properties ?? {}).length > 0) return `{ ${membersOf(schema).join('; ')} }`
  const [values] = Object.values(patternProperties ?? {})
  return `Record<string, ${values ? typeOf(values) : 'unknown'}>`
}

const grouped = (type: string): string => (/ [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type)

const membersOf = ({ properties = {}, required = [] }: JsonSchema): string[] =>
  Object.entries(properties).map(
    ([name, member]) => `${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(member)}`,
  )

function declarationOf(name: string, schema: JsonSchema): string {
  const { properties, required = [], description } = schema
  if (!properties || schema.type !== 'object')
    return `${comment(description)}export type ${name} = ${shapeOf(schema)}\n`
  const members = Object.entries(properties).map(([key, member]) => {
    const text = member.title
      ? undefined
      : (member.description ?? member.anyOf?.find((one) => one.description)?.description)
    return `${comment(text, '  ')}  ${keyOf(key)}${required.includes(key) ? '' : '?'}: ${typeOf(member)}\n`
  })
  return `${comment(description)}export interface ${name} {\n${members.join('')}}\n`
}

const groupOf = ({ methods }: ClientOperation): string =>
  methods.typescript.name.split('.').slice(0, -1).join('.') || 'service'

/** Groups whose nouns others are made of come first. */
const ORDER = [
  'jobs',
  'results',
  'jobActions',
  'batches',
  'project',
  'groups',
  'quality',
  'gold',
  'contests',
  'exports',
  'imports',
  'files',
  'ingests',
  'assistants',
  'admin',
  'service',
]

function schemasOf({ body, query, answer }: ClientOperation): JsonSchema[] {
  return [body, { type: 'object', properties: query }, answer].filter((one) => one !== null)
}

/** Each file of the client that is made, by its path below src/client. */
export function typescriptFiles(operations: readonly ClientOperation[]): Map<string, string> {
  const groups = new Map(ORDER.map((group) => [group, operations.filter((one) => groupOf(one) === group)]))
  const homes = new Map<string, string>()
  const files = new Map<string, string>()
  for (const [group, own] of groups) {
    const nouns = new Map(own.flatMap((one) => schemasOf(one)).flatMap((schema) => [...nounsIn(schema)]))
    const made = [...nouns].filter(([name]) => !homes.has(name))
    for (const [name] of made) homes.set(name, group)
    const text = made.map(([name, schema]) => declarationOf(name, schema)).join('\n')
    if (made.length > 0) files.set(`types/${group}.ts`, HEAD + importsOf(text, group, homes, './') + text)
    const calls = own.filter(({ methods }) => !methods.typescript.isByHand)
    if (calls.length > 0) files.set(`calls/${group}.ts`, callsFile(group, calls, homes))
  }
  files.set('operations.ts', operationsFile(operations))
  return files
}

/** Imports of the nouns that a text names. */
function importsOf(text: string, group: string | null, homes: ReadonlyMap<string, string>, folder: string): string {
  const named = [...homes].filter(
    ([name, home]) => home !== group && new RegExp(`\\b${name}\\b`).test(text.replace(/\/\*\*.*?\*\//g, '')),
  )
  const byHome = Map.groupBy(named, ([, home]) => home)
  const lines = [...byHome].sort().map(
    ([home, names]) =>
      `import type { ${names
        .map(([name]) => name)
        .sort()
        .join(', ')} } from '${folder}${home}.ts'\n`,
  )
  return `${lines.join('')}\n`
}

function operationsFile(operations: readonly ClientOperation[]): string {
  const lines = operations.map(({ operation, methods }) => `  ${operation}: '${methods.typescript.name}',\n`).sort()
  return `${HEAD}\n/** The method of a client for each operation of the service, by operationId. */\nexport const operations = {\n${lines.join('')}} as const\n`
}

const className = (group: string): string => `${capital(group)}Calls`

function callsFile(group: string, operations: readonly ClientOperation[], homes: ReadonlyMap<string, string>): string {
  const methods = operations.map(methodOf).join('\n')
  const helpers = ['change', 'get', 'inProject', 'listed', 'path', 'withQuery'].filter((name) =>
    new RegExp(`\\b${name}[(<\`]`).test(methods),
  )
  return `${HEAD}import { type ClientScope, ${helpers.join(', ')} } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
${importsOf(methods, null, homes, '../types/')}
/** The calls of \`${group}\` that are one request each. */
export class ${className(group)} {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

${methods}}
`
}

function methodOf(one: ClientOperation): string {
  const name = one.methods.typescript.name.split('.').at(-1)
  const given = givenBy(one)
  const answer = given.schema ? typeOf(given.schema) : 'void'
  const parameters = [
    ...one.parameters.map((parameter) => `${PARAMETER_NAMES[parameter]}: string`),
    ...(one.body ? [`body: ${typeOf(one.body)}${(one.body.required ?? []).length === 0 ? ' = {}' : ''}`] : []),
    ...queryParameter(one),
    'options: CallOptions = {}',
  ].join(', ')
  const doc = comment(one.summary, '  ')
  if (one.pagedBy !== null)
    return `${doc}  ${name}(${parameters}): AsyncGenerator<${answer}> {\n    return listed(this.scope, ${addressOf(one)}, '${one.pagedBy}', ${hasQuery(one) ? '{ ...query }' : '{}'}, options)\n  }\n`
  const whole = given.member ? `{ ${given.member}: ${answer} }` : answer
  const call = callOf(one, given.schema ? whole : 'unknown')
  if (!given.schema) return `${doc}  async ${name}(${parameters}): Promise<void> {\n    await ${call}\n  }\n`
  if (given.member === null) return `${doc}  ${name}(${parameters}): Promise<${answer}> {\n    return ${call}\n  }\n`
  return `${doc}  async ${name}(${parameters}): Promise<${answer}> {\n    return (await ${call}).${given.member}\n  }\n`
}

const hasQuery = ({ query }: ClientOperation): boolean => Object.keys(query).length > 0

function queryParameter({ query }: ClientOperation): string[] {
  if (Object.keys(query).length === 0) return []
  const members = Object.entries(query).map(([name, member]) => `${keyOf(name)}?: ${typeOf(member)}`)
  return [`query: { ${members.join('; ')} } = {}`]
}

function addressOf(one: ClientOperation): string {
  const filled = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => `\${${PARAMETER_NAMES[name]}}`)
  const rest = one.path.replace(/^\/v1\/projects\/:pid/, '')
  const isInProject = rest !== one.path
  const text = filled(rest)
  const literal = text.includes('$') ? `path\`${text}\`` : `'${text}'`
  return isInProject ? `inProject(this.scope${text === '' ? '' : `, ${literal}`})` : literal
}

function callOf(one: ClientOperation, type: string): string {
  const address = hasQuery(one) ? `withQuery(${addressOf(one)}, { ...query })` : addressOf(one)
  if (one.method === 'GET') return `get<${type}>(this.scope, ${address}, options)`
  const parts = [
    ...(one.method === 'POST' ? [] : [`method: '${one.method}'`]),
    ...(one.body ? ['body'] : []),
    ...(one.isRepeatable ? ['repeatable: true'] : []),
    '...options',
  ]
  return `change<${type}>(this.scope, ${address}, { ${parts.join(', ')} })`
}
