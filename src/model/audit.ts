/** The actions of the audit log, by noun and verb. */
export const AUDIT_ACTIONS = [
  'project.create',
  'project.change',
  'project.rotate_links',
  'tag.create',
  'tag.change',
  'sensor.change',
  'batch.create',
  'batch.change',
  'callback.change',
  'access.change',
  'key.create',
  'key.revoke',
  'admin_key.rotate',
  'admin_key.revoke',
  'user.invite',
  'user.invite_again',
  'user.accept_invitation',
  'user.set_up',
  'user.change',
  'user.link_identity',
  'user.change_password',
  'person.resume',
  'contest.decide',
  'job.change',
  'job.cancel',
  'job.retry',
  'job.reopen',
  'job.take_over',
  'job.put_gold',
  'job.delete_gold',
  'job.resend',
  'job.delete_data',
  'retention.change',
  'jobs.action',
  'group.put',
  'group.delete',
  'batch.resend',
  'export.create',
  'export.delete',
  'import.create',
  'import.delete',
  'ingest.create',
  'ingest.start',
  'ingest.cancel',
  'file.delete',
  'assistant.put',
  'assistant.delete',
  'task.retry',
  'task.drop',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_ACTORS = ['user', 'key', 'service'] as const

/** Who changed something: a person, a program with a key, or the service itself. */
export interface AuditActor {
  type: (typeof AUDIT_ACTORS)[number]
  /** The id of the person or the key. */
  id: string | null
  /** The address of the caller. */
  address: string | null
}

/** Project of what concerns the whole installation. */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000'
