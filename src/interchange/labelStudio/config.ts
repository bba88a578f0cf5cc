import type { Attribute } from '../../model/attribute.ts'
import { isColor } from '../../model/tag.ts'
import type { ExportSet } from '../core/exportSet.ts'
import { element, emptyTag, type XmlAttributes, xmlSafe } from '../xml/writeXml.ts'

/** Controls of a project: results name them by `from_name`. */
export const CONTROLS = {
  rectanglelabels: { tag: 'RectangleLabels', name: 'rectangle' },
  polygonlabels: { tag: 'PolygonLabels', name: 'polygon' },
  ellipselabels: { tag: 'EllipseLabels', name: 'ellipse' },
  brushlabels: { tag: 'BrushLabels', name: 'brush' },
  keypointlabels: { tag: 'KeyPointLabels', name: 'keypoint' },
} as const

export const IMAGE_NAME = 'image'
/** Before the name of an attribute; no other control is called so. */
export const OBJECT_ATTRIBUTE = 'attribute:'
export const IMAGE_ATTRIBUTE = 'image_attribute:'

/** The labelling interface to create a project with. */
export function labelConfig({ classes, tags }: ExportSet): string {
  const labels = classes.list.map(({ name, tagClass }) =>
    emptyTag('Label', { value: xmlSafe(name), background: backgroundOf(tagClass.color) }),
  )
  const controls = Object.values(CONTROLS).map(({ tag, name }) => element(tag, { name, toName: IMAGE_NAME }, labels))
  const ofObjects = classes.list.flatMap(({ tagClass }) => tagClass.attributes)
  const ofImages = tags.flatMap(({ attributes }) => attributes)
  return `${element('View', {}, [
    emptyTag('Image', { name: IMAGE_NAME, value: '$image', zoom: 'true' }),
    ...controls,
    ...byName(ofObjects).map((attribute) => attributeControl(attribute, OBJECT_ATTRIBUTE, { perRegion: 'true' })),
    ...byName(ofImages).map((attribute) => attributeControl(attribute, IMAGE_ATTRIBUTE, {})),
  ])}\n`
}

const byName = (attributes: readonly Attribute[]): Attribute[] =>
  [...new Map([...attributes].reverse().map((one) => [one.name, one])).values()].reverse()

const backgroundOf = (color: string): string => (isColor(color) ? color : 'rgb(128, 128, 128)')

function attributeControl({ name, type, options }: Attribute, prefix: string, more: XmlAttributes): string {
  const shared = { name: xmlSafe(`${prefix}${name}`), toName: IMAGE_NAME, ...more }
  if (type === 'number') return emptyTag('Number', shared)
  if (type === 'text') return emptyTag('TextArea', { ...shared, maxSubmissions: 1, editable: 'true' })
  const choices = type === 'boolean' ? ['true', 'false'] : options
  return element(
    'Choices',
    { ...shared, choice: type === 'multiselect' ? 'multiple' : 'single' },
    choices.map((value) => emptyTag('Choice', { value: xmlSafe(value) })),
  )
}
