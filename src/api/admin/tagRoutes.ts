import type { Static } from 'typebox'
import type {
  ConsensusBody,
  GoldBody,
  ShownCheckSettings,
  ShownRelation,
  SkeletonBody,
  TagRelationBody,
  TrainingBody,
} from '../../contract/tagParts.ts'
import { type TagBody, tagEndpoints } from '../../contract/tags.ts'
import { colorWords, type Fault, faultAt, faultText } from '../../formats/errors/fault.ts'
import { orOf } from '../../formats/json/schemaWords.ts'
import { memberPath } from '../../json/text.ts'
import type { AnnotationType, GeometryKind } from '../../model/annotationType.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { CHECK_CODES, type FindingCode } from '../../model/checks/finding.ts'
import { CHECK_SETTINGS, type CheckSetting } from '../../model/checks/settings.ts'
import { MAX_INSTRUCTIONS_BYTES } from '../../model/limits.ts'
import type { TagRelation } from '../../model/relation.ts'
import { edgeFault, type Skeleton } from '../../model/skeleton.ts'
import { isClassName, normalColor, type Tag, type TagChecks, type TagClass } from '../../model/tag.ts'
import { findTag, listTags, type NewTag, type StoredTag } from '../../store/project/tags/tags.ts'
import { seesChecks } from '../../workflow/policies/figures.ts'
import { saveTag } from '../../workflow/projects/tags.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { LIST_BYTES } from '../http/bodyLimit.ts'
import { type Route, route } from '../http/route.ts'
import { attributeFailures, shownAttribute, storedAttribute } from './tagAttributes.ts'

interface SettingsSent {
  checks?: Record<string, unknown> | null
  strict?: boolean | null
  hold?: Static<typeof ShownCheckSettings.hold> | null
}

const CODES: ReadonlySet<string> = new Set(CHECK_CODES)
const isCode = (name: string): name is FindingCode => CODES.has(name)
const isSetting = (value: unknown): value is CheckSetting => CHECK_SETTINGS.some((one) => one === value)
/** There may be many unknown codes: this many are enough to show the fault. */
const MOST_FAULTS = 100

function checkFailures(checks: SettingsSent['checks']): Fault[] {
  const failures: Fault[] = []
  for (const [code, value] of Object.entries(checks ?? {})) {
    if (failures.length >= MOST_FAULTS) break
    const field = memberPath('checks', code)
    if (!isCode(code)) failures.push(faultAt(field, 'UNKNOWN', 'the code of a check', code))
    else if (!isSetting(value)) {
      const type = typeof value === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE'
      failures.push(faultAt(field, type, CHECK_SETTINGS.join(' or '), value))
    }
  }
  return failures
}

function newCheckSettings({ checks, strict, hold }: SettingsSent): Pick<Tag, 'checks' | 'strict' | 'hold'> {
  const set = Object.entries(checks ?? {}).flatMap(([code, value]) =>
    isCode(code) && isSetting(value) ? [[code, value] as const] : [],
  )
  return {
    ...(set.length > 0 && { checks: Object.fromEntries(set) }),
    ...(strict && { strict }),
    ...(hold && { hold }),
  }
}

const shownCheckSettings = ({ checks = {}, strict = false, hold = 'ask' }: Tag) => ({ checks, strict, hold })

interface LimitsSent {
  max_speed_mps?: number | null
  max_turn_dps?: number | null
}

const newMotionLimits = (sent: LimitsSent): Pick<TagClass, 'maxSpeedMps' | 'maxTurnDps'> => ({
  ...(sent.max_speed_mps && { maxSpeedMps: sent.max_speed_mps }),
  ...(sent.max_turn_dps && { maxTurnDps: sent.max_turn_dps }),
})

const shownMotionLimits = ({ maxSpeedMps, maxTurnDps }: TagClass) => ({
  ...(maxSpeedMps !== undefined && { max_speed_mps: maxSpeedMps }),
  ...(maxTurnDps !== undefined && { max_turn_dps: maxTurnDps }),
})

type SkeletonSent = Static<typeof SkeletonBody>

/** Sigmas of a class without landmarks, or not one for each point of the skeleton. */
function sigmaFailures(
  { sigmas, skeleton }: { sigmas?: readonly number[] | null; skeleton?: SkeletonSent | null },
  field: string,
  geometries: readonly GeometryKind[],
): Fault[] {
  if (!sigmas) return []
  if (!geometries.includes('landmark'))
    return [faultAt(field, 'NOT_ALLOWED', 'landmark among the geometries', geometries.join(', '))]
  if (!skeleton || skeleton.points.length === sigmas.length) return []
  return [faultAt(field, 'INVALID_VALUE', `${skeleton.points.length} numbers, one a point of the skeleton`, sigmas)]
}

