import type { Dimensions } from '../geometry/cuboid.ts'
import type { AnnotationType, GeometryKind } from './annotationType.ts'
import { rulesOf } from './annotationTypes/rulesOf.ts'
import type { Attribute } from './attribute.ts'
import type { CheckSettings, HoldRule } from './checks/settings.ts'
import type { TagRelation } from './relation.ts'
import type { Skeleton } from './skeleton.ts'

/** A class of a tag. (`Class` alone would be read as the keyword.) */
export interface TagClass {
  /** Stable and never reused: a class that is removed is archived. */
  classId: string
  /** Without `#`, which separates the class from the number of an instance. */
  name: string
  /** `rgb(r, g, b)`. */
  color: string
  instantiable: boolean
  /** null: all that the annotation type knows. */
  geometries: readonly GeometryKind[] | null
  defaultSize: Dimensions | null
  attributes: readonly Attribute[]
  /** Keypoints and edges of its landmarks; absent: they are free. */
  skeleton?: Skeleton
  /** How far each keypoint may be off, in the order of labels, as COCO's object keypoint similarity counts it. */
  sigmas?: readonly number[]
  /** Faster motion is a finding, metres a second over ground; absent: the limit of classes without one. */
  maxSpeedMps?: number
  /** The same of turning, degrees a second. */
  maxTurnDps?: number
  archived: boolean
}

/** Some of the jobs are reviewed, drawn by chance, and all of a person's first ones. */
export interface ReviewShare {
  /** 0 to 1. */
  share: number
  firstJobsOfPerson: number
}

/** Jobs with known ground truth, assigned among the others. */
export interface GoldRule {
  /** 0 to 1: how many of a person's jobs. */
  share: number
  /** Scores from here on are passed. */
  pass: number
  /** `pause`: a mean below `pass` over the last ten jobs stops new work of the tag for the person. */
  action: 'flag' | 'pause'
  /** Whether the person sees the comparison afterwards. */
  feedback: boolean
}

/** So many gold jobs in a row with a mean of `pass`, before a person gets work of the tag. */
export interface TrainingRule {
  jobs: number
  pass: number
}

/** Several people annotate a job, each alone. */
export interface ConsensusRule {
  annotators: number
  /** From this mean score they agree, and no reviewer has to decide. */
  agreement: number
  /** The share of the jobs, 0 to 1. */
  share: number
}

/** How the work of a tag is checked in addition to reviews; annotators do not see it. null: not at all. */
export interface TagChecks {
  gold: GoldRule | null
  training: TrainingRule | null
  consensus: ConsensusRule | null
}

export const hasChecks = ({ gold, training, consensus }: TagChecks): boolean =>
  gold !== null || training !== null || consensus !== null

/** What there is to do for a job: agreed with the customer, named by each job. */
export interface Tag {
  name: string
  annotationType: AnnotationType
  classes: readonly TagClass[]
  /** Attributes of the whole job (per: job) or of each frame (per: frame). */
  attributes: readonly Attribute[]
  /** How objects may be related to each other; absent: not at all. */
  relations?: readonly TagRelation[]
  /** null: as the project says. */
  review: boolean | ReviewShare | null
  instructions: string | null
  /** How severe findings are, by code; absent ones as severityOf says. */
  checks?: CheckSettings
  /** Whether results that programs hand in are refused where the checks find errors. */
  strict?: boolean
  /** What becomes of held frames; absent: ask. */
  hold?: HoldRule
}

export const UNLABELLED = 'unlabelled'
export const UNLABELLED_COLOR = 'rgb(128, 128, 128)'

const COLOR = /^rgb\((\d{1,3}), (\d{1,3}), (\d{1,3})\)$/

/** Whether `text` is a colour as results carry it: `rgb(r, g, b)`, each 0 to 255. */
export function isColor(text: string): boolean {
  const parts = COLOR.exec(text)
  return parts?.slice(1).every((part) => Number(part) <= 255) ?? false
}

const LOOSE_COLOR = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i
const HEX_COLOR = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

/** The colour in the form of results, from `rgb(…)` with or without spaces or `#rrggbb`; null for other texts. */
export function normalColor(text: string): string | null {
  const hex = HEX_COLOR.exec(text)
  const parts = hex
    ? hex.slice(1).map((part) => Number.parseInt(part, 16))
    : (LOOSE_COLOR.exec(text)?.slice(1).map(Number) ?? [])
  return parts.length === 3 && parts.every((part) => part <= 255) ? `rgb(${parts.join(', ')})` : null
}

export const isClassName = (text: string): boolean => text !== '' && text.length <= 256 && !text.includes('#')

/** `minivan#3` → minivan and 3; without a number the instance is null. */
export function splitInstance(text: string): { className: string; instance: number | null } {
  const match = /^([^#]*)#(0|[1-9]\d{0,8})$/.exec(text)
  return match ? { className: match[1], instance: Number(match[2]) } : { className: text, instance: null }
}

export const instanceName = (className: string, instance: number | null): string =>
  instance === null ? className : `${className}#${instance}`

export const classById = (tag: Pick<Tag, 'classes'>): ReadonlyMap<string, TagClass> =>
  new Map(tag.classes.map((c) => [c.classId, c]))

/** @throws if no class has the id: records of such tracks have been left out before. */
export function classNamed(classes: ReadonlyMap<string, TagClass>, classId: string): TagClass {
  const tagClass = classes.get(classId)
  if (!tagClass) throw new Error(`the tag has no class ${classId}`)
  return tagClass
}

/** Classes that may be used for new work. */
export const openClasses = (tag: Tag): TagClass[] => tag.classes.filter((c) => !c.archived)

export const geometriesOf = (tag: Tag, tagClass: TagClass): readonly GeometryKind[] =>
  tagClass.geometries ?? rulesOf(tag.annotationType).geometries
