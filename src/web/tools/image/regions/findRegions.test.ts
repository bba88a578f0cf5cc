import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_CLASS } from '../../../../../test/web/desk/desk.ts'
import { TestDriver } from '../../../../../test/web/desk/driver.ts'
import { PictureFinder } from '../../../../../test/web/desk/pictureFinder.ts'
import { decodeMask } from '../../../../formats/results/runLengths.ts'
import type { FlatShape } from '../../../../model/document/shape.ts'
import type { TagClass } from '../../../../model/tag.ts'
import { type PixelPoint, pixelOf } from '../../../view2d/shapes/pixels.ts'

const SIZE = { widthPx: 320, heightPx: 200 }
const ELLIPSE = { x: 150, y: 96, radiusX: 90, radiusY: 56 }
const ELLIPSE_AREA = Math.PI * ELLIPSE.radiusX * ELLIPSE.radiusY

/** An ellipse of one colour on stripes of two others. */
function picture(x: number, y: number): readonly [number, number, number] {
  if (Math.hypot((x - ELLIPSE.x) / ELLIPSE.radiusX, (y - ELLIPSE.y) / ELLIPSE.radiusY) < 1) return [192, 120, 72]
  return x % 26 < 13 ? [58, 64, 72] : [48, 53, 60]
}

async function onEllipse(given: { classes?: readonly TagClass[] } = {}) {
  const user = await TestDriver.open({ ...given, image: SIZE })
  const finder = new PictureFinder(user.editor, picture)
  user.editor.regions.use(finder)
  /** Enter, and the shape that is there when the region is found. */
  const kept = async (): Promise<FlatShape> => {
    user.press('Enter')
    await finder.settled()
    const [shown, ...others] = user.editor.shapes.all()
    assert.ok(shown && others.length === 0)
    return shown.shape
  }
  return { user, finder, kept }
}

/** A box around the ellipse, with some room. */
const AROUND = [
  [ELLIPSE.x - ELLIPSE.radiusX - 14, ELLIPSE.y - ELLIPSE.radiusY - 14],
  [ELLIPSE.x, ELLIPSE.y],
  [ELLIPSE.x + ELLIPSE.radiusX + 14, ELLIPSE.y + ELLIPSE.radiusY + 14],
] as const

function ringsOf(shape: FlatShape): PixelPoint[][] {
  assert.equal(shape.type, 'polygon')
  return shape.type === 'polygon' ? shape.rings.map((ring) => ring.map((point) => pixelOf(point, SIZE))) : []
}

function areaOf(ring: readonly PixelPoint[]): number {
  const twice = ring.reduce((sum, a, i) => {
    const b = ring[(i + 1) % ring.length]
    return sum + a.x * b.y - b.x * a.y
  }, 0)
  return Math.abs(twice / 2)
}

function expectEllipse(shape: FlatShape): void {
  const [ring, ...others] = ringsOf(shape)
  assert.equal(others.length, 0)
  for (const { x, y } of ring) {
    const off = Math.abs(Math.hypot((x - ELLIPSE.x) / ELLIPSE.radiusX, (y - ELLIPSE.y) / ELLIPSE.radiusY) - 1)
    assert.ok(off * ELLIPSE.radiusY < 4, `${(off * ELLIPSE.radiusY).toFixed(1)} px off at ${x}, ${y}`)
  }
  const share = areaOf(ring) / ELLIPSE_AREA
  assert.ok(share > 0.97 && share < 1.03, `${share.toFixed(3)} of the area`)
}

test('a box around an object becomes its polygon with Enter, in one step that is undone', async () => {
  const { user, finder, kept } = await onEllipse()
  user.tool('object').drag(AROUND).expectToBeIn('object.correcting')
  await finder.settled()
  user.expectShapes()
  expectEllipse(await kept())
  user.session.undo()
  user.expectShapes()
})

for (const tool of ['object', 'wand', 'superpixels']) {
  test(`${tool}: an area that was found counts as unfinished until it is accepted or dropped`, async () => {
    const { user, finder } = await onEllipse()
    const count = () => user.session.inWork.unfinishedCount
    const find = () => (tool === 'object' ? user.drag(AROUND) : user.click(ELLIPSE.x, ELLIPSE.y))
    user.tool(tool)
    assert.equal(count(), 0)
    find()
    await finder.settled()
    assert.equal(count(), 1)
    user.press('Esc')
    assert.equal(count(), 0)
    find()
    user.press('Enter')
    await finder.settled()
    assert.equal(count(), 0)
  })
}

