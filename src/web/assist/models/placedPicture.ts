import type { ModelInput } from '../../../formats/models/manifest.ts'
import type { ImageSize } from '../../../formats/results/jobContext.ts'

/** The position of the picture in a model's input, in its pixels. */
export interface PlacedPicture {
  left: number
  top: number
  width: number
  height: number
}

export function placedPicture(input: ModelInput, { widthPx, heightPx }: ImageSize): PlacedPicture {
  if (input.resize === 'stretch') return { left: 0, top: 0, width: input.width, height: input.height }
  const scale = Math.min(input.width / widthPx, input.height / heightPx)
  const width = Math.max(1, Math.min(input.width, Math.round(widthPx * scale)))
  const height = Math.max(1, Math.min(input.height, Math.round(heightPx * scale)))
  const isCentered = input.align === 'center'
  const left = isCentered ? Math.floor((input.width - width) / 2) : 0
  const top = isCentered ? Math.floor((input.height - height) / 2) : 0
  return { left, top, width, height }
}

export interface InputTensor {
  data: Float32Array
  dims: number[]
}

const PLAIN = { mean: [0, 0, 0], std: [1, 1, 1] }

/** The picture as numbers. The area around it is `padding`, or zero after normalisation. */
export function inputTensor(rgba: Uint8ClampedArray, place: PlacedPicture, input: ModelInput): InputTensor {
  const { width, height, layout = 'nchw', channels = 'rgb', scale = 1 / 255, padding } = input
  const { mean = PLAIN.mean, std = PLAIN.std } = input
  const isPlanar = layout === 'nchw' || layout === 'chw'
  const data = new Float32Array(3 * width * height)
  const [step, plane] = isPlanar ? [1, width * height] : [3, 1]
  for (let channel = 0; channel < 3; channel++) {
    const from = channels === 'rgb' ? channel : 2 - channel
    const numberOf = (value: number) => (value * scale - mean[channel]) / std[channel]
    if (padding !== undefined) {
      const empty = numberOf(padding)
      for (let i = 0; i < width * height; i++) data[channel * plane + i * step] = empty
    }
    for (let y = 0; y < place.height; y++) {
      let to = channel * plane + ((y + place.top) * width + place.left) * step
      for (let x = 0; x < place.width; x++, to += step) data[to] = numberOf(rgba[(y * place.width + x) * 4 + from])
    }
  }
  const size = isPlanar ? [3, height, width] : [height, width, 3]
  return { data, dims: layout === 'nchw' || layout === 'nhwc' ? [1, ...size] : size }
}
