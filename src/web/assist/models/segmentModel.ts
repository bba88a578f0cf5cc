import type { InferenceSession, Tensor } from 'onnxruntime-web'
import type { SegmentManifest } from '../../../formats/models/manifest.ts'
import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { ShapePrompts } from '../../document/openSuggestions.ts'
import { closedDims, feed, inputNamed } from './feeds.ts'
import type { MaskPlane } from './maskShape.ts'
import type { PlacedPicture } from './placedPicture.ts'
import type { Network } from './runtime.ts'

const USUAL_INPUTS = {
  points: 'point_coords',
  labels: 'point_labels',
  mask: 'mask_input',
  has_mask: 'has_mask_input',
  image_size: 'orig_im_size',
}
/** Labels of points, as Segment Anything calls them. */
const LABELS = { outside: 0, inside: 1, boxStart: 2, boxEnd: 3, none: -1 }

/** The mask that the decoder finds best at the prompts. @throws Error for networks that are not as the manifest says */
export async function findMask(
  decoder: Network,
  manifest: SegmentManifest,
  embeddings: InferenceSession.OnnxValueMapType,
  asked: { prompts: ShapePrompts; place: PlacedPicture; image: ImageSize },
): Promise<{ plane: MaskPlane; score: number | null }> {
  const { outputs = {}, covers = 'image', threshold = 0 } = manifest.decoder
  const made = await decoder.run({
    ...embeddingFeeds(decoder, manifest, embeddings),
    ...promptFeeds(decoder, manifest, asked),
  })
  const masks = tensorNamed(made, outputs.masks ?? 'masks')
  const scores = made[outputs.scores ?? 'iou_predictions']
  const [height, width] = masks.dims.slice(-2)
  const count = masks.data.length / (width * height)
  const sure = scores ? numbersOf(scores) : []
  let best = 0
  for (let i = 1; i < Math.min(count, sure.length); i++) if (sure[i] > sure[best]) best = i
  const values = numbersOf(masks).subarray(best * width * height, (best + 1) * width * height)
  const score = sure.length > best ? Math.min(1, Math.max(0, sure[best])) : null
  const { place } = asked
  const part =
    covers === 'image'
      ? { left: 0, top: 0, width, height }
      : inCells(place, width / manifest.image.width, height / manifest.image.height)
  return { plane: { values, width, height, part, threshold }, score }
}

const inCells = ({ left, top, width, height }: PlacedPicture, perX: number, perY: number): PlacedPicture => ({
  left: left * perX,
  top: top * perY,
  width: width * perX,
  height: height * perY,
})

/** What the encoder made, under the names of the decoder. */
function embeddingFeeds(
  decoder: Network,
  { decoder: { embeddings } }: SegmentManifest,
  made: InferenceSession.OnnxValueMapType,
): Record<string, Tensor> {
  const named = Object.entries(made).map(
    ([output, value]) => [embeddings?.[output] ?? output, tensorOf(value)] as const,
  )
  return Object.fromEntries(named.filter(([name]) => inputNamed(decoder, name)))
}

function promptFeeds(
  decoder: Network,
  manifest: SegmentManifest,
  { prompts, place, image }: { prompts: ShapePrompts; place: PlacedPicture; image: ImageSize },
): Record<string, Tensor> {
  const names = { ...USUAL_INPUTS, ...manifest.decoder.inputs }
  const points = promptPoints(prompts, place)
  const places = Float32Array.from(points.flatMap(({ x, y }) => [x, y]))
  const labels = Float32Array.from(points, ({ label }) => label)
  const given: [string, Float32Array, (rank: number) => number[]][] = [
    [names.points, places, (rank) => [...ones(rank - 2), points.length, 2]],
    [names.labels, labels, (rank) => [...ones(rank - 1), points.length]],
    [names.has_mask, new Float32Array(1), (rank) => ones(rank)],
    [names.image_size, Float32Array.of(image.heightPx, image.widthPx), (rank) => [...ones(rank - 1), 2]],
  ]
  const feeds: Record<string, Tensor> = {}
  for (const [name, data, dims] of given) {
    const facts = inputNamed(decoder, name)
    if (facts) feeds[name] = feed(decoder, facts, data, dims(facts.shape.length))
  }
  const mask = inputNamed(decoder, names.mask)
  if (mask) {
    const dims = closedDims(mask)
    feeds[names.mask] = feed(decoder, mask, new Float32Array(dims.reduce((all, side) => all * side, 1)), dims)
  }
  return feeds
}

const ones = (count: number): number[] => Array(Math.max(0, count)).fill(1)

/** In pixels of the encoder's input. Without a box an empty point closes the list, as the networks were trained. */
function promptPoints({ points, box }: ShapePrompts, { left, top, width, height }: PlacedPicture) {
  const at = (x: number, y: number, label: number) => ({ x: left + x * width, y: top + y * height, label })
  const clicks = points.map(({ x, y, positive }) => at(x, y, positive ? LABELS.inside : LABELS.outside))
  if (!box) return [...clicks, { x: 0, y: 0, label: LABELS.none }]
  const end = at(box.x + box.width, box.y + box.height, LABELS.boxEnd)
  return [...clicks, at(box.x, box.y, LABELS.boxStart), end]
}

function tensorNamed(made: InferenceSession.OnnxValueMapType, name: string): Tensor {
  const value = made[name]
  if (!value) throw new Error(`there is no output ${name}: the model has ${Object.keys(made).join(', ')}`)
  return tensorOf(value)
}

export function tensorOf(value: InferenceSession.OnnxValueMapType[string]): Tensor {
  if ('dims' in value && 'data' in value) return value
  throw new Error('an output is no tensor')
}

function numbersOf(value: InferenceSession.OnnxValueMapType[string]): Float32Array {
  const { data } = tensorOf(value)
  if (data instanceof Float32Array) return data
  // Masks that were cut at the threshold already.
  if (data instanceof Uint8Array) return Float32Array.from(data)
  throw new Error('an output has another type than float32')
}
