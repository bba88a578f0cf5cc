/** How points are highlighted: the colour that they fade to, 0 to 1 per channel, and their size. */
export interface PreviewLook {
  color: readonly [red: number, green: number, blue: number]
  scale: number
}

/** White belongs to no class, since the class is not decided yet. */
export const OFFERED: PreviewLook = { color: [1, 1, 1], scale: 1.35 }

/** They shrink as if erased, which no class looks like, whatever its colour. */
export const ERASING: PreviewLook = { color: [1, 0.53, 0.53], scale: 0.55 }

/** How far a class's colour fades to white, to differ from points that already have it. */
const LIGHTER = 0.3

/** @param color of who gets the points, `rgb(r, g, b)` */
export function labellingLook(color: string): PreviewLook {
  const [red = 255, green = 255, blue = 255] = (color.match(/\d+/g) ?? []).map(Number)
  const light = (channel: number) => LIGHTER + ((1 - LIGHTER) * channel) / 255
  return { color: [light(red), light(green), light(blue)], scale: OFFERED.scale }
}
