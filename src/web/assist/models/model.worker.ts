import type { InferenceSession } from 'onnxruntime-web'
import { serveWorker } from '../../kit/worker/serveWorker.ts'
import { feed, inputOf } from './feeds.ts'
import { foundBoxes } from './foundBoxes.ts'
import { maskShape } from './maskShape.ts'
import type { ModelProgress, ModelReply, ModelRequest } from './modelMessages.ts'
import { inputTensor, type PlacedPicture, placedPicture } from './placedPicture.ts'
import { fetchPart, type Network, openNetwork } from './runtime.ts'
import { findMask, tensorOf } from './segmentModel.ts'

/** Pictures that the encoder has seen, by their pixels: clicks on them need the decoder alone. */
const KEPT_EMBEDDINGS = 4

const networks = new Map<string, Promise<Network>>()
const embeddings = new Map<string, InferenceSession.OnnxValueMapType>()

serveWorker<ModelRequest, ModelReply, never, ModelProgress>({
  async answer(request, { onProgress }) {
    const { manifest, image, bitmap } = request
    const place = placedPicture(manifest.image, image)
    const rgba = pixelsOf(bitmap)
    if ('prompts' in request) {
      const { encoder, decoder } = request.manifest
      const [encoding, decoding] = await opened(request, [encoder.file, decoder.file], onProgress)
      onProgress('working')
      const key = `${request.name} ${request.build} ${fingerprint(rgba)}`
      const seen = embeddings.get(key) ?? (await run(encoding, encoder.input, rgba, place, manifest.image))
      keep(key, seen)
      const { plane, score } = await findMask(decoding, request.manifest, seen, { ...request, place })
      return { result: { shape: maskShape(plane, image, request.shape, score) } }
    }
    const [network] = await opened(request, [request.manifest.file], onProgress)
    onProgress('working')
    const made = await run(network, request.manifest.input, rgba, place, manifest.image)
    const outputs = Object.fromEntries(Object.entries(made).map(([name, value]) => [name, numeric(value)]))
    return { result: { detections: foundBoxes(outputs, request.manifest, place) } }
  },
})

/** The networks in these files, opened once. What cannot be opened is looked for again the next time. */
async function opened(
  { name, build }: ModelRequest,
  files: readonly string[],
  onProgress: (progress: ModelProgress) => void,
): Promise<Network[]> {
  const shares = files.map(() => 0)
  return Promise.all(
    files.map((file, i) => {
      const address = `/api/models/${name}/${file}?build=${build}`
      const known = networks.get(address)
      if (known) return known
      const opening = fetchPart(address, (share) => {
        shares[i] = share
        onProgress({ loaded: shares.reduce((sum, one) => sum + one, 0) / files.length })
      })
        .then(openNetwork)
        .catch((error) => {
          networks.delete(address)
          throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
        })
      networks.set(address, opening)
      return opening
    }),
  )
}

async function run(
  network: Network,
  name: string | undefined,
  rgba: Uint8ClampedArray,
  place: PlacedPicture,
  input: ModelRequest['manifest']['image'],
): Promise<InferenceSession.OnnxValueMapType> {
  const facts = inputOf(network, name)
  const { data, dims } = inputTensor(rgba, place, input)
  return network.run({ [facts.name]: feed(network, facts, data, dims) })
}

function pixelsOf(bitmap: ImageBitmap): Uint8ClampedArray {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('there is no canvas')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context.getImageData(0, 0, width, height).data
}

/** FNV-1a over the pixels. */
function fingerprint({ buffer }: Uint8ClampedArray): number {
  let hash = 0x811c9dc5
  for (const pixel of new Uint32Array(buffer)) hash = Math.imul(hash ^ pixel, 0x01000193)
  return hash >>> 0
}

function keep(key: string, made: InferenceSession.OnnxValueMapType): void {
  embeddings.delete(key)
  embeddings.set(key, made)
  const [oldest] = embeddings.keys()
  if (embeddings.size > KEPT_EMBEDDINGS) embeddings.delete(oldest)
}

function numeric(value: InferenceSession.OnnxValueMapType[string]) {
  const { data, dims } = tensorOf(value)
  if (data instanceof Float32Array || data instanceof BigInt64Array || data instanceof Int32Array) return { data, dims }
  throw new Error('an output has another type than float32, int32 or int64')
}
