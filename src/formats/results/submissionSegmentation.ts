import { isListLike } from '../../json/lazy.ts'
import { memberPath } from '../../json/text.ts'
import type { LegendEntry, PointLabels } from '../../model/document/document.ts'
import { normalColor, splitInstance, type TagClass } from '../../model/tag.ts'
import { MAX_LABEL_KEY } from '../../pcd/labelledPcd.ts'
import { MAX_FAILURES } from '../errors/codes.ts'
import { colorWords, type Fault, faultAt, wordsFor } from '../errors/fault.ts'
import type { FailureList } from './failureList.ts'
import { asRecord, type JsonObject, optional, readList } from './read.ts'
import type { SubmissionContext } from './submissionContext.ts'

interface Segmentation {
  legend: LegendEntry[]
  labels: PointLabels | null
  labelsUrl: string | null
}

export function readSegmentation(context: SubmissionContext, data: JsonObject): Segmentation {
  const { failures, job } = context
  const { legend, labelKeys } = readLegend(context, data)
  const given = optional(data, 'labels')
  const url = optional(data, 'url')
  if (given === undefined && url === undefined) failures.add('data.labels', 'MISSING', wordsFor('labels or url', given))
  if (given !== undefined && url !== undefined)
    failures.add('data.url', 'NOT_ALLOWED', wordsFor('labels or url, one of them', url))
  else if (url !== undefined && (typeof url !== 'string' || url === '')) {
    failures.add('data.url', typeof url === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE', wordsFor('an address', url))
  }
  const labels = given === undefined ? null : readLabels(given, labelKeys, job.pointCount, failures)
  return { legend, labels, labelsUrl: labels === null && typeof url === 'string' ? url : null }
}

/**
 * Checks labels of a fetched point cloud against a legend: their number, and that each is in the legend. `field` is
 * that of the file's address. Only the first fault of each kind is reported, since a file has no lines to click.
 */
export function checkSubmittedLabels(
  labels: PointLabels,
  legend: readonly LegendEntry[],
  pointCount: number,
  field: string,
): Fault[] {
  if (labels.length !== pointCount)
    return [faultAt(field, 'INVALID_VALUE', `${pointCount} labels, one a point`, labels.length)]
  const known = new Set(legend.map((entry) => entry.labelKey)).add(0)
  let last = 0
  for (let i = 0; i < labels.length; i++) {
    // Neighbouring points mostly have the same label, so the set is queried only when it changes.
    if (labels[i] === last) continue
    last = labels[i]
    if (!known.has(last)) return [faultAt(field, 'UNKNOWN', '0 or a label_key of the legend', last)]
  }
  return []
}

function readLabels(
  given: unknown,
  known: ReadonlySet<number>,
  pointCount: number | null,
  failures: FailureList,
): PointLabels | null {
  if (!isListLike(given)) {
    failures.add('data.labels', 'INVALID_TYPE', wordsFor('a list', given))
    return null
  }
  // As many as the cloud has points: the list comes from the sender and may be of any length.
  if (given.length !== pointCount) {
    failures.add('data.labels', 'INVALID_VALUE', wordsFor(`${pointCount ?? 0} labels, one a point`, given.length))
  }
  const labels = new Uint32Array(Math.min(given.length, pointCount ?? 0))
  let last = 0
  // The list is refused as a whole where it is too long: its end is not looked at.
  const most = Math.min(given.length, labels.length + MAX_FAILURES)
  for (let i = 0; i < most; i++) {
    const label = given.at(i)
    if (label === last) {
      labels[i] = last
      continue
    }
    const fault = labelFault(label, known)
    if (fault) {
      failures.add(`data.labels[${i}]`, fault, wordsFor('0 or a label_key of the legend', label))
      if (failures.isFull) return null
      continue
    }
    last = label as number
    labels[i] = last
  }
  return labels
}

function labelFault(label: unknown, known: ReadonlySet<number>) {
  if (typeof label !== 'number') return 'INVALID_TYPE'
  if (label === 0 || known.has(label)) return null
  if (!Number.isSafeInteger(label)) return 'INVALID_VALUE'
  return label < 0 || label > MAX_LABEL_KEY ? 'OUT_OF_RANGE' : 'UNKNOWN'
}

/** The entries, and all label_keys, those of invalid entries included: one fault is not reported once per point. */
function readLegend(
  context: SubmissionContext,
  data: JsonObject,
): { legend: LegendEntry[]; labelKeys: ReadonlySet<number> } {
  const given = readList(data, 'legend', 'data', context.failures)
  const legend: LegendEntry[] = []
  const seen = { ids: new Set<string>(), labelKeys: new Set<number>(), names: new Set<string>() }
  for (let i = 0; given && i < given.length && !context.failures.isFull; i++) {
    const path = `data.legend[${i}]`
    const record = asRecord(given.at(i), path, context.failures)
    const entry = record && readEntry(context, record, path, seen)
    if (entry) legend.push(entry)
  }
  return { legend, labelKeys: seen.labelKeys }
}

function readEntry(
  context: SubmissionContext,
  record: JsonObject,
  path: string,
  seen: { ids: Set<string>; labelKeys: Set<number>; names: Set<string> },
): LegendEntry | null {
  const { failures } = context
  const id = context.readId(record, 'id', path)
  const color = readColor(record, path, failures)
  const labelKey = readLabelKey(record, path, failures)
  const name = readName(record, path, failures)
  if (id !== null && seen.ids.has(id)) failures.add(`${path}.id`, 'DUPLICATE', wordsFor('each id once', id))
  if (id !== null) seen.ids.add(id)
  if (labelKey !== null && seen.labelKeys.has(labelKey))
    failures.add(`${path}.label_key`, 'DUPLICATE', wordsFor('each label_key once', labelKey))
  if (labelKey !== null) seen.labelKeys.add(labelKey)
  if (labelKey === null || name === null) return null
  const { className, instance } = splitInstance(name.text)
  const tagClass = context.classNamed(className)
  const entry = { id: id ?? context.options.newId(), labelKey, color }
  if (labelKey === 0) {
    if (tagClass)
      failures.add(name.field, 'NOT_ALLOWED', wordsFor('no class: label_key 0 is what is unlabelled', name.text))
    return { ...entry, classId: null, instance: null }
  }
  if (seen.names.has(name.text)) failures.add(name.field, 'DUPLICATE', wordsFor('each name once', name.text))
  seen.names.add(name.text)
  return classedEntry(context, entry, tagClass, instance, name)
}

function classedEntry(
  context: SubmissionContext,
  entry: Pick<LegendEntry, 'id' | 'labelKey' | 'color'>,
  tagClass: TagClass | undefined,
  instance: number | null,
  { text: name, field: nameField }: { text: string; field: string },
): LegendEntry | null {
  if (!tagClass) {
    context.failures.add(nameField, 'UNKNOWN', wordsFor(context.classWords, name))
    return null
  }
  if (instance !== null && !tagClass.instantiable) {
    context.failures.add(nameField, 'NOT_ALLOWED', wordsFor(`${tagClass.name}, which has no instances`, name))
  }
  return { ...entry, classId: tagClass.classId, instance }
}

function readLabelKey(record: JsonObject, path: string, failures: FailureList): number | null {
  const labelKey = record.label_key
  const field = `${path}.label_key`
  const words = wordsFor(`a whole number from 0 to ${MAX_LABEL_KEY}`, labelKey)
  if (typeof labelKey !== 'number') failures.add(field, labelKey === undefined ? 'MISSING' : 'INVALID_TYPE', words)
  else if (!Number.isInteger(labelKey)) failures.add(field, 'INVALID_VALUE', words)
  else if (labelKey < 0 || labelKey > MAX_LABEL_KEY) failures.add(field, 'OUT_OF_RANGE', words)
  // Adding 0 takes the sign from a negative zero.
  else return labelKey + 0
  return null
}

function readColor(record: JsonObject, path: string, failures: FailureList): string | null {
  const color = optional(record, 'color')
  if (color === undefined) return null
  const normal = typeof color === 'string' ? normalColor(color) : null
  if (normal !== null) return normal
  failures.add(`${path}.color`, typeof color === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE', colorWords(color))
  return null
}

/** `value`, otherwise `text`; both may be given if they agree. */
function readName(record: JsonObject, path: string, failures: FailureList): { text: string; field: string } | null {
  const value = optional(record, 'value')
  const text = optional(record, 'text')
  const field = memberPath(path, value === undefined && text !== undefined ? 'text' : 'value')
  const name = value ?? text
  if (typeof name !== 'string') {
    failures.add(field, name === undefined ? 'MISSING' : 'INVALID_TYPE', wordsFor('text', name))
    return null
  }
  if (value !== undefined && text !== undefined && text !== value) {
    failures.add(`${path}.text`, 'INVALID_VALUE', wordsFor('what value says', text))
  }
  return { text: name, field }
}
