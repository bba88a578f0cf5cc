import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DecodeError } from './DecodeError.ts'
import { checkImage } from './image.ts'

const root = process.env.FIDUCIAL_FIXTURES ?? join(import.meta.dirname, '../../../../shared/fixtures')
const skip = existsSync(join(root, 'MANIFEST.json')) ? false : `no fixtures at ${root}`

interface Expected {
  verdict: 'decodes' | 'not_opened' | 'truncated_or_corrupt' | 'huge' | 'broken'
  magic?: string
  size?: [number, number] | null
  orientation?: number
  upright?: [number, number]
}

const ACCEPTED_KINDS = /^(jpeg|png|webp|gif|tiff|isobmff:avi[fs])$/

/** Where the list is held to be wrong, or leaves the answer open. */
const OTHERWISE: Readonly<Record<string, { accepted: boolean; why: string }>> = {
  'images/pillow/truncated_exif_dpi.jpg': {
    accepted: true,
    why: 'only a resolution value in its EXIF is cut, which one library trips over; the pixels are whole and every browser shows them',
  },
  'images/pillow/hopper-missing-pixi.avif': {
    accepted: true,
    why: 'lacks a property that only strict parsers demand; Chromium and libheif decode every pixel',
  },
  'images/libavif/alpha_noispe.avif': {
    accepted: true,
    why: 'its alpha plane lacks a size; libheif decodes every pixel, and browsers, which refuse it, are served a PNG of it',
  },
  'images/image-rs_bad/TODO hpredict_cmyk.tiff': {
    accepted: true,
    why: 'a sound CMYK TIFF with a predictor that some libraries have yet to learn; libtiff decodes every pixel',
  },
  'images/sharp/giant-image.jpg': {
    accepted: true,
    why: '280 million pixels are huge, but below the limit of 300 million',
  },
  'images/pillow/broken_data_stream.png': {
    accepted: false,
    why: 'its stream breaks off after 48,237 of 49,280 bytes: the last rows are missing, so it does not decode completely',
  },
}

const manifest: Record<string, { expected?: Expected }> = skip
  ? {}
  : JSON.parse(readFileSync(join(root, 'MANIFEST.json'), 'utf8'))
const images = Object.entries(manifest).filter(([path]) => path.startsWith('images/'))

const shouldBeTaken = (path: string, expected?: Expected) =>
  OTHERWISE[path]?.accepted ?? (expected?.verdict === 'decodes' && ACCEPTED_KINDS.test(expected.magic ?? ''))

test('every image of the fixtures is taken or refused as listed, with its size and orientation', { skip }, async () => {
  assert.ok(images.length > 400)
  const wrong: string[] = []
  for (const [path, { expected }] of images) {
    const checked = await checkImage(join(root, path)).catch((error: unknown) => {
      if (error instanceof DecodeError) return error
      throw error
    })
    const taken = !(checked instanceof DecodeError)
    if (taken !== shouldBeTaken(path, expected))
      wrong.push(`${path} ${taken ? 'taken' : `refused: ${checked.message}`}`)
    if (!taken || !expected?.size) continue
    assert.deepEqual([checked.width, checked.height], expected.size, path)
    assert.equal(checked.exifOrientation, expected.orientation ?? 1, path)
    assert.deepEqual([checked.uprightWidth, checked.uprightHeight], expected.upright ?? expected.size, path)
  }
  assert.deepEqual(wrong, [])
})

test('AVIF images are rotated and mirrored as they say', { skip }, async () => {
  for (const name of ['rot0mir0', 'rot1mir0', 'rot2mir1', 'rot3mir1']) {
    const { width, height, exifOrientation } = await checkImage(join(root, `images/pillow/${name}.avif`))
    assert.deepEqual([width, height, exifOrientation], [640, 427, 1], name)
  }
})
