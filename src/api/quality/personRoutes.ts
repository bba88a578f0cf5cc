import { qualityEndpoints } from '../../contract/quality.ts'
import { namesOf } from '../../store/cluster/people/names.ts'
import type { ApiContext } from '../context.ts'
import { type Route, route } from '../http/route.ts'
import { rangeFor } from './figureRange.ts'
import { agreementPairs, personClassCells, personDayCells } from './qualityRows.ts'

/** How people compare with one another: for managers, and for keys, which see ids without names. */
export function personRoutes({ pool }: ApiContext): Route[] {
  async function named<Cell extends { user_id: string | null }>(cells: readonly Cell[]) {
    const names = await namesOf(pool, [...new Set(cells.flatMap((cell) => cell.user_id ?? []))])
    return cells.map((cell) => ({ ...cell, name: names.get(cell.user_id ?? '') ?? null }))
  }
  return [
    route(qualityEndpoints.listQualityClasses, {
      handle: async ({ projectId, query, ...caller }) => {
        const cells = await personClassCells(pool, projectId, rangeFor(query, caller))
        return { cells: caller.session ? await named(cells) : cells }
      },
    }),
    route(qualityEndpoints.listQualityDays, {
      handle: async ({ projectId, query, ...caller }) => {
        const cells = await personDayCells(pool, projectId, rangeFor(query, caller))
        return { cells: caller.session ? await named(cells) : cells }
      },
    }),
    route(qualityEndpoints.listQualityPairs, {
      handle: async ({ projectId, query, ...caller }) => {
        const pairs = await agreementPairs(pool, projectId, rangeFor(query, caller))
        if (caller.session === null) return { pairs }
        const names = await namesOf(pool, [...new Set(pairs.flatMap(({ a, b }) => [a, b]))])
        const ofPeople = pairs.map((pair) => {
          return { ...pair, name_a: names.get(pair.a) ?? null, name_b: names.get(pair.b) ?? null }
        })
        return { pairs: ofPeople }
      },
    }),
  ]
}