/** What the shape alone does not show: a class without landmarks, names used twice, edges to points that are not there. */
function skeletonFailures(sent: SkeletonSent, field: string, geometries: readonly GeometryKind[]): Fault[] {
  const failures: Fault[] = []
  if (!geometries.includes('landmark'))
    failures.push(faultAt(field, 'NOT_ALLOWED', 'landmark among the geometries', geometries.join(', ')))
  const names = new Set<string>()
  sent.points.forEach(({ name }, i) => {
    if (names.has(name)) failures.push(faultAt(`${field}.points[${i}].name`, 'DUPLICATE', 'each name once', name))
    names.add(name)
  })
  const skeleton = newSkeleton(sent)
  skeleton.edges.forEach((edge, i) => {
    const type = edgeFault(skeleton, i)
    const expected = `two of the labels 1 to ${sent.points.length}`
    if (type) failures.push(faultAt(`${field}.edges[${i}]`, type, expected, edge.join(', ')))
  })
  return failures
}

const newSkeleton = ({ points, edges }: SkeletonSent): Skeleton => ({
  points: points.map(({ name, x, y }) => ({ name, x, y })),
  edges: edges.map(([from, to]) => [from, to]),
})

const shownSkeleton = ({ points, edges }: Skeleton): SkeletonSent => ({
  points: points.map(({ name, x, y }) => ({ name, x, y })),
  edges: edges.map((edge) => [...edge]),
})

/** Faults that the schema does not cover: repeated names, classes that the tag does not have, no objects to relate. */
function relationFailures(
  relations: readonly Static<typeof TagRelationBody>[],
  { annotationType, classes }: { annotationType: AnnotationType; classes: readonly { name: string }[] },
): Fault[] {
  const failures: Fault[] = []
  if (relations.length > 0 && rulesOf(annotationType).hasLabels)
    failures.push(faultAt('relations', 'NOT_ALLOWED', `none: ${annotationType} has no objects`, relations))
  const known = new Set(classes.map(({ name }) => name))
  const expected = `a class of the tag: ${orOf([...known])}`
  const names = new Set<string>()
  relations.forEach((relation, i) => {
    const field = `relations[${i}]`
    if (names.has(relation.name)) failures.push(faultAt(`${field}.name`, 'DUPLICATE', 'each name once', relation.name))
    names.add(relation.name)
    for (const side of ['from', 'to'] as const) {
      relation[side].forEach((name, at) => {
        if (!known.has(name)) failures.push(faultAt(`${field}.${side}[${at}]`, 'UNKNOWN', expected, name))
      })
    }
  })
  return failures
}

const storedRelation = ({ name, from, to, max }: Static<typeof TagRelationBody>): TagRelation => ({
  name,
  from,
  to,
  ...(max && { max }),
})

const shownRelation = ({ name, from, to, max }: TagRelation): Static<typeof ShownRelation> => ({
  name,
  from: [...from],
  to: [...to],
  ...(max && { max }),
})

const TAG_NAME_WORDS = 'text of 1 to 256 characters without NUL'
const CLASS_NAME_WORDS = 'text of 1 to 256 characters without #'
const ONCE = 'each name once'

export function tagRoutes(context: ApiContext): Route[] {
  const { pool, projects } = context
  return [
    route(tagEndpoints.setTag, {
      maxBodyBytes: LIST_BYTES,
      handle: async ({ body, projectId, params, by }) => {
        const failures = [...tagFailures(body), ...checkFailures(body.checks)]
        if (params.tag.length > 256 || params.tag.includes('\0'))
          failures.push(faultAt('tag', 'INVALID_VALUE', TAG_NAME_WORDS, params.tag))
        if (failures.length) {
          throw new ApiError('GE_0002', `the tag is not valid: ${faultText(failures)}`, {
            failures,
          })
        }
        const tag = await saveTag(pool, by, projectId, newTag(params.tag, body), (one) => shownTag(one, true))
        projects.forget(projectId)
        return shownTag(tag, true)
      },
    }),
    route(tagEndpoints.getTag, {
      handle: async ({ projectId, params, ...caller }) => {
        const tag = params.tag.includes('\0') ? null : await findTag(pool, projectId, params.tag)
        if (!tag) throw new ApiError('resource_error', 'the project has no such tag')
        return shownTag(tag, seesChecks(caller))
      },
    }),
    route(tagEndpoints.listTags, {
      handle: async ({ projectId, ...caller }) => {
        const tags = await listTags(pool, projectId)
        return { tags: tags.map((tag) => shownTag(tag, seesChecks(caller))) }
      },
    }),
  ]
}

