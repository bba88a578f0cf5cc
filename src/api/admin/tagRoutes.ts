import type { Static } from 'typebox'
import { type TagBody, tagEndpoints } from '../../contract/tags.ts'
import { colorWords, type Fault, faultAt, faultText } from '../../formats/errors/fault.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { MAX_INSTRUCTIONS_BYTES } from '../../model/limits.ts'
import { isClassName, normalColor, type Tag } from '../../model/tag.ts'
import { findTag, listTags, type NewTag, type StoredTag } from '../../store/project/tags/tags.ts'
import { seesChecks } from '../../workflow/policies/figures.ts'
import { saveTag } from '../../workflow/projects/tags.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { LIST_BYTES } from '../http/bodyLimit.ts'
import { type Route, route } from '../http/route.ts'
import { attributeFailures, shownAttribute, storedAttribute } from './tagAttributes.ts'
import {
  checkFailures,
  newCheckSettings,
  newMotionLimits,
  shownCheckSettings,
  shownMotionLimits,
} from './tagCheckSettings.ts'
import { newChecks } from './tagChecks.ts'
import { relationFailures, shownRelation, storedRelation } from './tagRelations.ts'
import { newSkeleton, shownSkeleton, sigmaFailures, skeletonFailures } from './tagSkeleton.ts'

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
