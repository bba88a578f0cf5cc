import type { PersonDayFigures } from '../../../contract/quality.ts'
import { csvText } from '../csv.ts'

/** More lines than this cannot be distinguished. */
export const MOST_CURVES = 6

interface PersonCurve {
  key: string
  name: string
  /** By day. */
  jobs: ReadonlyMap<string, number>
}

const total = ({ jobs }: PersonCurve): number => [...jobs.values()].reduce((sum, one) => sum + one, 0)

/** Each person's submissions by day, the most active first, limited to a distinguishable number. */
export function personCurves(cells: readonly PersonDayFigures[], nameOfMachines: string): PersonCurve[] {
  const people = Map.groupBy(cells, ({ user_id: userId }) => userId)
  return [...people]
    .map(([userId, days]) => ({
      key: userId ?? '',
      name: nameOf(days[0], nameOfMachines),
      jobs: new Map(days.map(({ day, jobs }) => [day, jobs])),
    }))
    .sort((one, other) => total(other) - total(one))
    .slice(0, MOST_CURVES)
}

const nameOf = ({ user_id: userId, name }: PersonDayFigures, nameOfMachines: string): string =>
  name ?? userId ?? nameOfMachines

export const personDaysCsv = (cells: readonly PersonDayFigures[], nameOfMachines: string): string =>
  csvText(
    ['day', 'person', 'user_id', 'jobs', 'objects', 'active_seconds'],
    cells.map((cell) => [
      cell.day,
      nameOf(cell, nameOfMachines),
      cell.user_id,
      cell.jobs,
      cell.objects,
      cell.active_seconds,
    ]),
  )
