import { pixelOf } from '../../../view2d/shapes/pixels.ts'
import type { ImageHost } from '../imageHost.ts'

/** In pixels of the image. */
export const shownPrompts = ({ session, image }: ImageHost) =>
  session.suggestions.prompts.points.map(({ x, y, positive }) => ({ at: pixelOf({ x, y }, image), positive }))