test('for a class of masks the object is a mask; a line with Alt takes a part away first', async () => {
  const { user, kept } = await onEllipse({ classes: [{ ...SAMPLE_CLASS, geometries: ['mask'] }] })
  const { x, y, radiusX } = ELLIPSE
  user.tool('object').drag(AROUND)
  user.drag([[x - radiusX / 8, y], [x + radiusX / 8, y]], { alt: true }) // biome-ignore format: a line
  const shape = await kept()
  assert.equal(shape.type, 'mask')
  if (shape.type !== 'mask') return
  const pixels = decodeMask(shape)
  const is = (px: number, py: number) => pixels[Math.round(py) * SIZE.widthPx + Math.round(px)]
  assert.equal(is(x, y), 0, 'the line of what is no part of it')
  assert.equal(is(x + radiusX * 0.8, y), 1)
  assert.equal(is(x - radiusX - 7, y), 0)
})

test('Escape drops the object that was found, and Backspace takes the last line back', async () => {
  const { user, finder, kept } = await onEllipse()
  user.tool('object').drag(AROUND).press('Esc').press('Enter')
  await finder.settled()
  user.expectShapes().drag(AROUND)
  user.drag([[ELLIPSE.x - 66, ELLIPSE.y], [ELLIPSE.x + 66, ELLIPSE.y]], { alt: true }) // biome-ignore format: a line
  user.press('Backspace')
  expectEllipse(await kept())
})

test('the wand takes what has the colour of the clicked place', async () => {
  const { user, kept } = await onEllipse()
  user.tool('wand').click(ELLIPSE.x, ELLIPSE.y)
  expectEllipse(await kept())
  user.session.undo()
  user.expectShapes()
})

test('with Shift the wand takes in more, with Alt it takes away; pulling changes what is alike', async () => {
  const { user, kept } = await onEllipse()
  // So little may differ that a stripe of the ground is one region, and its neighbour another.
  user.tool('wand').drag([[20, 180], [-40, 180]]) // biome-ignore format: a line
  assert.ok(user.editor.regions.tolerance < 8)
  user.click(ELLIPSE.x, ELLIPSE.y, { shift: true }).click(20, 180, { alt: true })
  const area = ringsOf(await kept()).reduce((sum, ring) => sum + areaOf(ring), 0)
  const share = area / ELLIPSE_AREA
  assert.ok(share > 0.9 && share < 1.03, `${share.toFixed(3)} of the ellipse is left`)
})

test('lines over superpixels take in the object; Alt takes a piece away, one undo the whole', async () => {
  const { user, kept } = await onEllipse()
  user.tool('superpixels')
  const { x, y, radiusX, radiusY } = ELLIPSE
  // The lines are closer to one another than pieces are high.
  for (let row = -0.9; row <= 0.9; row += 0.1) {
    const reach = 0.95 * radiusX * Math.sqrt(1 - row * row)
    const steps = Array.from({ length: 9 }, (_, i) => [x + reach * (i / 4 - 1), y + row * radiusY] as const)
    user.drag(steps)
  }
  user.click(x, y, { alt: true })
  const [outer, hole, ...others] = ringsOf(await kept())
    .map(areaOf)
    .sort((a, b) => b - a)
  assert.deepEqual(others, [])
  assert.ok(hole > 0 && hole < ELLIPSE_AREA / 8, 'one piece is missing')
  const share = outer / ELLIPSE_AREA
  assert.ok(share > 0.85 && share < 1.05, `${share.toFixed(3)} of the area`)
  user.session.undo()
  user.expectShapes()
})

test('keys change the size of superpixels, and their borders are computed again', async () => {
  const { user, finder, kept } = await onEllipse()
  const takenArea = async () => {
    user.tool('superpixels').click(ELLIPSE.x, ELLIPSE.y)
    const [ring] = ringsOf(await kept())
    user.session.undo()
    return areaOf(ring)
  }
  const usual = await takenArea()
  user.click(ELLIPSE.x, ELLIPSE.y)
  for (let i = 0; i < 5; i++) user.press(']')
  user.press('Esc')
  const large = await takenArea()
  assert.ok(large > 4 * usual && large < 20 * usual, `${large} from ${usual}`)
  assert.deepEqual(finder.borderSides, [20, 20, 25, 31, 39, 49, 61, 61])
})
