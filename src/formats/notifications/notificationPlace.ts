import type { NotificationKind } from '../../model/notification.ts'

interface Noted {
  kind: NotificationKind
  project_id: string
  job_id: string | null
}

/** The path of the page that a notification is about. */
export function notificationPlace({ kind, project_id: projectId, job_id: jobId }: Noted): string {
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
