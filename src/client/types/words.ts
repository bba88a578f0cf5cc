import type { CallbackSettings, KeyCreated, Project, Tag, TagBody, User } from './admin.ts'
import type { ShownAssistant } from './assistants.ts'
import type { CompareRequest, JobCreated as Created, JobBody, JobRecord } from './jobs.ts'

/** Nanoseconds as a string of digits, or seconds as a number; it increases from frame to frame. */
export type Timestamp = string | number
export type JobStatus = JobRecord['status']
export type JobStage = JobRecord['stage']
export type JobData = JobBody['data']
export type Scope = KeyCreated['scopes'][number]
export type UserRole = User['role']
export type ProjectBase = Project['base']
export type PointCloudFrame = Project['point_cloud_frame']
export type Operation = Tag['operation']
export type Geometry = NonNullable<Tag['classes'][number]['geometries']>[number]
export type AttributeBody = NonNullable<TagBody['attributes']>[number]
export type CallbackEvent = CallbackSettings['events'][number]
export type AssistantVerb = ShownAssistant['verbs'][number]
export type ComparedDocument = CompareRequest['a']
export type CompareOptions = NonNullable<CompareRequest['options']>

export interface JobCreated extends Created {
  /** True when the job existed already with this very payload, so none was created. */
  existing: boolean
}
