import type { DetectorManifest } from '../../../formats/models/manifest.ts'
import type { Box, Detection } from './modelMessages.ts'
import type { PlacedPicture } from './placedPicture.ts'

/** Numbers of an output. */
export interface OutputTensor {
  data: ArrayLike<number | bigint>
  dims: readonly number[]
}

interface Candidate extends Box {
  number: number
  score: number
}

const USUAL = { threshold: 0.25, overlap: 0.45, most: 300 }

/** Boxes that a detector found, the surest first. @throws Error for outputs that are not as the manifest says */
export function foundBoxes(
  outputs: Readonly<Record<string, OutputTensor>>,
  manifest: DetectorManifest,
  place: PlacedPicture,
): Detection[] {
  const { output, image, labels } = manifest
  const threshold = manifest.threshold ?? USUAL.threshold
  const found = output.format === 'yolo' ? yoloBoxes(outputs, output, threshold) : listedBoxes(outputs, output)
  const [unitX, unitY] = output.units === 'shares' ? [image.width, image.height] : [1, 1]
  const shown = found
    .filter(({ score }) => score >= threshold)
    .map((one) => inPicture(one, place, unitX, unitY))
    .filter(({ left, top, right, bottom }) => right > left && bottom > top)
    .sort((a, b) => b.score - a.score)
  const kept = withoutOverlaps(shown, manifest.overlap ?? USUAL.overlap, manifest.most ?? USUAL.most)
  return kept.map(({ number, ...box }) => ({ ...box, label: labels[String(number)] ?? `#${number}` }))
}

type YoloOutput = Extract<DetectorManifest['output'], { format: 'yolo' }>
type BoxOutput = Extract<DetectorManifest['output'], { format: 'boxes' }>

/** Centre, size and one score per class, for each place of the picture. */
function yoloBoxes(
  outputs: Readonly<Record<string, OutputTensor>>,
  { name, layout = 'features_first', objectness = false }: YoloOutput,
  threshold: number,
): Candidate[] {
  const { data, dims } = named(outputs, name ?? Object.keys(outputs)[0])
  const [rows, columns] = dims.slice(-2)
  const [features, count] = layout === 'features_first' ? [rows, columns] : [columns, rows]
  const first = objectness ? 5 : 4
  if (dims.length < 2 || !(features > first))
    throw new Error(`the output has the shape ${dims.join(' × ')}: no room for boxes and classes`)
  const at = (box: number, feature: number) =>
    Number(layout === 'features_first' ? data[feature * count + box] : data[box * features + feature])
  const found: Candidate[] = []
  for (let box = 0; box < count; box++) {
    let best = first
    for (let feature = first + 1; feature < features; feature++) if (at(box, feature) > at(box, best)) best = feature
    const score = at(box, best) * (objectness ? at(box, 4) : 1)
    if (score >= threshold)
      found.push({ ...cornersOf([0, 1, 2, 3].map((i) => at(box, i))), score: Math.min(1, score), number: best - first })
  }
  return found
}

/** Boxes, scores and numbers of classes in three outputs. */
function listedBoxes(outputs: Readonly<Record<string, OutputTensor>>, output: BoxOutput): Candidate[] {
  const boxes = named(outputs, output.boxes ?? 'boxes')
  const scores = named(outputs, output.scores ?? 'scores')
  const labels = named(outputs, output.labels ?? 'labels')
  const count = scores.data.length
  if (boxes.data.length !== 4 * count || labels.data.length !== count)
    throw new Error(`${boxes.data.length} numbers of boxes, ${count} scores and ${labels.data.length} labels came`)
  return Array.from({ length: count }, (_, i) => {
    const [a, b, c, d] = [0, 1, 2, 3].map((side) => Number(boxes.data[4 * i + side]))
    const box = output.corners === 'cxcywh' ? cornersOf([a, b, c, d]) : { left: a, top: b, right: c, bottom: d }
    return { ...box, score: Math.min(1, Number(scores.data[i])), number: Number(labels.data[i]) }
  })
}

function named(outputs: Readonly<Record<string, OutputTensor>>, name: string): OutputTensor {
  const output = outputs[name]
  if (!output) throw new Error(`there is no output ${name}: the model has ${Object.keys(outputs).join(', ')}`)
  return output
}

const cornersOf = ([x, y, width, height]: readonly number[]): Box => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
})

/** Converts pixels of the input to fractions of the picture, cut at its edges. */
function inPicture(one: Candidate, place: PlacedPicture, unitX: number, unitY: number): Candidate {
  const shareX = (x: number) => Math.min(1, Math.max(0, (x * unitX - place.left) / place.width))
  const shareY = (y: number) => Math.min(1, Math.max(0, (y * unitY - place.top) / place.height))
  return {
    ...one,
    left: shareX(one.left),
    right: shareX(one.right),
    top: shareY(one.top),
    bottom: shareY(one.bottom),
  }
}

/** Among overlapping boxes of one class, only the most certain stays. */
function withoutOverlaps(sorted: readonly Candidate[], overlap: number, most: number): Candidate[] {
  const kept: Candidate[] = []
  for (const one of sorted) {
    if (kept.length === most) break
    if (!kept.some((other) => other.number === one.number && boxIou(other, one) > overlap)) kept.push(one)
  }
  return kept
}

function boxIou(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return 0
  const both = width * height
  return both / (areaOf(a) + areaOf(b) - both)
}

const areaOf = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top)
