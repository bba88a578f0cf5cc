import sharp from 'sharp'
import type { EditorPage } from './editorPage.ts'
import { sampleJob } from './samplePayload.ts'

export const SIZE = { widthPx: 1920, heightPx: 1080 }
export const ELLIPSE = { x: 900, y: 520, radiusX: 420, radiusY: 260 }

/** A job whose image shows an ellipse on a ground that is not plain. */
export async function ellipseJob() {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  const { x, y, radiusX, radiusY } = ELLIPSE
  const stripes = Array.from(
    { length: 24 },
    (_, i) => `<rect x="${i * 80}" width="40" height="1080" fill="#3a4048"/>`,
  ).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><rect width="1920" height="1080" fill="#30353c"/>
    ${stripes}<ellipse cx="${x}" cy="${y}" rx="${radiusX}" ry="${radiusY}" fill="#c07848"/></svg>`
  const body = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
  for (const name of files.keys()) files.set(name, { body, type: 'image/jpeg' })
  return { payload, files }
}

/** Turns pixels of the image into places on the page. */
export async function placer({ page }: EditorPage) {
  const view = (await page.locator('[role=application]').boundingBox())!
  const scale = Math.min((view.width - 24) / SIZE.widthPx, (view.height - 24) / SIZE.heightPx)
  return (x: number, y: number): [number, number] => [
    view.x + view.width / 2 + (x - SIZE.widthPx / 2) * scale,
    view.y + view.height / 2 + (y - SIZE.heightPx / 2) * scale,
  ]
}

export interface DrawnShape {
  type: string
  rings: { x: number; y: number }[][]
}

export function areaOf(ring: { x: number; y: number }[]): number {
  return Math.abs(
    ring.reduce((sum, a, i) => {
      const b = ring[(i + 1) % ring.length]
      return sum + (a.x * b.y - b.x * a.y) / 2
    }, 0),
  )
}

/** Until the middle of the image is drawn. */
export const pictureShown = ({ page }: EditorPage) =>
  page.waitForFunction(`document.querySelector('canvas').getContext('2d').getImageData(500, 400, 1, 1).data[3] === 255`)
