/**
 * Every colour of the pages that is not a class's own. Canvases read them here; style sheets use Mantine's variables,
 * whose `dark` are these GREYS.
 */

/** Cool greys; the step from text (0–2) to ground (6–9) keeps at least 4.5:1 for the smallest print. */
export const GREYS = [
  '#e8eaee',
  '#d3d8df',
  '#b3bbc7',
  '#8b95a4',
  '#454d5a',
  '#333a46',
  '#252b34',
  '#191d24',
  '#13161c',
  '#0d1014',
] as const

/** Small text on a light background of the same hue, where the darkest of Mantine's shades has too little contrast. */
export const PRINT = { yellow: '#8f4700', orange: '#a33506', teal: '#06664a', green: '#1f6e2e' } as const

/** The background of point clouds and images. */
export const SCENE_GROUND = GREYS[9]

/** The squares behind transparent pictures: black and white are visible on both. */
export const TRANSPARENCY = [GREYS[3], GREYS[2]] as const
/** The line around pictures. */
export const PICTURE_EDGE = GREYS[3]

/** As different for people with the common colour weaknesses as twelve colours can be (after Okabe and Ito, Tol). */
export const CLASS_PALETTE = [
  '#e69f00',
  '#56b4e9',
  '#009e73',
  '#f0e442',
  '#d55e00',
  '#cc79a7',
  '#44aa99',
  '#999933',
  '#ee6677',
  '#aa4499',
  '#88ccee',
  '#ddcc77',
] as const

/** The colour of an unknown class. */
export const UNKNOWN_CLASS = 'rgb(128, 128, 128)'
/** The same over a cloud, where it must stand out from the dark background. */
export const UNKNOWN_CLASS_ON_CLOUD = 'rgb(200, 200, 200)'

/** The colour of an object that only keeps its last pose; its lines are dashed too. */
export const HELD = 'rgb(139, 149, 164)'
/** The same over a cloud. */
export const HELD_ON_CLOUD = 'rgb(168, 176, 188)'
export const HELD_DASH_PX: readonly number[] = [6, 4]

/** The handle, end or cursor that acts now. */
export const ACCENT = { line: '#22b8cf', fill: 'rgba(34, 184, 207, 0.15)' } as const
/** The same over dark clouds. */
export const ACCENT_ON_CLOUD = { line: '#4dd0e1', fill: 'rgb(77 208 225 / 8%)' } as const
export const ERASER = { line: '#ff8787', fill: 'rgb(255 135 135 / 10%)' } as const
/** The side or edge of a cuboid under the pointer. */
export const GRIPPED = '#ffd54f'

export const LIGHT = '#ffffff'
export const LIGHT_FAINT = 'rgba(255, 255, 255, 0.55)'
/** Text with less weight, over clouds. */
export const LIGHT_DIM = '#cfd8dc'
/** One step of 255: cannot be seen, yet the canvas counts as painted. */
export const INVISIBLE = 'rgba(0, 0, 0, 0.004)'
export const DARK = '#101113'
/** Under light lines and text, so that they can be read over anything. */
export const SHADE = { strong: '#000c', middle: '#0009', light: '#0008' } as const
/** Keypoints that are there but covered. */
export const COVERED = '#adb5bd'

/** A line over a scene: its colour, and its dashes in pixels, which distinguish it without colour. */
export interface LineLook {
  color: string
  dash: readonly number[]
}

/** The lines of the comparison overlay: Okabe and Ito's colours, each with unique dashes. */
export const OVERLAY = {
  equal: { color: 'rgb(179, 187, 199)', dash: [] },
  moved: { color: 'rgb(86, 180, 233)', dash: [] },
  movedFrom: { color: 'rgb(86, 180, 233)', dash: [5, 4] },
  other_class: { color: 'rgb(204, 121, 167)', dash: [10, 3, 2, 3] },
  missing: { color: 'rgb(230, 159, 0)', dash: [9, 6] },
  extra: { color: 'rgb(240, 228, 66)', dash: [2, 3] },
} as const satisfies Record<string, LineLook>

/** Documents to decide between, in their order: A, B, C … */
export const CANDIDATES: readonly LineLook[] = [
  { color: 'rgb(86, 180, 233)', dash: [] },
  { color: 'rgb(230, 159, 0)', dash: [9, 5] },
  { color: 'rgb(204, 121, 167)', dash: [3, 3] },
  { color: 'rgb(240, 228, 66)', dash: [10, 3, 2, 3] },
  { color: 'rgb(68, 170, 153)', dash: [6, 2] },
]

/** Issues in views, by state; `next` is the place of one that is being written. */
export const PIN = { open: '#f03e3e', resolved: '#2f9e44', next: '#1098ad' } as const

export const TIMELINE = {
  dark: {
    ground: '#1a1b1e',
    line: '#2c2e33',
    text: '#c1c2c5',
    dim: '#868e96',
    selected: '#25313a',
    buffered: '#0c8599',
    keyEdge: 'rgba(255, 255, 255, 0.85)',
  },
  light: {
    ground: '#ffffff',
    line: '#e9ecef',
    text: '#343a40',
    dim: '#868e96',
    selected: '#e3fafc',
    buffered: '#66d9e8',
    keyEdge: 'rgba(0, 0, 0, 0.7)',
  },
} as const

/** Filled buttons under the pointer: Mantine's own is lighter than the button, too light for white words. */
export const FILLED_HOVER = '#095e70'
