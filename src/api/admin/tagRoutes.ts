import { type Static, type TSchema, Type } from 'typebox'
import type { Failure } from '../../formats/errors/codes.ts'
import { colorWords } from '../../formats/errors/fault.ts'
import { optionalOrNull, orNull, stringEnum } from '../../formats/json/schemas.ts'
import { ANNOTATION_TYPES, GEOMETRY_KINDS } from '../../model/annotationType.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { ATTRIBUTE_TYPES, type Attribute, attributeFault, isAttributeValue } from '../../model/attribute.ts'
import type { AuditActor } from '../../model/audit.ts'
import { isClassName, normalColor, type Tag } from '../../model/tag.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'
import { findTag, listTags, type NewTag, putTag, type StoredTag } from '../../store/project/tags/tags.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { LIST_BYTES } from '../http/bodyLimit.ts'
import { type Route, route } from '../http/route.ts'
import { seesChecks } from '../http/seesChecks.ts'
import { settingsBody } from '../http/settingsBody.ts'
import { ConsensusBody, GoldBody, newChecks, TrainingBody } from './tagChecks.ts'

const P = '/v1/projects/:pid'

const attribute = <const W extends string[]>(...per: W) =>
  settingsBody({
    name: Type.String({ minLength: 1, maxLength: 256 }),
    type: stringEnum(...ATTRIBUTE_TYPES),
    options: optionalOrNull(Type.Array(Type.String({ minLength: 1 }), { uniqueItems: true })),
    required: optionalOrNull(Type.Boolean()),
    default: Type.Optional(Type.Unknown()),
    per: stringEnum(...per),
  })

const ObjectAttribute = attribute('object', 'frame')
const TagAttribute = attribute('job', 'frame')
const Metres = Type.Number({ exclusiveMinimum: 0 })
const Dimensions = Type.Object({ length: Metres, width: Metres, height: Metres })

const ClassBody = settingsBody({
  class_id: Type.Optional(Type.Unknown({ description: 'as shown; classes are matched by name' })),
  name: Type.String({ minLength: 1, maxLength: 256, description: 'without #' }),
  color: Type.String({ description: 'rgb(r, g, b)' }),
  instantiable: optionalOrNull(Type.Boolean()),
  geometries: optionalOrNull(Type.Array(stringEnum(...GEOMETRY_KINDS), { minItems: 1, uniqueItems: true })),
  default_size: optionalOrNull(Dimensions),
  attributes: optionalOrNull(Type.Array(ObjectAttribute)),
})

const optionalChecks = <S extends TSchema>(schema: S) => Type.Optional(orNull(schema))

const TagBody = settingsBody({
  tag: Type.Optional(Type.Unknown({ description: 'as shown; the path names the tag' })),
  operation: stringEnum(...ANNOTATION_TYPES),
  classes: Type.Array(ClassBody, { minItems: 1, maxItems: 1000 }),
  attributes: optionalOrNull(Type.Array(TagAttribute)),
  review: Type.Optional(
    orNull(
      Type.Union([
        Type.Boolean(),
        settingsBody({
          share: Type.Number({ minimum: 0, maximum: 1 }),
          first_jobs_of_person: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
        }),
      ]),
    ),
  ),
  gold: optionalChecks(GoldBody),
  training: optionalChecks(TrainingBody),
  consensus: optionalChecks(ConsensusBody),
  instructions: optionalOrNull(Type.String({ maxLength: 100_000 })),
})

const ShownAttribute = Type.Object({
  name: Type.String(),
  type: stringEnum(...ATTRIBUTE_TYPES),
  options: Type.Array(Type.String()),
  required: Type.Boolean(),
  default: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String()), Type.Null()]),
  per: stringEnum('object', 'frame', 'job'),
})

const ShownTag = Type.Object({
  tag: Type.String(),
  operation: stringEnum(...ANNOTATION_TYPES),
  review: orNull(
    Type.Union([Type.Boolean(), Type.Object({ share: Type.Number(), first_jobs_of_person: Type.Integer() })]),
  ),
  gold: Type.Optional(orNull(GoldBody)),
  training: Type.Optional(orNull(TrainingBody)),
  consensus: Type.Optional(orNull(ConsensusBody)),
  instructions: orNull(Type.String()),
  classes: Type.Array(
    Type.Object({
      class_id: Type.String(),
      name: Type.String(),
      color: Type.String(),
      instantiable: Type.Boolean(),
      geometries: orNull(Type.Array(stringEnum(...GEOMETRY_KINDS))),
      default_size: orNull(Dimensions),
      attributes: Type.Array(ShownAttribute),
    }),
  ),
  attributes: Type.Array(ShownAttribute),
})

