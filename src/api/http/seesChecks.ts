import { mayDo } from '../../model/permissions.ts'
import type { KeyHolder } from '../../store/cluster/keys/keys.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'

/** Whether who calls may know of gold: the operator's key and managers. Customers and annotators never do. */
export const seesChecks = ({ key, session }: { key: KeyHolder | null; session: Session | null }): boolean =>
  session ? mayDo(session.role, 'manageProjects') : key?.projectId === null