/** What the shape alone does not show: names used twice, colours, geometries of another operation, defaults. */
function tagFailures(body: Static<typeof TagBody>): Fault[] {
  const failures: Fault[] = []
  const names = new Set<string>()
  const allowed = rulesOf(body.operation).geometries
  body.classes.forEach((made, index) => {
    const field = `classes[${index}]`
    if (!isClassName(made.name)) failures.push(faultAt(`${field}.name`, 'INVALID_VALUE', CLASS_NAME_WORDS, made.name))
    else if (names.has(made.name)) failures.push(faultAt(`${field}.name`, 'DUPLICATE', ONCE, made.name))
    names.add(made.name)
    if (normalColor(made.color) === null)
      failures.push({ field: `${field}.color`, type: 'INVALID_VALUE', ...colorWords(made.color) })
    made.geometries?.forEach((geometry, i) => {
      if (!allowed.includes(geometry))
        failures.push(faultAt(`${field}.geometries[${i}]`, 'NOT_ALLOWED', allowed.join(' or '), geometry))
    })
    if (made.skeleton) {
      failures.push(...skeletonFailures(made.skeleton, `${field}.skeleton`, made.geometries ?? allowed))
    }
    failures.push(...sigmaFailures(made, `${field}.sigmas`, made.geometries ?? allowed))
    attributeFailures(made.attributes ?? [], `${field}.attributes`, failures)
  })
  attributeFailures(body.attributes ?? [], 'attributes', failures)
  failures.push(...relationFailures(body.relations ?? [], { annotationType: body.operation, classes: body.classes }))
  const bytes = Buffer.byteLength(body.instructions ?? '')
  if (bytes > MAX_INSTRUCTIONS_BYTES)
    failures.push(
      faultAt('instructions', 'OUT_OF_RANGE', `at most ${MAX_INSTRUCTIONS_BYTES} bytes in UTF-8`, `${bytes} bytes`),
    )
  return failures
}

function newTag(name: string, body: Static<typeof TagBody>): NewTag {
  return {
    name,
    annotationType: body.operation,
    review: newReview(body.review ?? null),
    ...newChecks(body),
    ...newCheckSettings(body),
    assistWaitSeconds: body.assist_wait_seconds ?? 0,
    instructions: body.instructions ?? null,
    attributes: (body.attributes ?? []).map(storedAttribute),
    ...(body.relations?.length && { relations: body.relations.map(storedRelation) }),
    classes: body.classes.map((made) => ({
      name: made.name,
      color: normalColor(made.color) ?? made.color,
      instantiable: made.instantiable ?? true,
      geometries: made.geometries ?? null,
      defaultSize: made.default_size ?? null,
      ...(made.skeleton && { skeleton: newSkeleton(made.skeleton) }),
      ...(made.sigmas && { sigmas: made.sigmas }),
      attributes: (made.attributes ?? []).map(storedAttribute),
      ...newMotionLimits(made),
    })),
  }
}

function newReview(review: Static<typeof TagBody>['review'] | null): Tag['review'] {
  if (typeof review !== 'object' || review === null) return review ?? null
  return { share: review.share, firstJobsOfPerson: review.first_jobs_of_person ?? 0 }
}

/** A person who is checked does not see which of their jobs are reviewed. */
function shownReview(review: Tag['review'], withChecks: boolean) {
  if (typeof review !== 'object' || review === null) return review
  return withChecks ? { share: review.share, first_jobs_of_person: review.firstJobsOfPerson } : true
}

function shownTag(tag: StoredTag, withChecks: boolean) {
  return {
    tag: tag.name,
    operation: tag.annotationType,
    review: shownReview(tag.review, withChecks),
    ...(withChecks && { gold: tag.gold, training: tag.training, consensus: tag.consensus }),
    ...shownCheckSettings(tag),
    assist_wait_seconds: tag.assistWaitSeconds,
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
        ...(shown.skeleton && { skeleton: shownSkeleton(shown.skeleton) }),
        ...(shown.sigmas && { sigmas: [...shown.sigmas] }),
        attributes: shown.attributes.map(shownAttribute),
        ...shownMotionLimits(shown),
      })),
    attributes: tag.attributes.map(shownAttribute),
    ...(tag.relations && { relations: tag.relations.map(shownRelation) }),
  }
}

interface ChecksBody {
  gold?: Static<typeof GoldBody> | null
  training?: Static<typeof TrainingBody> | null
  consensus?: Static<typeof ConsensusBody> | null
}

/** How the work of a tag is checked, with what a body leaves out. */
function newChecks({ gold, training, consensus }: ChecksBody): TagChecks {
  return {
    gold: gold
      ? { share: gold.share, pass: gold.pass ?? 0.8, action: gold.action ?? 'flag', feedback: gold.feedback ?? false }
      : null,
    training: training ? { jobs: training.jobs, pass: training.pass ?? 0.85 } : null,
    consensus: consensus
      ? { annotators: consensus.annotators, agreement: consensus.agreement ?? 0.8, share: consensus.share ?? 1 }
      : null,
  }
}
