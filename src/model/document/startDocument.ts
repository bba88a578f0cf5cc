import { rulesOf } from '../annotationTypes/rulesOf.ts'
import { type AttributeValues, defaultValues, NO_ATTRIBUTES } from '../attribute.ts'
import type { Tag } from '../tag.ts'
import type { AnnotatedDocument } from './document.ts'

/**
 * The document that a person starts with: attributes of the job and of its frames have their defaults where `document`,
 * empty or pre-annotated, has no value. Objects stay unchanged: what a machine left open stays open.
 */
export function withTagDefaults(
  document: AnnotatedDocument,
  { attributes }: Pick<Tag, 'attributes'>,
): AnnotatedDocument {
  const ofJob = defaultValues(attributes.filter(({ per }) => per === 'job'))
  const jobAttributes = withMissing(document.jobAttributes, ofJob)
  const ofFrame = defaultValues(attributes.filter(({ per }) => per === 'frame'))
  if (ofFrame.size === 0 || !rulesOf(document.annotationType).hasFrames) return { ...document, jobAttributes }
  const frameAttributes = new Map<number, AttributeValues>()
  for (let frame = 0; frame < document.frameCount; frame++) {
    frameAttributes.set(frame, withMissing(document.frameAttributes.get(frame) ?? NO_ATTRIBUTES, ofFrame))
  }
  return { ...document, jobAttributes, frameAttributes }
}

const withMissing = (values: AttributeValues, defaults: AttributeValues): AttributeValues =>
  new Map([...defaults, ...values])
