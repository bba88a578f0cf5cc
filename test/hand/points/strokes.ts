import { MAIN_VIEW } from '../../../src/web/tools/points/pointHost.ts'
import type { Share, Within } from '../../web/desk/labelDesk.ts'
import { chosen } from '../intentRun.ts'
import type { PointActKind } from './pointActs.ts'
import { isOfInstances, type Names, POINT_CLASSES, type PointDoing, type PointRun } from './pointRun.ts'
import { BLOCKS } from './yard.ts'

/** Strokes over the yard, and acts that must take no point. */

type Outline = readonly Share[]

const BRUSH_PX = 22

const cornersOf = ([[left, top], [right, bottom]]: readonly [Share, Share]): Outline => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]

const blockOf = (r: number): number => Math.floor(r * BLOCKS.length)
const classOf = (r: number): string => chosen(POINT_CLASSES, r) ?? 'car'

/** The class of a stroke; a new instance, if the class has instances. */
async function drawn(
  run: PointRun,
  className: string,
  { key, stroke, within }: { key: string; stroke: () => void; within: Within },
): Promise<Names | null> {
  const isOther = run.take(className)
  if (isOfInstances(className) && !isOther) run.page.key('N')
  run.page.key(key)
  stroke()
  await run.page.rest()
  const name = run.newName(className, within)
  run.going = isOfInstances(className) ? name : null
  return run.labelled(name, within)
}

/** From block to block, so that a stroke may take labels of others. */
function outlineAt(run: PointRun, r: readonly number[]): [Share, Share] {
  const part = r[2] < 0.6 ? 1 : 0.45
  return run.page.around(blockOf(r[0]), 0.3 + r[3] * 0.4, part)
}

export const STROKES: Partial<Record<PointActKind, PointDoing>> = {
  rectangle(run, r) {
    if (run.isFull) return null
    const [a, b] = outlineAt(run, r)
    const within = run.page.within(cornersOf([a, b]))
    return drawn(run, classOf(r[1]), { key: 'T', stroke: () => run.page.desk.stroke(a, b), within })
  },

  lasso(run, r) {
    if (run.isFull) return null
    const corners = cornersOf(outlineAt(run, r))
    const within = run.page.within(corners)
    return drawn(run, classOf(r[1]), { key: 'L', stroke: () => run.page.desk.stroke(...corners), within })
  },

  /** Corner by corner, with one too many that is undone, and Enter. */
  polygon(run, r) {
    if (run.isFull) return null
    const corners = cornersOf(outlineAt(run, r))
    const within = run.page.within(corners)
    const stroke = () => {
      const { desk } = run.page
      for (const corner of corners) desk.click(MAIN_VIEW, desk.at(corner))
      if (r[4] < 0.4) {
        desk.click(MAIN_VIEW, desk.at([0.5, 0.5]))
        desk.press('Backspace')
      }
      desk.press('Enter')
    }
    return drawn(run, classOf(r[1]), { key: 'P', stroke, within })
  },

  /** Escape drops a polygon: nothing is labelled. Undo restores it, and drawing continues. */
  async dropPolygon(run, r) {
    if (run.isFull) return null
    const corners = cornersOf(outlineAt(run, r))
    const within = run.page.within(corners)
    const stroke = () => {
      const { desk } = run.page
      for (const corner of corners) desk.click(MAIN_VIEW, desk.at(corner))
      desk.press('Esc')
      run.assert(!desk.editor.isCornering, 'the polygon is still there')
      desk.press('Ctrl+Z', 'Enter')
    }
    return drawn(run, 'building', { key: 'P', stroke, within })
  },

  async brush(run, r) {
    if (run.isFull) return null
    const className = classOf(r[1])
    const [[left, top], [right, bottom]] = run.page.around(blockOf(r[0]), 0)
    const y = (top + bottom) / 2
    const [a, b]: [Share, Share] = [
      [left, y],
      [right, y],
    ]
    run.take(className)
    if (isOfInstances(className)) run.page.key('N')
    run.page.key('B')
    const isSeenOnly = run.page.desk.editor.filters.visibleOnly
    if (isSeenOnly) run.page.key('Y')
    run.page.desk.stroke(a, b)
    await run.page.rest()
    if (isSeenOnly) run.page.key('Y')
    const within = brushed(run, a, b)
    const name = run.newName(className, within)
    run.going = isOfInstances(className) ? name : null
    return run.labelled(name, within)
  },

  /** A second stroke of the same instance. */
  async goOn(run, r) {
    const { going } = run
    if (run.isFull || going === null) return null
    const [a, b] = outlineAt(run, r)
    const within = run.page.within(cornersOf([a, b]))
    run.page.key('T')
    run.page.desk.stroke(a, b)
    await run.page.rest()
    return run.labelled(going, within)
  },

  /** Two strokes, the second one before the first one is done. */
  async burst(run, r) {
    if (run.isFull) return null
    const [one, other] = [blockOf(r[0]), (blockOf(r[0]) + 3) % BLOCKS.length]
    const outlines = [run.page.around(one), run.page.around(other)]
    const [first, second] = outlines.map((outline) => run.page.within(cornersOf(outline)))
    run.take('building')
    run.page.key('T')
    for (const [a, b] of outlines) run.page.desk.stroke(a, b)
    await run.page.rest()
    const between = run.labelled('building', first)
    run.steps([between])
    const both = { sure: new Set([...first.sure, ...second.sure]), open: new Set([...first.open, ...second.open]) }
    run.going = null
    return run.labelled('building', both)
  },

  /** Undo before the points of the stroke are found undoes the stroke, and nothing else. */
  async strokeAndUndo(run, r) {
    const [a, b] = outlineAt(run, r)
    const within = run.page.within(cornersOf([a, b]))
    run.going = null
    if (run.isFull || [...within.sure].every((i) => run.names[i] === 'road')) return null
    run.take('road')
    run.page.key('T')
    run.page.desk.stroke(a, b)
    run.page.key('Ctrl+Z')
    await run.page.rest()
    const left = run.now()
    run.page.key('Ctrl+Y')
    run.takenBack(run.labelled('road', within))
    run.page.key('Ctrl+Z')
    run.assert(
      run.names.every((name, i) => name === left[i]),
      'undo took back something else than the stroke',
    )
    return null
  },

  async onlyUnlabelled(run, r) {
    if (run.isFull) return null
    const className = 'building'
    run.take(className)
    run.page.key('T', 'O')
    const [a, b] = outlineAt(run, r)
    const within = run.page.within(cornersOf([a, b]))
    run.page.desk.stroke(a, b)
    await run.page.rest()
    run.page.key('O')
    run.going = null
    return run.labelled(className, within, (i) => run.names[i] === '')
  },

  async erase(run, r) {
    if (run.isFull) return null
    run.take('road')
    run.page.key('T')
    const [a, b] = outlineAt(run, r)
    const within = run.page.within(cornersOf([a, b]))
    run.page.desk.erase(a, b)
    await run.page.rest()
    run.going = null
    return run.labelled('', within)
  },
}

function brushed(run: PointRun, a: Share, b: Share): Within {
  const { desk } = run.page
  const [from, to] = [desk.at(a), desk.at(b)]
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  return desk.within(({ x, y }) => {
    const share = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / squared))
    return Math.hypot(x - from.x - share * dx, y - from.y - share * dy) < BRUSH_PX
  })
}
