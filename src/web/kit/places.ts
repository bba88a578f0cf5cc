import type { MeAnswer } from '../../contract/people.ts'

const PLACES = {
  queue: { to: '/queue', label: 'app.nav.queue' },
  projects: { to: '/projects', label: 'app.nav.projects' },
  people: { to: '/people', label: 'app.nav.people' },
  audit: { to: '/audit', label: 'app.nav.audit' },
  tasks: { to: '/tasks', label: 'app.nav.tasks' },
} as const
type Place = (typeof PLACES)[keyof typeof PLACES]

/** Pages that a person may open, the most used first. */
export function placesOf(me: Pick<MeAnswer, 'permissions'>): Place[] {
  const may = (permission: MeAnswer['permissions'][number]) => me.permissions.includes(permission)
  return [
    ...(may('annotate') ? [PLACES.queue] : []),
    ...(may('manageJobs') || !may('annotate') ? [PLACES.projects] : []),
    ...(may('managePeople') ? [PLACES.people] : []),
    ...(may('manageProjects') ? [PLACES.audit] : []),
    ...(may('manageTasks') ? [PLACES.tasks] : []),
  ]
}
