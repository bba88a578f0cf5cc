import { type ClientOperation, givenBy, PARAMETER_NAMES } from './operations.ts'
import { type JsonSchema, nounsIn, withoutNull } from './schema.ts'

const MADE = 'Made of src/contract by `npm run clients`: do not edit.'
const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}
/** Words of the language that names of members may be. */
const KEYWORDS: ReadonlySet<string> = new Set(['class', 'from', 'global', 'import', 'is', 'not', 'pass'])

const snake = (text: string): string => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camel = (text: string): string =>
  text
    .split(/[_-]/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')
const quoted = (value: unknown): string => JSON.stringify(value)
const sentence = (text: string): string => `${text[0].toUpperCase()}${text.slice(1)}.`.replaceAll('\\', '\\\\')
const argument = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : name)

/** Types of the client, with what of them has to be declared. */
class Types {
  readonly blocks: string[] = []
  readonly #prefix: string
  readonly #declared = new Set<string>()

  /** @param prefix before nouns, where they are of another module */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  of(schema: JsonSchema, name: string): string {
    const { schema: bare, isNullable } = withoutNull(schema)
    if (isNullable) return `Optional[${this.of(bare, name)}]`
    return bare.title ? this.#prefix + bare.title : this.shape(bare, name)
  }

  shape(schema: JsonSchema, name: string): string {
    const { anyOf, type } = schema
    if ('const' in schema) return `Literal[${literal(schema.const)}]`
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
    if (anyOf) return union(anyOf.map((one) => this.of(one, name)))
    if (Array.isArray(type)) return union(type.map((one) => this.shape({ ...schema, type: one }, name)))
    if (type === 'array') return `List[${this.of(schema.items ?? {}, `${name}Item`)}]`
    if (type !== 'object') return PRIMITIVES[type ?? ''] ?? 'Any'
    if (this.#prefix === '' && Object.keys(schema.properties ?? {}).length > 0) return this.declare(name, schema)
    const [values] = Object.values(schema.patternProperties ?? {})
    return `Dict[str, ${values ? this.of(values, name) : 'Any'}]`
  }

  declare(name: string, schema: JsonSchema): string {
    if (this.#declared.has(name)) return name
    this.#declared.add(name)
    const { properties, required = [] } = schema
    if (!properties || schema.type !== 'object') {
      this.blocks.push(`${name} = ${this.shape(schema, name)}\n`)
      return name
    }
    const typed = Object.entries(properties).map(([key, member]): [string, string] => [
      key,
      this.of(member, name + camel(key)),
    ])
    const isNeeded = ([key]: [string, string]) => required.includes(key)
    const [needed, rest] = [typed.filter(isNeeded), typed.filter((one) => !isNeeded(one))]
    if (rest.length === 0) this.blocks.push(typedDict(name, needed, true))
    else
      this.blocks.push(
        typedDict(`_${name}Needed`, needed, true),
        typedDict(`_${name}Optional`, rest, false),
        `class ${name}(_${name}Needed, _${name}Optional):\n    pass\n`,
      )
    return name
  }
}

const literal = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'True' : 'False') : quoted(value))

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  const others = distinct.filter((type) => type !== 'None')
  const joined = others.length === 1 ? others[0] : `Union[${others.join(', ')}]`
  return distinct.includes('None') ? `Optional[${joined}]` : joined
}

const typedDict = (name: string, members: readonly [string, string][], isTotal: boolean): string =>
  `${name} = TypedDict(\n    ${quoted(name)},\n    {\n${members.map(([key, type]) => `        ${quoted(key)}: ${type},\n`).join('')}    },${isTotal ? '' : '\n    total=False,'}\n)\n`

function typesFile(operations: readonly ClientOperation[]): string {
  const types = new Types('')
  for (const { body, query, answer } of operations) {
    for (const schema of [body, { type: 'object', properties: query }, answer]) {
      for (const [name, noun] of schema ? nounsIn(schema) : []) types.declare(name, noun)
    }
  }
  const list = operations.find(({ operation }) => operation === 'listJobs')
  const filters = Object.keys(list?.query ?? {}).map((name) => `    ${quoted(name)},\n`)
  return `"""Bodies and answers of the service. ${MADE}"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

JOB_FILTERS = (
${filters.join('')})

${types.blocks.join('\n')}`
}

/** Each file of the client that is made, by its name in the module. */
export function pythonFiles(operations: readonly ClientOperation[]): Map<string, string> {
  return new Map([
    ['_types.py', typesFile(operations)],
    ['_operations.py', operationsFile(operations)],
    ['_aio_calls.py', callsFile(operations)],
  ])
}

function operationsFile(operations: readonly ClientOperation[]): string {
  const lines = operations
    .map(({ operation, methods }) => `    ${quoted(operation)}: ${quoted(methods.python.name)},\n`)
    .sort()
  return `"""The method of a project for each operation of the service, by operationId. ${MADE}"""

from typing import Dict

OPERATIONS: Dict[str, str] = {
${lines.join('')}}
`
}

/** Methods of the project itself stand in the group `project`. */
const groupOf = ({ methods }: ClientOperation): string =>
  methods.python.name.split('.').slice(0, -1).at(-1) ?? 'project'

