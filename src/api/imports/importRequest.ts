import { type Static, Type } from 'typebox'
import { closed, ImportBody, type ImportQuery, INTO, SHARED_OPTIONS } from '../../contract/imports.ts'
import { findAccessRule } from '../../egress/accessRules.ts'
import { checkUrl } from '../../egress/target.ts'
import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import { urlFault } from '../../formats/jobBody/frameRules.ts'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { FORMATS, formatByName } from '../../interchange/formats.ts'
import { parseJson } from '../../json/text.ts'
import { openClasses } from '../../model/tag.ts'
import type { ImportRequest } from '../../store/project/imports/imports.ts'
import type { ApiContext } from '../context.ts'
import { invalidRequest } from '../http/apiError.ts'
import { readJsonBody } from '../http/body.ts'

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
  else if (format && !format.annotationTypes.some((type) => type === tag.annotationType)) {
    const expected = `a tag of ${format.annotationTypes.join(' or ')}, which ${format.format} is for`
    faults.push(faultAt('format', 'NOT_ALLOWED', expected, tag.annotationType))
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
