import type { AuditEntry } from '../../contract/installation.ts'
import { csvText } from './csv.ts'

const COLUMNS = [
  'at',
  'actor_type',
  'actor_id',
  'actor_name',
  'address',
  'action',
  'project_id',
  'object',
  'before',
  'after',
]

export const auditCsv = (entries: readonly AuditEntry[]): string =>
  csvText(
    COLUMNS,
    entries.map(({ at, actor, address, action, project_id, object, before, after }) => [
      at,
      actor.type,
      actor.id,
      actor.name,
      address,
      action,
      project_id,
      object,
      before && JSON.stringify(before),
      after && JSON.stringify(after),
    ]),
  )
