import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import type { LegendEntry } from '../../../model/document/document.ts'
import type { PickRules } from '../../view3d/pointPicker.ts'

/** Stands for points without a label where classes are named. */
export const NO_CLASS = ''

/** What a person does not want to see, or not to change. Nothing of it is saved. */
export interface LabelFilters {
  /** Labels that are there stay. */
  onlyUnlabelled: boolean
  /** Ground leaves them too: it takes the whole cloud, where no one looks at each point. */
  groundOnlyUnlabelled: boolean
  /** Only points of these classes change (NO_CLASS: those without a label); null: of all. */
  onlyClasses: ReadonlySet<string> | null
  /** What is labelled is not shown. */
  hidesLabelled: boolean
  hiddenClasses: ReadonlySet<string>
  hiddenEntries: ReadonlySet<string>
  /** These alone are shown; null: all. */
  soloEntries: ReadonlySet<string> | null
  /** Brush and eraser leave points that lie behind others. */
  visibleOnly: boolean
  /** Lasso, polygon and rectangle do so too: an object that is framed is usually meant as a whole. */
  areasVisibleOnly: boolean
  heightsM: readonly [number, number] | null
  /** From the sensor, seen from above. */
  distancesM: readonly [number, number] | null
  /** Points on the ground, as it runs, are neither shown nor taken. */
  hidesGround: boolean
  crop: Cuboid | null
}

export const NO_FILTERS: LabelFilters = {
  onlyUnlabelled: false,
  groundOnlyUnlabelled: true,
  onlyClasses: null,
  hidesLabelled: false,
  hiddenClasses: new Set(),
  hiddenEntries: new Set(),
  soloEntries: null,
  visibleOnly: true,
  areasVisibleOnly: false,
  heightsM: null,
  distancesM: null,
  hidesGround: false,
  crop: null,
}

/** Everything is shown and may change again; how strokes work stays as it is. */
export function withoutLimits(filters: LabelFilters): LabelFilters {
  const { onlyUnlabelled, groundOnlyUnlabelled, visibleOnly, areasVisibleOnly } = filters
  return { ...NO_FILTERS, onlyUnlabelled, groundOnlyUnlabelled, visibleOnly, areasVisibleOnly }
}

const AREA_TOOLS: ReadonlySet<string> = new Set(['lasso', 'polygon', 'rectangle'])

/** Which of the two rules about labels that are there holds for a tool; null: neither, as labels are what it takes. */
export function unlabelledFilterOf(tool: string): 'onlyUnlabelled' | 'groundOnlyUnlabelled' | null {
  if (tool === 'eraser') return null
  return tool === 'ground' ? 'groundOnlyUnlabelled' : 'onlyUnlabelled'
}

/** Whether a tool that labels leaves the labels that are there. */
export function leavesLabels(filters: LabelFilters, tool: string): boolean {
  const rule = unlabelledFilterOf(tool)
  return rule !== null && filters[rule]
}

/** These take what is in a space or on the ground, seen or not. */
const TOOLS_IN_SPACE: ReadonlySet<string> = new Set(['cuboid', 'crop', 'ground', 'surface'])

/** Which of the two rules about hidden points holds for a tool; null: neither. */
export function visibleFilterOf(tool: string): 'visibleOnly' | 'areasVisibleOnly' | null {
  if (TOOLS_IN_SPACE.has(tool)) return null
  return AREA_TOOLS.has(tool) ? 'areasVisibleOnly' : 'visibleOnly'
}

/** Whether points are kept out by where they are. */
export const isCutAway = ({ heightsM, distancesM, hidesGround, crop }: LabelFilters): boolean =>
  heightsM !== null || distancesM !== null || hidesGround || crop !== null

/** The filter by distance as a rule about points. */
export const distanceRule = ({ distancesM }: LabelFilters, sensor: Vec3): Pick<PickRules, 'distances'> =>
  distancesM ? { distances: { sensor, limitsM: distancesM } } : {}

/** Whether something is out of sight or out of reach without having been said of the next stroke. */
export function isLimited(filters: LabelFilters): boolean {
  const { onlyClasses, hidesLabelled, hiddenClasses, hiddenEntries, soloEntries } = filters
  const isCut = onlyClasses !== null || isCutAway(filters)
  return isCut || hidesLabelled || soloEntries !== null || hiddenClasses.size + hiddenEntries.size > 0
}

/** What a stroke is for, and with it which points it may take. */
export type StrokePurpose =
  /** null: a new entry. */
  | { kind: 'label'; entryId: string | null }
  | { kind: 'erase' }
  | { kind: 'split'; entryId: string }
  /** What is left to do. */
  | { kind: 'unlabelled' }

/** Whether points of the entry (null: without a label) are shown. */
export function isShown(filters: LabelFilters, entry: LegendEntry | null): boolean {
  const { soloEntries, hidesLabelled, hiddenClasses, hiddenEntries } = filters
  if (!entry) return soloEntries === null && !hiddenClasses.has(NO_CLASS)
  if (soloEntries) return soloEntries.has(entry.id)
  return !hidesLabelled && !hiddenClasses.has(entry.classId ?? NO_CLASS) && !hiddenEntries.has(entry.id)
}

/** Whether a stroke may take shown points of the entry (null: without a label). */
function isTaken(filters: LabelFilters, purpose: StrokePurpose, entry: LegendEntry | null, tool: string): boolean {
  switch (purpose.kind) {
    case 'unlabelled':
      return entry === null
    case 'split':
      return entry?.id === purpose.entryId
    case 'erase':
      return entry !== null && isOfClass(filters, entry)
    case 'label':
      if (entry && entry.id === purpose.entryId) return false
      return (entry === null || !leavesLabels(filters, tool)) && isOfClass(filters, entry)
  }
}

const isOfClass = ({ onlyClasses }: LabelFilters, entry: LegendEntry | null): boolean =>
  onlyClasses?.has(entry?.classId ?? NO_CLASS) ?? true

/**
 * @param slots the entry of each slot, null where points have no label
 * @param sensor relative to the job's origin
 */
export function pickRules(
  filters: LabelFilters,
  purpose: StrokePurpose,
  slots: readonly (LegendEntry | null)[],
  tool: string,
  sensor: Vec3,
): PickRules {
  const shows = Uint8Array.from(slots, (entry) => (isShown(filters, entry) ? 1 : 0))
  const takes = Uint8Array.from(slots, (entry, slot) => (shows[slot] && isTaken(filters, purpose, entry, tool) ? 1 : 0))
  const { heightsM, crop, hidesGround } = filters
  const visible = visibleFilterOf(tool)
  return {
    takes,
    shows,
    visibleOnly: visible !== null && filters[visible],
    heightsM,
    crop,
    ...(hidesGround && { hidesGround }),
    ...distanceRule(filters, sensor),
  }
}
