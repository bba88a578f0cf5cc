import type { Suggestion } from '../../../src/web/modes/segmentation3d/suggestions.ts'
import { MAIN_VIEW } from '../../../src/web/tools/points/pointHost.ts'
import type { PointActKind } from './pointActs.ts'
import { isOfInstances, type Names, type PointDoing, type PointRun } from './pointRun.ts'
import { BLOCK_POINTS, BLOCKS, inScene, isGround, YARD } from './yard.ts'

/** Suggestions that are shown first and labelled when they are accepted. */

const MOSTLY = 0.95

/** The suggestion after the search; null if there is none. */
async function offered<Kind extends Suggestion['kind']>(run: PointRun, kind: Kind) {
  await run.page.rest()
  const { suggestions } = run.page.desk.work
  await run.page.desk.until(() => !suggestions.isLooking)
  const { current } = suggestions
  const now = run.now()
  run.assert(
    now.every((name, i) => name === run.names[i]),
    'what is only offered is labelled',
  )
  return current?.kind === kind ? (current as Extract<Suggestion, { kind: Kind }>) : null
}

/** The suggested points, and no others, have the name now. */
function accepted(run: PointRun, className: string, indices: Uint32Array): Names {
  const now = run.now()
  const [first] = indices
  const name = now[first]
  const isRight = isOfInstances(className) ? name?.startsWith(`${className}#`) : name === className
  run.assert(isRight === true, `it is ${name || 'without a label'}, not ${className}`)
  if (isOfInstances(className)) run.assert(!run.names.includes(name), `${name} was there before`)
  const taken = new Set(indices)
  return run.names.map((was, i) => (taken.has(i) ? name : was))
}

const shareOf = (indices: Uint32Array, isSuch: (index: number) => boolean): number =>
  indices.filter(isSuch).length / indices.length

export const OFFERS: Partial<Record<PointActKind, PointDoing>> = {
  /** Clusters, the largest first; one may be skipped. */
  async clusters(run, r) {
    if (run.isFull) return null
    const className = r[0] < 0.7 ? 'car' : 'building'
    run.take(className)
    run.page.key('K')
    let offer = await offered(run, 'cluster')
    if (offer && r[1] < 0.4) {
      run.page.key('Tab')
      offer = await offered(run, 'cluster')
    }
    if (!offer) {
      run.page.key('Esc')
      return null
    }
    const { indices } = offer
    run.assert(
      indices.every((i) => run.names[i] === ''),
      'what has a label is offered as a cluster',
    )
    run.assert(shareOf(indices, isGround) < 0.5, 'the ground is offered as an object')
    run.assert(indices.length < 3 * BLOCK_POINTS, `${indices.length} points are offered as one object`)
    run.page.key('Enter')
    await run.page.rest()
    const wanted = accepted(run, className, indices)
    run.page.key('Esc')
    return wanted
  },

  async left(run, r) {
    if (run.isFull) return null
    run.take('building')
    run.page.key('U')
    const offer = await offered(run, 'left')
    if (!offer || r[0] < 0.2) {
      run.page.key('Esc')
      return null
    }
    const { indices } = offer
    run.assert(
      indices.every((i) => run.names[i] === ''),
      'what has a label is offered as left',
    )
    run.page.key('Enter')
    await run.page.rest()
    const wanted = accepted(run, 'building', indices)
    run.page.key('Esc')
    return wanted
  },

  async fill(run, [r]) {
    if (run.isFull || r < 0.5) return null
    run.take('road')
    run.page.key('Shift+U')
    await run.page.rest()
    return run.names.map((name) => name || 'road')
  },

  /** The ground: nearly all unlabelled points of it, and hardly any others. */
  async ground(run) {
    if (run.isFull) return null
    run.take('road')
    run.page.key('G')
    const offer = await offered(run, 'ground')
    const open = run.names.flatMap((name, i) => (name === '' && isGround(i) ? [i] : []))
    if (open.length < 300) {
      run.page.key('Esc', 'E')
      return null
    }
    const found = offer ? offer.indices : new Uint32Array()
    const share = found.filter(isGround).length / open.length
    run.assert(share > MOSTLY, `${Math.round(100 * share)} % of the ground is found`)
    run.assert(shareOf(found, (i) => YARD.blockOf[i] >= 0) < 0.05, 'objects are found as ground')
    run.page.key('Enter')
    await run.page.rest()
    run.page.key('Esc', 'E')
    return accepted(run, 'road', found)
  },

  async surface(run, r) {
    if (run.isFull) return null
    run.take('road')
    run.page.key('S')
    const [x, y] = BLOCKS[Math.floor(r[0] * BLOCKS.length)]
    run.page.desk.click(MAIN_VIEW, run.page.desk.drawnAt(inScene(x + 2.75, y + 1.5, 0)))
    const offer = await offered(run, 'surface')
    if (!offer || offer.indices.length === 0) {
      run.page.key('Esc', 'E')
      return null
    }
    const { indices } = offer
    run.page.key('Enter')
    await run.page.rest()
    run.page.key('Esc', 'E')
    const now = run.now()
    const taken = new Set(indices)
    return run.names.map((was, i) => (taken.has(i) && now[i] === 'road' ? 'road' : was))
  },
}
