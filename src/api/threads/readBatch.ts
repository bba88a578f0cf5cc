import { BatchBody } from '../../contract/work.ts'
import type { Fault } from '../../formats/errors/fault.ts'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { textFaults } from '../../formats/json/textFaults.ts'
import { operationFailures } from '../../formats/workbench/operationCheck.ts'
import { JsonTextError } from '../../json/jsonTextError.ts'
import { parseJson } from '../../json/text.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'

const checkBody = schemaCheck(BatchBody)

export interface BatchHead {
  batchId: string
  baseVersion: number
  operationCount: number
  /** Whether it cannot be validated without the cloud. */
  touchesLabels: boolean
}

export type BatchReading<Operations> =
  | { head: BatchHead; operations: Operations }
  /** Why the batch is invalid: not JSON (`message`), or not a batch. */
  | { message: string | null; failures: Fault[] }

/** Reads `{batchId, baseVersion, operations}`. */
export function readBatch(bytes: Uint8Array): BatchReading<Edit[]> {
  let body: unknown
  try {
    body = parseJson(bytes)
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    return { message: error.message, failures: textFaults(error) }
  }
  if (!checkBody.accepts(body)) return { message: null, failures: checkBody.failures(body) }
  const { batchId, baseVersion, operations } = body
  const failures: Fault[] = []
  operations.forEach((operation, index) => {
    if (failures.length < 100) failures.push(...operationFailures(operation, `operations[${index}]`))
  })
  if (failures.length > 0) return { message: null, failures }
  const touchesLabels = operations.some(({ type }) => type === 'setLabels')
  const head = { batchId, baseVersion, operationCount: operations.length, touchesLabels }
  return { head, operations: operations as Edit[] }
}

/** The same for another thread: operations as JSON. */
export function readBatchBytes(bytes: Uint8Array): BatchReading<Uint8Array> {
  const read = readBatch(bytes)
  return 'head' in read ? { head: read.head, operations: jsonBytes(read.operations) } : read
}

export const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
