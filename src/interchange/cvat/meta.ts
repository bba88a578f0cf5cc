import type { Attribute } from '../../model/attribute.ts'
import type { Skeleton } from '../../model/skeleton.ts'
import { isColor } from '../../model/tag.ts'
import type { ExportClass } from '../core/classTable.ts'
import type { ExportSet } from '../core/exportSet.ts'
import { joinedAttributes } from '../core/joinedClasses.ts'
import { DEFAULT_SPLIT } from '../core/splits.ts'
import { keypointName } from '../records/keypointName.ts'
import { element, emptyTag, textElement, xmlSafe } from '../xml/writeXml.ts'

/** What carries the attributes of an image: CVAT gives whole images labels, not values. */
export const IMAGE_LABEL = 'image_attributes'

interface TaskMeta {
  name: string
  size: number
  mode: 'annotation' | 'interpolation'
  originalSize?: { widthPx: number; heightPx: number } | null
}

/** `<meta>` as CVAT writes it: of a task, of a project where images are in several subsets. */
export function cvatMeta(set: ExportSet, task: TaskMeta): string {
  const names = set.classes.writtenNames(xmlSafe)
  const labels = element('labels', {}, [
    ...set.classes.list.flatMap((one) => labelElements(one, names.get(one.name) ?? one.name)),
    ...(task.mode === 'annotation' ? [imageLabel(set)] : []),
  ])
  const size = task.originalSize
  const parts = (subset: string) => [
    textElement('name', xmlSafe(task.name)),
    textElement('size', task.size),
    textElement('mode', task.mode),
    textElement('overlap', 0),
    textElement('subset', subset),
    textElement('start_frame', 0),
    textElement('stop_frame', Math.max(task.size - 1, 0)),
    ...(size
      ? [element('original_size', {}, [textElement('width', size.widthPx), textElement('height', size.heightPx)])]
      : []),
  ]
  const [first] = set.splits
  if (task.mode === 'interpolation' || (set.splits.length === 1 && first === DEFAULT_SPLIT))
    return element('meta', {}, [element('task', {}, [...parts(''), labels])])
  const tasks = set.splits.map((split) => element('task', {}, parts(split)))
  return element('meta', {}, [
    element('project', {}, [textElement('name', xmlSafe(task.name)), labels, element('tasks', {}, tasks)]),
  ])
}

/** A class, followed by its points if it has a skeleton. */
function labelElements({ tagClass }: ExportClass, name: string): string[] {
  const { skeleton } = tagClass
  const head = (own: string, type: string, attributes: readonly Attribute[]) => [
    textElement('name', own),
    textElement('color', hexColor(tagClass.color)),
    textElement('type', type),
    element('attributes', {}, attributes.map(attributeElement)),
  ]
  const type = skeleton ? 'skeleton' : 'any'
  const drawing = skeleton ? [textElement('svg', skeletonSvg(skeleton))] : []
  const points = skeleton?.points.map((_, i) => head(xmlSafe(keypointName(skeleton, i + 1)), 'points', [])) ?? []
  return [
    element('label', {}, [...head(name, type, tagClass.attributes), ...drawing]),
    ...points.map((parts) => element('label', {}, [...parts, textElement('parent', name)])),
  ]
}

/** The template as CVAT draws it, on 100 by 100. */
function skeletonSvg(skeleton: Skeleton): string {
  const places = skeleton.points.map(({ x, y }) => [Math.round(x * 1e4) / 100, Math.round(y * 1e4) / 100])
  const lines = skeleton.edges.map(([from, to]) => {
    const [[x1, y1], [x2, y2]] = [places[from - 1], places[to - 1]]
    return emptyTag('line', { x1, y1, x2, y2, 'data-type': 'edge', 'data-node-from': from, 'data-node-to': to })
  })
  const circles = places.map(([cx, cy], i) => {
    const name = xmlSafe(keypointName(skeleton, i + 1))
    const node = { 'data-type': 'element node', 'data-element-id': i + 1, 'data-node-id': i + 1 }
    return emptyTag('circle', { r: 0.75, cx, cy, ...node, 'data-label-name': name })
  })
  return [...lines, ...circles].join('')
}

function imageLabel({ tags }: ExportSet): string {
  const attributes = joinedAttributes(tags.flatMap((tag) => tag.attributes))
  return element('label', {}, [
    textElement('name', IMAGE_LABEL),
    textElement('type', 'tag'),
    element('attributes', {}, attributes.map(attributeElement)),
  ])
}

const INPUT_TYPES = { select: 'select', multiselect: 'text', number: 'number', text: 'text', boolean: 'checkbox' }

const attributeElement = ({ name, type, options, per }: Attribute): string =>
  element('attribute', {}, [
    textElement('name', xmlSafe(name)),
    textElement('mutable', per === 'frame' ? 'True' : 'False'),
    textElement('input_type', INPUT_TYPES[type]),
    textElement('default_value', ''),
    textElement('values', xmlSafe(options.join('\n'))),
  ])

function hexColor(color: string): string {
  const parts = isColor(color) ? color.match(/\d+/g) : null
  return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : '#808080'
}
