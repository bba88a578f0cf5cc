import { MAIN_VIEW } from '../../../src/web/tools/points/pointHost.ts'
import { classIdOf } from '../../web/segmentationPayload.ts'
import { Difference } from '../difference.ts'
import { chosen } from '../intentRun.ts'
import type { PointActKind } from './pointActs.ts'
import type { Names, PointDoing, PointRun } from './pointRun.ts'

/** Acts on whole instances. */

/** An instance that is chosen by a click on its highest point; null if there is none. */
function clicked(run: PointRun, r: number): { name: string; points: readonly number[] } | null {
  const [name, points] = chosen([...run.instances()], r) ?? []
  if (!name || !points || run.isFull) return null
  const { desk } = run.page
  const [top] = [...points].sort((a, b) => desk.sample.points[b].z - desk.sample.points[a].z)
  desk.press('Esc', 'Esc', 'Esc')
  const at = desk.placeOf(top)
  // Its neighbour on the screen may belong to another instance.
  const isAlone = desk.sample.points.every((_, i) => {
    if (run.names[i] === name) return true
    const other = desk.placeOf(i)
    return Math.hypot(other.x - at.x, other.y - at.y) > 8
  })
  if (!isAlone) {
    run.choose(name)
    return { name, points }
  }
  desk.click(MAIN_VIEW, at, { alt: true })
  const [entry, ...others] = desk.work.actions.chosen
  if (!entry || others.length > 0 || desk.editor.nameOf(entry) !== name)
    throw new Difference(`a click on ${name} chooses ${entry ? desk.editor.nameOf(entry) : 'nothing'}`)
  return { name, points }
}

const renamed = (run: PointRun, from: string, to: string): Names => run.names.map((name) => (name === from ? to : name))

export const WHOLES: Partial<Record<PointActKind, PointDoing>> = {
  /** The points under the stroke are split off at once, whatever tool was active, and no others. */
  async split(run, r) {
    run.page.key(r[1] < 0.5 ? 'E' : 'L')
    const one = clicked(run, r[0])
    if (!one) return null
    const { desk } = run.page
    const places = one.points.map((i) => desk.placeOf(i))
    const xs = places.map(({ x }) => x)
    const [left, right] = [Math.min(...xs), Math.max(...xs)]
    const cut = left + (right - left) * (0.3 + 0.4 * r[2]) + 0.37
    const isOff = one.points.map((_, i) => places[i].x < cut)
    if (right - left < 8 || isOff.every(Boolean) || !isOff.some(Boolean)) return null
    if (places.some(({ x }) => Math.abs(x - cut) < 1.5)) return null
    desk.press('Shift+N')
    // The stroke may cross other instances, which stay.
    const at = cut / desk.pane.width
    desk.stroke([0.002, 0.002], [at, 0.002], [at, 0.998], [0.002, 0.998])
    await run.page.rest()
    const now = run.now()
    const off = new Set(one.points.filter((_, i) => isOff[i]))
    const [first] = off
    const name = now[first]
    if (!name?.startsWith(`${one.name.split('#')[0]}#`) || run.names.includes(name))
      throw new Difference(`what was split off is ${name || 'without a label'}`)
    return run.names.map((was, i) => (off.has(i) ? name : was))
  },

  async join(run, r) {
    const all = [...run.instances()]
    const one = chosen(all, r[0])
    const other = chosen(
      all.filter(([name]) => name !== one?.[0]),
      r[1],
    )
    if (!one || !other || run.isFull) return null
    run.choose(one[0], other[0])
    run.page.key('J')
    await run.page.rest()
    const [kept, gone] = one[1].length >= other[1].length ? [one[0], other[0]] : [other[0], one[0]]
    const now = run.now()
    // If both are equally large, either may give its name.
    const isOther = one[1].length === other[1].length && now[one[1][0]] === gone
    return isOther ? renamed(run, kept, gone) : renamed(run, gone, kept)
  },

  async remove(run, r) {
    const one = clicked(run, r[0])
    if (!one) return null
    run.page.key('Delete')
    await run.page.rest()
    return renamed(run, one.name, '')
  },

  /** The key does not delete an instance that was only drawn and not pointed at, and says so. */
  async removeWhatIsDrawn(run, [r]) {
    if (run.isFull) return null
    const { desk } = run.page
    run.take('car')
    run.page.key('N', 'T')
    const [a, b] = run.page.around(Math.floor(r * 8))
    desk.stroke(a, b)
    await run.page.rest()
    const before = run.lastSaid
    const drawn = run.now()
    run.page.key('Delete')
    await run.page.rest()
    run.assert(run.lastSaid > before, 'nothing was deleted, and nothing was said')
    return drawn
  },

  async reclass(run, r) {
    const one = clicked(run, r[0])
    if (!one) return null
    const to = r[1] < 0.5 ? 'pedestrian' : 'cyclist'
    const from = one.name.split('#')[0]
    run.page.desk.work.actions.reclass(classIdOf(to))
    await run.page.rest()
    if (from === to) return null
    const name = run.now()[one.points[0]]
    if (!name.startsWith(`${to}#`) || run.names.includes(name)) throw new Difference(`it is ${name} now`)
    return renamed(run, one.name, name)
  },
}
