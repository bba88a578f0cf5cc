import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Piece, Spool } from '../core/archive.ts'
import { copyOriginals } from '../core/copyOriginals.ts'
import type { Writer } from '../core/format.ts'
import { linesOf } from '../core/lines.ts'
import { countRowLosses, rowsOf } from '../jsonl/row.ts'
import { ColumnBatch, PARQUET_SCHEMA } from './columns.ts'

const NAME = 'records.parquet'
/** A row group is held whole while it is made. */
const ROWS_A_GROUP = 20_000

export const writeParquet: Writer = async (set, archive, losses) => {
  const rows = archive.spool()
  for await (const job of set.jobs()) {
    for (const row of rowsOf(job)) rows.write(`${JSON.stringify(row)}\n`)
    for (const frame of job.frames) archive.note(NAME, { job, frame })
    countRowLosses(job, losses)
    if (set.includeFiles) await copyOriginals(archive, job, losses)
    await rows.flush()
  }
  await archive.add(NAME, parquetPieces(rows))
}

async function* parquetPieces(rows: Spool): AsyncGenerator<Piece> {
  const writer = new ByteWriter()
  const take = () => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  const parquet = new ParquetWriter({ writer, schema: PARQUET_SCHEMA, createdBy: 'fiducial' })
  let batch = new ColumnBatch()
  for await (const line of linesOf(rows.content())) {
    batch.add(JSON.parse(line))
    if (batch.rows < ROWS_A_GROUP) continue
    parquet.write({ columnData: batch.columns(), rowGroupSize: ROWS_A_GROUP })
    batch = new ColumnBatch()
    yield take()
  }
  if (batch.rows > 0) parquet.write({ columnData: batch.columns(), rowGroupSize: ROWS_A_GROUP })
  parquet.finish()
  yield take()
}
