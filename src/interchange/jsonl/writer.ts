import { copyOriginals } from '../core/copyOriginals.ts'
import type { Writer } from '../core/format.ts'
import { countRowLosses, rowsOf } from './row.ts'
import { rowLine } from './rowLine.ts'

const NAME = 'records.jsonl'

export const writeJsonl: Writer = async (set, archive, losses) => {
  const rows = archive.spool()
  for await (const job of set.jobs()) {
    for (const row of rowsOf(job)) rows.write(rowLine(row))
    for (const frame of job.frames) archive.note(NAME, { job, frame })
    countRowLosses(job, losses)
    if (set.includeFiles) await copyOriginals(archive, job, losses)
    await rows.flush()
  }
  await archive.add(NAME, rows.content())
}
