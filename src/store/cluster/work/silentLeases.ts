import type { Queryable } from '../../postgres/pools.ts'
import { GIVE_BACK } from '../../project/work/lease.ts'

/** Takes back what people were silent over for longer than their lease. Answers how many jobs. */
export async function giveBackSilent(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `with given as (
       select * from jobs where holder_id is not null and held_until <= now() limit 1000 for update skip locked
     ) ${GIVE_BACK}`,
  )
  return rowCount ?? 0
}
