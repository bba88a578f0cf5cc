/** Degrees on the colour wheel between neighbours in number: the golden angle spreads them evenly. */
const GOLDEN_ANGLE_DEG = 137.508
/** How far an instance's hue differs from its class's: near enough to be recognized. */
const HUE_REACH_DEG = 26
const LEAST_LUMINANCE = 0.32

type Rgb = readonly [red: number, green: number, blue: number]

/**
 * The colour of a class's instance: the class's own for the first, for others one near it in hue and lightness, so that
 * neighbours differ and the class is still recognisable.
 * @param classColor `rgb(r, g, b)`
 */
export function instanceColor(classColor: string, instance: number): string {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(classColor)
  if (!parts || instance <= 1) return classColor
  const { hue, saturation, lightness } = hslOf(Number(parts[1]), Number(parts[2]), Number(parts[3]))
  const turn = ((instance - 1) * GOLDEN_ANGLE_DEG * Math.PI) / 180
  const hueDeg = hue + HUE_REACH_DEG * Math.sin(turn)
  let light = Math.min(0.8, Math.max(0.4, lightness + 0.16 * Math.cos(turn)))
  const made = () => rgbOf(hueDeg, Math.min(0.95, Math.max(0.35, saturation)), light)
  // Blue and purple look darker than other hues of the same lightness, and the view is dark.
  while (luminanceOf(made()) < LEAST_LUMINANCE && light < 0.8) light += 0.03
  return textOf(made())
}

function hslOf(red: number, green: number, blue: number) {
  const [r, g, b] = [red / 255, green / 255, blue / 255]
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const chroma = most - least
  const lightness = (most + least) / 2
  const saturation = chroma === 0 ? 0 : chroma / (1 - Math.abs(2 * lightness - 1))
  if (chroma === 0) return { hue: 0, saturation, lightness }
  const sector = most === r ? (g - b) / chroma : most === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4
  return { hue: 60 * sector, saturation, lightness }
}

function rgbOf(hueDeg: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number) => {
    const k = (((n + hueDeg / 30) % 12) + 12) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

const textOf = ([red, green, blue]: Rgb): string => `rgb(${red}, ${green}, ${blue})`

/** Rec. 709 weights on the stored values; enough to distinguish dark from bright. 0 to 1. */
const luminanceOf = ([red, green, blue]: Rgb): number => (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
