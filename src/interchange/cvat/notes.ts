import { notedValues, saysSomething } from '../core/importedAttributes.ts'
import type { ReadRequest } from '../core/reader.ts'
import type { XmlElement } from '../xml/readXml.ts'
import { readAttributes } from './attributes.ts'
import { CUBOID_CORNERS } from './shapeElement.ts'

/** The file, and whether we wrote it: then its notes next to the attributes mean nothing. */
export interface CvatOrigin {
  file: string
  isOwn: boolean
  classOf(written: string): string
}

const OCCLUDED = 'occluded'

/** Attributes of elements that the shape, the class and the place are read from. */
const READ_OF: Readonly<Record<string, readonly string[]>> = {
  box: ['xtl', 'ytl', 'xbr', 'ybr', 'rotation'],
  ellipse: ['cx', 'cy', 'rx', 'ry', 'rotation'],
  mask: ['rle', 'left', 'top', 'width', 'height'],
  cuboid: CUBOID_CORNERS.flatMap((corner) => [`x${corner}`, `y${corner}`]),
  track: ['id', 'task_id'],
}
const READ = ['label', 'points', 'frame', 'outside', 'keyframe']

/** The notes that CVAT writes when there is nothing to say. */
const NOTHING: Readonly<Record<string, string>> = { source: 'manual', z_order: '0', [OCCLUDED]: '0' }

/**
 * The notes of CVAT at a shape or a track, next to its attributes: `occluded`, `z_order`, `group_id`, `source` and any
 * further attributes of the element. A note that is also an attribute of the shape is reported there.
 */
export function notesOf(element: XmlElement, { isOwn }: CvatOrigin): [string, unknown][] {
  const own = new Set(readAttributes(element).map(([name]) => name))
  const read = new Set([...READ, ...(READ_OF[element.name] ?? [])])
  return [...element.attributes].flatMap(([name, text]): [string, unknown][] => {
    if (read.has(name) || own.has(name) || (isOwn && NOTHING[name] === text)) return []
    if (name === OCCLUDED) return [[name, text === '1']]
    // `source` has no default value when it is absent.
    return name === 'source' && text === NOTHING.source ? [] : [[name, text]]
  })
}

/** Values of a shape of an image. */
export const valuesOfShape = (shape: XmlElement, label: string | null, { tag }: ReadRequest, origin: CvatOrigin) => [
  ...readAttributes(shape),
  ...notedValues(tag, label, notesOf(shape, origin)),
]

/** Reports what a shape contains that cannot be held: attributes of single points of a skeleton, and other elements. */
export function reportInside(shape: XmlElement, { fail }: ReadRequest, { file, isOwn }: CvatOrigin): void {
  const isSkeleton = shape.name === 'skeleton'
  for (const child of shape.children) {
    if (child.name === 'attribute') continue
    const field = `${shape.name}.${child.name}`
    if (!isSkeleton || child.name !== 'points') {
      fail({ file, line: child.line, field, type: 'NOT_ALLOWED', lost: child.name })
      continue
    }
    const noted = notesOf(child, { file, isOwn, classOf: (name) => name })
    const said = noted.filter(([name, value]) => name !== OCCLUDED && saysSomething(value))
    const names = [...readAttributes(child), ...said].map(([name]) => name)
    for (const name of names)
      fail({ file, line: child.line, field: `${field}.${name}`, type: 'NOT_ALLOWED', lost: `points.${name}` })
  }
}
