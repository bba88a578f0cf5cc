import { mayDo, type Role } from '../../model/permissions.ts'

/** Who ends an export or import. */
export type ExchangeCaller =
  | { key: { keyId: string; projectId: string | null }; session: null }
  | { key: null; session: { role: Role } }

/** An export or import is ended by the key that made it, by the operator's key, and by people who manage jobs. */
export const mayEnd = ({ key, session }: ExchangeCaller, made: { keyId: string | null }): boolean =>
  key ? key.projectId === null || made.keyId === key.keyId : mayDo(session.role, 'manageJobs')
