import type { CameraImageSize } from '../../../geometry/camera.ts'
import { asError } from '../../kit/asError.ts'
import { serveWorker } from '../../kit/worker/serveWorker.ts'
import { colorFromCameras, type Pixels } from '../../view3d/colorFromCameras.ts'
import type { CameraColorsAnswer, CameraColorsRequest, ImagePart } from './cameraColorsMessages.ts'

// Reads the pixels of camera images and colours points by them, off the page's thread.

/** The service has decoded every image itself, so a failure comes from the connection and may be temporary. */
class NotLoaded extends Error {}

async function loaded(url: string): Promise<ImageBitmap> {
  try {
    const response = await fetch(url, { credentials: 'same-origin' })
    if (!response.ok) throw new Error(String(response.status))
    return await createImageBitmap(await response.blob())
  } catch (error) {
    throw new NotLoaded(asError(error).message)
  }
}

async function color({ clouds, cameras, mostWidthPx }: CameraColorsRequest): Promise<Uint8Array<ArrayBuffer>[]> {
  const seeing = await Promise.all(
    cameras.map(async ({ parts, ...camera }) => ({
      ...camera,
      pixels: await pixelsOf(parts, camera.size, mostWidthPx),
    })),
  )
  return colorFromCameras(clouds, seeing)
}

async function pixelsOf(parts: readonly ImagePart[], size: CameraImageSize, mostWidthPx: number): Promise<Pixels> {
  const scale = Math.min(1, mostWidthPx / size.width)
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser cannot read images off its main thread')
  await Promise.all(
    parts.map(async ({ url, left, top, right, bottom }) => {
      const bitmap = await loaded(url)
      context.drawImage(bitmap, left * width, top * height, (right - left) * width, (bottom - top) * height)
      bitmap.close()
    }),
  )
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

serveWorker<CameraColorsRequest, CameraColorsAnswer>({
  async answer(request) {
    try {
      const rgb = await color(request)
      return { result: { rgb }, transfer: rgb.map(({ buffer }) => buffer) }
    } catch (error) {
      if (error instanceof NotLoaded) return { result: { error: error.message, isPassing: true } }
      throw error
    }
  },
})