function callsFile(operations: readonly ClientOperation[]): string {
  const made = operations.filter(({ methods }) => !methods.python.isByHand)
  const groups = [...Map.groupBy(made, groupOf)].sort(([a], [b]) => (a < b ? -1 : 1))
  return `"""Calls of the asynchronous client. ${MADE}"""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, List, Optional, Protocol, cast

from . import _types as t
from ._call import named, query, segment


class AsyncScope(Protocol):
    async def get(self, path: str, **params: Any) -> Any: ...

    async def change(
        self, method: str, path: str, json: Any = None, *, repeatable: Optional[bool] = None, **more: Any
    ) -> Any: ...


${groups.map(([group, own]) => classOf(group, own)).join('\n\n')}`
}

function classOf(group: string, operations: readonly ClientOperation[]): string {
  return `class Async${camel(group)}Calls:
    def __init__(self, scope: AsyncScope) -> None:
        self._scope = scope

${operations.map(methodOf).join('\n')}`
}

function methodOf(one: ClientOperation): string {
  const name = one.methods.python.name.split('.').at(-1)
  const given = givenBy(one)
  const type = given.schema ? new Types('t.').of(given.schema, '') : 'None'
  const query = Object.keys(one.query)
  const parameters = [
    'self',
    ...one.parameters.map((parameter) => `${snake(PARAMETER_NAMES[parameter])}: str`),
    ...(query.length > 0 ? ['*', ...query.map((member) => `${argument(member)}: Any = None`)] : []),
    ...(one.body ? ['**body: Any'] : []),
  ].join(', ')
  const doc = `        """${sentence(one.summary)}${one.body ? bodyWords(one.body) : ''}"""\n`
  const path = pathOf(one)
  const params = query
    .map((member) => `, ${KEYWORDS.has(member) ? `**{${quoted(member)}: ${argument(member)}}` : `${member}=${member}`}`)
    .join('')
  if (one.pagedBy !== null)
    return `    async def ${name}(${parameters}) -> AsyncIterator[${type}]:
${doc}        token: Optional[str] = None
        while True:
            page = await self._scope.get(${path}${params}, page_token=token)
            for row in page[${quoted(one.pagedBy)}]:
                yield cast(${quoted(type)}, row)
            token = page["next_page_token"]
            if token is None:
                return
`
  const repeat =
    one.method === 'POST' && one.isRepeatable ? ', repeatable=True' : one.method === 'PATCH' ? ', repeatable=True' : ''
  const call =
    one.method === 'GET'
      ? `await self._scope.get(${path}${params})`
      : `await self._scope.change(${quoted(one.method)}, ${path}${one.body ? ', named(body)' : ''}${repeat}${sentQuery(query)})`
  const head = `    async def ${name}(${parameters}) -> ${type}:\n${doc}`
  if (!given.schema) return `${head}        ${call}\n`
  const taken = given.member === null ? call : `(${call})[${quoted(given.member)}]`
  return `${head}        return cast(${quoted(type)}, ${taken})\n`
}

/** The query of a call that changes something. */
const sentQuery = (names: readonly string[]): string =>
  names.length === 0 ? '' : `, params=query({${names.map((name) => `${quoted(name)}: ${argument(name)}`).join(', ')}})`

function bodyWords({ properties = {}, required = [] }: JsonSchema): string {
  const names = Object.keys(properties)
  const needed = names.filter((name) => required.includes(name)).map(argument)
  const rest = names.filter((name) => !required.includes(name)).map(argument)
  const lines = [
    ...(needed.length > 0 ? [`Needs ${needed.map((one) => `\`\`${one}\`\``).join(', ')}.`] : []),
    ...(rest.length > 0 ? [`Takes ${rest.map((one) => `\`\`${one}\`\``).join(', ')}.`] : []),
  ]
  return lines.length > 0 ? `\n\n        ${lines.join('\n        ')}\n        ` : ''
}

function pathOf({ path }: ClientOperation): string {
  const rest = path.replace(/^\/v1\/projects\/:pid/, '').replace(/^\/v1/, '')
  const filled = rest.replace(/:(\w+)/g, (_, name: string) => `{segment(${snake(PARAMETER_NAMES[name])})}`)
  return filled === rest ? quoted(rest) : `f${quoted(filled)}`
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /The client, asynchronous\. `npm run clients` makes _sync\.py of it\./,
    'The client. Made of _aio.py by `npm run clients`: change that file.',
  ],
  [/Calls of the asynchronous client\./, 'Calls of the client.'],
  [/import asyncio\n/, ''],
  [/asyncio\.sleep/g, 'time.sleep'],
  [/_aio_calls/g, '_sync_calls'],
  [/httpx\.Async(\w+)/g, 'httpx.$1'],
  [/\bAsyncIterator\b/g, 'Iterator'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basync_at_once\b/g, 'at_once'],
  [/\basync (def|for|with)\b/g, '$1'],
  [/\bawait /g, ''],
  [/__aenter__/g, '__enter__'],
  [/__aexit__/g, '__exit__'],
  [/\baclose\b/g, 'close'],
  [/\baread\b/g, 'read'],
  [/\baiter_bytes\b/g, 'iter_bytes'],
]

/** The synchronous form of an asynchronous module. */
export const synchronous = (text: string): string =>
  WORDS.reduce((made, [pattern, words]) => made.replace(pattern, words), text)
