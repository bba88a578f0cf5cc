import { readDatabaseClock } from '../../store/cluster/clockSteps.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import type { Report } from './examined.ts'

/** Signatures of callbacks and S3 bear minutes; beyond this, times in records begin to contradict each other. */
const TOLERATED_S = 5

/** Compares this machine's clock with the database's, whose times decide. */
export async function examineClock(db: Queryable, report: Report, nowMs = Date.now): Promise<void> {
  const before = nowMs()
  const databaseMs = await readDatabaseClock(db)
  const between = (before + nowMs()) / 2
  const apartS = (databaseMs - between) / 1000
  const shown = `${Math.abs(apartS).toFixed(1)} s ${apartS > 0 ? 'behind' : 'ahead of'} the database's`
  if (Math.abs(apartS) <= TOLERATED_S) report.ok(`this machine's clock is ${shown}`)
  else report.warning(`this machine's clock is ${shown}`, 'Let NTP keep the clocks of both machines.')
}
