import { mayDo, type Role } from '../../model/permissions.ts'

/** A key by its project, null for the operator's, or a person by their role. */
interface Caller {
  key: { projectId: string | null } | null
  session: { role: Role } | null
}

/** Whether who calls may know of gold: the operator's key and managers. Customers and annotators never do. */
export const seesChecks = ({ key, session }: Caller): boolean =>
  session ? mayDo(session.role, 'manageProjects') : key?.projectId === null

/** Figures of individual people are for keys, which see ids alone, and for managers. */
export const seesPeopleApart = ({ session }: Pick<Caller, 'session'>): boolean =>
  session === null || mayDo(session.role, 'manageProjects')

/** Annotators and viewers see only jobs that they hold or have submitted, where some of the jobs check people. */
export const seesEveryJob = ({ role }: { role: Role }, isChecked: boolean): boolean =>
  !isChecked || mayDo(role, 'review')

/** Only the operator's key and managers may see the addresses of assistants. */
export const seesAddresses = (caller: Caller): boolean => seesChecks(caller)