export function tagRoutes(context: ApiContext): Route[] {
  const { pool, projects } = context
  const path = `${P}/tags/:tag` as const
  return [
    route({
      method: 'PUT',
      paths: [path],
      maxBodyBytes: LIST_BYTES,
      access: { key: 'admin', session: 'manageProjects' },
      tag: 'administration',
      summary: 'Create or change a tag; classes are matched by name and keep their ids',
      body: TagBody,
      answer: ShownTag,
      handle: async ({ body, projectId, params, by }) => {
        const failures = tagFailures(body)
        if (params.tag.length > 256 || params.tag.includes('\0')) failures.push({ field: 'tag', type: 'INVALID_VALUE' })
        if (failures.length) {
          throw new ApiError('GE_0002', `the tag is not valid: ${failures[0].field} (${failures[0].type})`, {
            failures,
          })
        }
        const tag = await putAudited(pool, by, projectId, newTag(params.tag, body))
        projects.forget(projectId)
        return shownTag(tag, true)
      },
    }),
    route({
      method: 'GET',
      paths: [path],
      access: { key: 'read', session: 'viewJobs' },
      tag: 'administration',
      summary: 'A tag with its classes',
      answer: ShownTag,
      handle: async ({ projectId, params, ...caller }) => {
        const tag = params.tag.includes('\0') ? null : await findTag(pool, projectId, params.tag)
        if (!tag) throw new ApiError('resource_error', 'the project has no such tag')
        return shownTag(tag, seesChecks(caller))
      },
    }),
    route({
      method: 'GET',
      paths: [`${P}/tags`],
      access: { key: 'read', session: 'viewJobs' },
      tag: 'administration',
      summary: 'All tags of a project',
      answer: Type.Object({ tags: Type.Array(ShownTag) }),
      handle: async ({ projectId, ...caller }) => {
        const tags = await listTags(pool, projectId)
        return { tags: tags.map((tag) => shownTag(tag, seesChecks(caller))) }
      },
    }),
  ]
}

function putAudited(pool: Pool, by: AuditActor, projectId: string, made: NewTag): Promise<StoredTag> {
  return withTransaction(pool, async (client) => {
    const before = await findTag(client, projectId, made.name)
    const after = await putTag(client, projectId, made)
    const change = { projectId, object: made.name, after: shownTag(after, true) }
    if (before) await recordDifference(client, by, { ...change, action: 'tag.change', before: shownTag(before, true) })
    else await recordAudit(client, by, { ...change, action: 'tag.create' })
    return after
  })
}

/** What the shape alone does not show: names used twice, colours, geometries of another operation, defaults. */
function tagFailures(body: Static<typeof TagBody>): Failure[] {
  const failures: Failure[] = []
  const names = new Set<string>()
  body.classes.forEach((made, index) => {
    const field = `classes[${index}]`
    if (!isClassName(made.name)) failures.push({ field: `${field}.name`, type: 'INVALID_VALUE' })
    else if (names.has(made.name)) failures.push({ field: `${field}.name`, type: 'DUPLICATE' })
    names.add(made.name)
    if (normalColor(made.color) === null)
      failures.push({ field: `${field}.color`, type: 'INVALID_VALUE', ...colorWords(made.color) })
    made.geometries?.forEach((geometry, i) => {
      if (!rulesOf(body.operation).geometries.includes(geometry))
        failures.push({ field: `${field}.geometries[${i}]`, type: 'NOT_ALLOWED' })
    })
    attributeFailures(made.attributes ?? [], `${field}.attributes`, failures)
  })
  attributeFailures(body.attributes ?? [], 'attributes', failures)
  return failures
}

function attributeFailures(
  attributes: readonly Static<typeof ObjectAttribute | typeof TagAttribute>[],
  field: string,
  failures: Failure[],
): void {
  const names = new Set<string>()
  attributes.forEach((sent, index) => {
    const here = `${field}[${index}]`
    if (names.has(sent.name)) failures.push({ field: `${here}.name`, type: 'DUPLICATE' })
    names.add(sent.name)
    const made = newAttribute(sent)
    const chooses = made.type === 'select' || made.type === 'multiselect'
    if (chooses && made.options.length === 0) failures.push({ field: `${here}.options`, type: 'MISSING' })
    const fault = sent.default == null ? null : attributeFault(made, sent.default)
    if (fault) failures.push({ field: `${here}.default`, type: fault })
  })
}

function newAttribute(sent: Static<typeof ObjectAttribute | typeof TagAttribute>): Attribute {
  return {
    name: sent.name,
    type: sent.type,
    options: sent.options ?? [],
    required: sent.required ?? false,
    default: isAttributeValue(sent.default) ? sent.default : null,
    per: sent.per,
  }
}

function newTag(name: string, body: Static<typeof TagBody>): NewTag {
  return {
    name,
    operation: body.operation,
    review: newReview(body.review ?? null),
    ...newChecks(body),
    instructions: body.instructions ?? null,
    attributes: (body.attributes ?? []).map(newAttribute),
    classes: body.classes.map((made) => ({
      name: made.name,
      color: normalColor(made.color) ?? made.color,
      instantiable: made.instantiable ?? true,
      geometries: made.geometries ?? null,
      defaultSize: made.default_size ?? null,
      attributes: (made.attributes ?? []).map(newAttribute),
    })),
  }
}

function newReview(review: Static<typeof TagBody>['review'] | null): Tag['review'] {
  if (typeof review !== 'object' || review === null) return review ?? null
  return { share: review.share, firstJobsOfPerson: review.first_jobs_of_person ?? 0 }
}

const shownReview = (review: Tag['review']) =>
  typeof review === 'object' && review !== null
    ? { share: review.share, first_jobs_of_person: review.firstJobsOfPerson }
    : review

function shownTag(tag: StoredTag, withChecks: boolean) {
  return {
    tag: tag.name,
    operation: tag.operation,
    review: shownReview(tag.review),
    ...(withChecks && { gold: tag.gold, training: tag.training, consensus: tag.consensus }),
    instructions: tag.instructions,
    classes: tag.classes
      .filter((shown) => !shown.archived)
      .map((shown) => ({
        class_id: shown.classId,
        name: shown.name,
        color: shown.color,
        instantiable: shown.instantiable,
        geometries: shown.geometries,
        default_size: shown.defaultSize,
        attributes: shown.attributes,
      })),
    attributes: tag.attributes,
  }
}
