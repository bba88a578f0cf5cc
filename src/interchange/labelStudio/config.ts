import type { GeometryKind } from '../../model/annotationType.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { Attribute } from '../../model/attribute.ts'
import { geometriesOf, isColor, openClasses, type Tag, type TagClass } from '../../model/tag.ts'
import type { ExportSet } from '../core/exportSet.ts'
import { joinedAttributes } from '../core/joinedClasses.ts'
import { element, emptyTag, type XmlAttributes, xmlSafe } from '../xml/writeXml.ts'

/** Controls of a project: results name them by `from_name`. */
export const CONTROLS = {
  rectanglelabels: { tag: 'RectangleLabels', name: 'rectangle' },
  polygonlabels: { tag: 'PolygonLabels', name: 'polygon' },
  ellipselabels: { tag: 'EllipseLabels', name: 'ellipse' },
  brushlabels: { tag: 'BrushLabels', name: 'brush' },
  keypointlabels: { tag: 'KeyPointLabels', name: 'keypoint' },
} as const

const CONTROL_TYPES = ['rectanglelabels', 'polygonlabels', 'ellipselabels', 'brushlabels', 'keypointlabels'] as const

export const IMAGE_NAME = 'image'
/** The prefix of an attribute's name; other controls never have it. */
export const OBJECT_ATTRIBUTE = 'attribute:'
export const IMAGE_ATTRIBUTE = 'image_attribute:'

/** The labelling interface to create a project with. */
export const labelConfig = ({ classes, tags }: Pick<ExportSet, 'classes' | 'tags'>): string =>
  imageConfig(
    classes.list.map(({ tagClass }) => tagClass),
    tags.flatMap(({ attributes }) => attributes),
    tags.flatMap(({ relations = [] }) => relations.map(({ name }) => name)),
  )

/** Kinds of shapes that a control draws. */
const KINDS: Readonly<Record<keyof typeof CONTROLS, readonly GeometryKind[]>> = {
  rectanglelabels: ['rectangle', 'rotated_rectangle'],
  polygonlabels: ['polygon'],
  ellipselabels: ['ellipse'],
  brushlabels: ['mask'],
  keypointlabels: ['landmark'],
}

/** Kinds of shapes that have a region. */
export const REGION_KINDS: readonly GeometryKind[] = Object.values(KINDS).flat()

/**
 * The labelling interface of one tag, for a model: each control has the classes that may have its shape, and a
 * control without any is left out, because many models take the first one, or refuse to be given two.
 */
export function labelConfigOf(tag: Tag): string {
  const classes = openClasses(tag)
  if (rulesOf(tag.annotationType).result === 'video') return videoConfig(classes)
  return interfaceOf(
    (kinds) => classes.filter((one) => geometriesOf(tag, one).some((kind) => kinds.includes(kind))),
    tag.attributes.map((attribute) => attributeControl(attribute, IMAGE_ATTRIBUTE, {})),
  )
}

function imageConfig(
  classes: readonly TagClass[],
  ofImages: readonly Attribute[],
  relations: readonly string[],
): string {
  const ofObjects = classes.flatMap(({ attributes }) => attributes)
  return interfaceOf(
    () => classes,
    [
      ...joinedAttributes(ofObjects).map((attribute) =>
        attributeControl(attribute, OBJECT_ATTRIBUTE, { perRegion: 'true' }),
      ),
      ...joinedAttributes(ofImages).map((attribute) => attributeControl(attribute, IMAGE_ATTRIBUTE, {})),
      ...relationControl(new Set(relations)),
    ],
  )
}

function interfaceOf(classesFor: (kinds: readonly GeometryKind[]) => readonly TagClass[], others: string[]): string {
  const controls = CONTROL_TYPES.flatMap((type) => {
    const classes = classesFor(KINDS[type])
    const { tag, name } = CONTROLS[type]
    return classes.length > 0 ? [element(tag, { name, toName: IMAGE_NAME }, labelsOf(classes))] : []
  })
  return `${element('View', {}, [
    emptyTag('Image', { name: IMAGE_NAME, value: '$image', zoom: 'true' }),
    ...controls,
    ...others,
  ])}\n`
}

const relationControl = (names: ReadonlySet<string>): string[] =>
  names.size === 0
    ? []
    : [
        element(
          'Relations',
          {},
          [...names].map((name) => emptyTag('Relation', { value: xmlSafe(name) })),
        ),
      ]

const videoConfig = (classes: readonly TagClass[]): string =>
  `${element('View', {}, [
    element('Labels', { name: 'videoLabels', toName: 'video' }, labelsOf(classes)),
    emptyTag('Video', { name: 'video', value: '$video' }),
    emptyTag('VideoRectangle', { name: 'box', toName: 'video' }),
  ])}\n`

const labelsOf = (classes: readonly TagClass[]): string[] =>
  classes.map(({ name, color }) => emptyTag('Label', { value: xmlSafe(name), background: backgroundOf(color) }))

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
