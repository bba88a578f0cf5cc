import { encodeMask } from '../formats/results/runLengths.ts'
import type { Street, StreetTruth } from './street/street.ts'
import { type SubmissionData, seenIn, shotOf } from './street/submission.ts'

/**
 * The full ground truth of one image: for each object the bounds of its whole box, and its visible pixels. Attributes
 * have the names of the images' tag.
 */
export function imageTruth(street: Street, frameIndex: number, sensorId = 'front'): SubmissionData {
  const frame = street.frames[frameIndex]
  const shot = shotOf(frame, sensorId)
  const seen = seenIn(frame, shot)
  const { actors, width, height } = shot.render()
  const rectangles = seen.map(({ object, coordinates }) => ({
    label: object.label,
    attributes: attributesOf(object),
    coordinates,
  }))
  const masks = seen.map(({ object }) => {
    const pixels = Uint8Array.from(actors, (actor) => (actor === object.actor ? 1 : 0))
    const { counts } = encodeMask(pixels, height, width)
    return { label: object.label, attributes: attributesOf(object), size: [height, width], counts }
  })
  return { image_attributes: { weather: { value: 'clear' } }, annotations: { rectangles, masks } }
}

const attributesOf = (object: StreetTruth): object =>
  object.label === 'car' ? { parked: { value: object.stationary } } : {}
