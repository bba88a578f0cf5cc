import type { NotificationRow } from '../workbench/notifications.ts'

/** The path of the page that a notification is about. */
export function notificationPlace({
  kind,
  project_id: projectId,
  job_id: jobId,
}: Pick<NotificationRow, 'kind' | 'project_id' | 'job_id'>): string {
  switch (kind) {
    case 'contest_decided':
      return '/account/work'
    case 'batch_completed':
      return `/projects/${projectId}/batches`
    case 'receiver_failing':
      return `/projects/${projectId}/callback`
    case 'work_returned':
    case 'mentioned':
    case 'replied':
      return `/jobs/${jobId}`
    case 'consensus_short':
      return `/projects/${projectId}/jobs/${jobId}`
    default:
      return `/projects/${projectId}/quality`
  }
}
