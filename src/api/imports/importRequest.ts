import { type Static, Type } from 'typebox'
import { findAccessRule } from '../../egress/accessRules.ts'
import { checkUrl } from '../../egress/target.ts'
import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import { urlFault } from '../../formats/jobBody/frameRules.ts'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { stringEnum } from '../../formats/json/schemas.ts'
import { parseJson } from '../../formats/json/text.ts'
import { FORMATS, formatByName } from '../../interchange/formats.ts'
import { openClasses } from '../../model/tag.ts'
import type { ImportRequest } from '../../store/project/imports/imports.ts'
import type { ApiContext } from '../context.ts'
import { invalidRequest } from '../http/apiError.ts'
import { readJsonBody } from '../http/body.ts'
import { textParameter } from '../http/query.ts'

const closed = { additionalProperties: false }
const INTO = ['predictions', 'jobs'] as const

const SHARED_OPTIONS = {
  map: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'names of the data set → classes of the tag' }),
  ),
  drop_unknown: Type.Optional(Type.Boolean({ description: 'leave out records whose class the tag does not have' })),
  replace: Type.Optional(Type.Boolean({ description: 'also for jobs that have a prediction, or work that waits' })),
}

/** The body where the archive is at an address. */
export const ImportBody = Type.Object(
  {
    format: Type.String({ description: 'a name of GET /v1/formats that is read' }),
    tag: Type.String(),
    url: Type.String({ description: 'of the archive; http or https, or s3 where an access rule of the project fits' }),
    into: Type.Optional(stringEnum(...INTO)),
    data_base: Type.Optional(Type.String({ description: 'into jobs: the address that names of files are put behind' })),
    options: Type.Optional(Type.Object(SHARED_OPTIONS, { additionalProperties: true })),
  },
  closed,
)

/** The query where the archive is the body. */
export const ImportQuery = Type.Object({
  format: textParameter('with an archive as the body: its format'),
  tag: textParameter('with an archive as the body: the tag of the jobs'),
  into: textParameter('with an archive as the body: predictions (default) or jobs'),
  data_base: textParameter('with an archive as the body, into jobs: the address that names of files are put behind'),
  options: textParameter('with an archive as the body: options as JSON'),
})

export interface WantedImport {
  format: string
  tag: string
  request: ImportRequest
}

const checkImportBody = schemaCheck(ImportBody)

/** @throws ApiError with every fault of the body */
export function readImportBody(context: ApiContext, projectId: string, bytes: Buffer): Promise<WantedImport> {
  const body = readJsonBody(bytes)
  if (!checkImportBody.accepts(body)) throw invalidRequest(checkImportBody.failures(body))
  return readWanted(context, projectId, body)
}

export function readImportQuery(
  context: ApiContext,
  projectId: string,
  { options, ...query }: Static<typeof ImportQuery>,
): Promise<WantedImport> {
  const missing = (['format', 'tag'] as const).filter((field) => query[field] === undefined)
  if (missing.length > 0) throw invalidRequest(missing.map((field) => faultAt(field, 'MISSING', 'text', undefined)))
  return readWanted(context, projectId, { ...query, options: options === undefined ? {} : readOptions(options) })
}

function readOptions(text: string): unknown {
  try {
    return parseJson(Buffer.from(text))
  } catch {
    throw invalidRequest([faultAt('options', 'INVALID_VALUE', 'a JSON object', text)])
  }
}

interface Asked {
  format?: string
  tag?: string
  url?: string
  into?: string
  data_base?: string
  options?: unknown
}

async function readWanted(context: ApiContext, projectId: string, asked: Asked): Promise<WantedImport> {
  const faults: Fault[] = []
  const readable = FORMATS.filter(({ read }) => read)
  const format = readable.find((one) => one.format === asked.format)
  if (!format)
    faults.push(
      faultAt(
        'format',
        formatByName(asked.format ?? '') ? 'NOT_ALLOWED' : 'UNKNOWN',
        readable.map((one) => one.format).join(' or '),
        asked.format,
      ),
    )
  const into = INTO.find((one) => one === (asked.into ?? 'predictions'))
  if (!into) faults.push(faultAt('into', 'INVALID_VALUE', INTO.join(' or '), asked.into))
  const tag = await context.projects.tag(projectId, asked.tag ?? '')
  if (!tag) faults.push(faultAt('tag', 'UNKNOWN', 'the name of a tag of the project', asked.tag))
  else if (format && !format.annotationTypes.some((type) => type === tag.operation)) {
    const expected = `a tag of ${format.annotationTypes.join(' or ')}, which ${format.format} is for`
    faults.push(faultAt('format', 'NOT_ALLOWED', expected, tag.operation))
  }
  const { options, faults: ofOptions } = checkOptions(asked.options ?? {}, format?.options.properties ?? {})
  faults.push(...ofOptions)
  if (tag && ofOptions.length === 0)
    faults.push(...mapFaults(options, new Set(openClasses(tag).map(({ name }) => name))))
  faults.push(...(await urlFaults(context, projectId, asked)))
  if (into !== 'jobs' && asked.data_base !== undefined)
    faults.push(faultAt('data_base', 'NOT_ALLOWED', 'data_base with into: jobs alone', asked.data_base))
  if (faults.length > 0 || !format || !tag || !into) throw invalidRequest(faults)
  return {
    format: format.format,
    tag: tag.name,
    request: { into, url: asked.url ?? null, dataBase: asked.data_base ?? null, options },
  }
}

function checkOptions(sent: unknown, ofFormat: object): { options: Record<string, unknown>; faults: Fault[] } {
  const check = schemaCheck(Type.Object({ ...ofFormat, ...SHARED_OPTIONS }, closed))
  if (check.accepts(sent)) return { options: { ...sent }, faults: [] }
  const faults = check
    .failures(sent, 'options')
    .map((fault): Fault => (fault.type === 'NOT_ALLOWED' ? { ...fault, type: 'UNKNOWN' } : fault))
  return { options: {}, faults }
}

function mapFaults({ map = {} }: { map?: unknown }, classes: ReadonlySet<string>): Fault[] {
  return Object.entries(map ?? {}).flatMap(([name, wanted]): Fault[] =>
    classes.has(String(wanted))
      ? []
      : [faultAt(`options.map.${name}`, 'UNKNOWN', [...classes].slice(0, 20).join(' or '), wanted)],
  )
}

async function urlFaults(context: ApiContext, projectId: string, { url, data_base }: Asked): Promise<Fault[]> {
  const { accessRules } = await context.projects.get(projectId)
  const { allowNetworks } = context
  return Object.entries({ url, data_base }).flatMap(([field, address]): Fault[] => {
    if (address === undefined) return []
    const s3Allowed = findAccessRule(address, accessRules) !== null
    const fault = checkUrl(address, { allowNetworks, s3Allowed })
    return fault ? [urlFault(field, fault, address)] : []
  })
}
