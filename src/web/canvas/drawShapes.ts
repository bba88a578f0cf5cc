import type { ImageSize } from '../../formats/results/jobContext.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import type { Skeleton } from '../../model/skeleton.ts'
import { HELD, HELD_DASH_PX } from '../tokens.ts'
import type { Camera2d } from '../view2d/camera2d.ts'
import type { ShownShape } from '../view2d/shapeIndex.ts'
import { maskPicture } from './maskPicture.ts'
import { type Rgb, rgbOf, withAlpha } from './paintStyle.ts'
import { isFilled, traceEdges, traceShape } from './tracePath.ts'

export interface ShapeLook {
  image: ImageSize
  camera: Camera2d
  fillOpacity: number
  colourOf(classId: string): Rgb
  /** The skeleton of a class, if it has one. */
  skeletonOf?(classId: string): Skeleton | undefined
}

const LINE_PX = 1.5
const HELD_RGB = rgbOf(HELD)
const HIDDEN_DASH_PX = [5, 4]
/** Masks differ by their fill alone, so it never becomes fully transparent. */
const MIN_MASK_OPACITY = 0.35
/** A shape smaller than this on the screen is drawn as a point: its outline would be a blot. */
const DOT_PX = 2

/** Long paths cost more than their parts. */
const PATH_SHAPES = 64

interface Group {
  colour: Rgb
  skeleton: Skeleton | undefined
  hidden: boolean
  held: boolean
  keyFrame: boolean
  shapes: FlatShape[]
}

/** Thousands of shapes with few changes of style: those that look alike follow one another. Masks come first, beneath. */
export function drawShapes(context: CanvasRenderingContext2D, shapes: readonly ShownShape[], look: ShapeLook): void {
  const groups = new Map<string, Group>()
  for (const { shape, classId, hidden, held, keyFrame, bounds } of shapes) {
    if (shape.type === 'mask') {
      drawMask(context, shape, look.colourOf(classId), look)
      continue
    }
    const key = `${classId}/${hidden}/${held}/${keyFrame}`
    let group = groups.get(key)
    if (!group) {
      const colour = held ? HELD_RGB : look.colourOf(classId)
      group = { colour, skeleton: look.skeletonOf?.(classId), hidden, held, keyFrame, shapes: [] }
      groups.set(key, group)
    }
    const isDot = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top) * look.camera.scale < DOT_PX
    if (isDot && shape.type !== 'landmark') drawDot(context, bounds, group.colour, look.camera)
    else group.shapes.push(shape)
  }
  for (const group of groups.values()) drawGroup(context, group, look)
}

function drawGroup(context: CanvasRenderingContext2D, group: Group, look: ShapeLook): void {
  const { colour, hidden, held, keyFrame, shapes } = group
  context.fillStyle = withAlpha(colour, look.fillOpacity)
  context.strokeStyle = withAlpha(colour, keyFrame ? 1 : 0.75)
  context.setLineDash(held ? [...HELD_DASH_PX] : hidden ? HIDDEN_DASH_PX : [])
  context.lineWidth = LINE_PX
  context.lineJoin = 'round'
  drawBoxes(context, shapes, look)
  if (group.skeleton) context.stroke(edgesOf(group.skeleton, shapes, look))
  const others = shapes.filter(({ type }) => type !== 'rectangle')
  for (let at = 0; at < others.length; at += PATH_SHAPES) drawPaths(context, others.slice(at, at + PATH_SHAPES), look)
  context.setLineDash([])
}

/** One call per box: rasterisers draw upright boxes several times faster than the same boxes as one path. */
function drawBoxes(context: CanvasRenderingContext2D, shapes: readonly FlatShape[], look: ShapeLook): void {
  const { scale, x, y } = look.camera
  const scaleX = look.image.widthPx * scale
  const scaleY = look.image.heightPx * scale
  for (const shape of shapes) {
    if (shape.type !== 'rectangle') continue
    const left = shape.left * scaleX + x
    const top = shape.top * scaleY + y
    const width = (shape.right - shape.left) * scaleX
    const height = (shape.bottom - shape.top) * scaleY
    if (look.fillOpacity > 0) context.fillRect(left, top, width, height)
    context.strokeRect(left, top, width, height)
  }
}

function drawPaths(context: CanvasRenderingContext2D, shapes: readonly FlatShape[], look: ShapeLook): void {
  const lines = pathOf(shapes, look)
  if (look.fillOpacity > 0) {
    const fills = shapes.every(isFilled) ? lines : pathOf(shapes.filter(isFilled), look)
    const holed = shapes.some((shape) => shape.type === 'polygon' && shape.rings.length > 1)
    // Where shapes with holes overlap, even-odd shows their overlap as a gap: only they pay for that.
    context.fill(fills, holed ? 'evenodd' : 'nonzero')
  }
  context.stroke(lines)
}

function edgesOf(skeleton: Skeleton, shapes: readonly FlatShape[], { image, camera }: ShapeLook): Path2D {
  const path = new Path2D()
  for (const shape of shapes) if (shape.type === 'landmark') traceEdges(path, shape, skeleton, image, camera)
  return path
}

function pathOf(shapes: readonly FlatShape[], { image, camera }: ShapeLook): Path2D {
  const path = new Path2D()
  for (const shape of shapes) traceShape(path, shape, image, camera)
  return path
}

function drawDot(
  context: CanvasRenderingContext2D,
  bounds: ShownShape['bounds'],
  colour: Rgb,
  { scale, x, y }: Camera2d,
): void {
  context.fillStyle = withAlpha(colour, 1)
  context.fillRect(bounds.left * scale + x - 1, bounds.top * scale + y - 1, DOT_PX, DOT_PX)
}

export function drawMask(
  context: CanvasRenderingContext2D,
  mask: FlatShape & { type: 'mask' },
  colour: Rgb,
  { camera: { scale, x, y }, fillOpacity }: Pick<ShapeLook, 'camera' | 'fillOpacity'>,
): void {
  const picture = maskPicture(mask, colour)
  if (!picture) return
  const { left, top, right, bottom } = picture.bounds
  context.save()
  context.imageSmoothingEnabled = false
  context.globalAlpha = Math.max(MIN_MASK_OPACITY, fillOpacity)
  context.drawImage(picture.canvas, left * scale + x, top * scale + y, (right - left) * scale, (bottom - top) * scale)
  context.restore()
}
