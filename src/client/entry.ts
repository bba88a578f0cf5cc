// The public face of the package @fiducial/client. Nothing inside this project imports it.

export type { NewBatch } from './batches.ts'
export type { BulkOptions, BulkResult } from './bulk.ts'
export type { NewExport } from './exports.ts'
export { type ClientOptions, FiducialClient } from './fiducialClient.ts'
export { FiducialError } from './fiducialError.ts'
export type { NewImport } from './imports.ts'
export type { JobFilter } from './jobFilter.ts'
export type { WaitOptions } from './jobs.ts'
export type { EventsOptions, UsageOptions } from './project.ts'
export type { QualityRange, QualityRangeOfPerson } from './quality.ts'
export type { CallOptions, RetryOptions } from './transport.ts'
export type * from './types/admin.ts'
export type * from './types/answers.ts'
export type { AssistantBody, AssistantVerb, ShownAssistant } from './types/assistants.ts'
export type * from './types/callback.ts'
export type * from './types/comparison.ts'
export type { AssistantEvaluation, EvaluationRequest } from './types/evaluation.ts'
export type { ExportShown, Format } from './types/exports.ts'
export type { ImportedClass, ImportShown, ImportUnmatched } from './types/imports.ts'
export type * from './types/job.ts'
export type { JobActionBody, ShownJobAction } from './types/jobActions.ts'
export type * from './types/quality.ts'
export type * from './types/result.ts'
export {
  type CallbackFault,
  type CallbackToVerify,
  CallbackVerificationError,
  type VerifiedCallback,
  verifyCallback,
} from './verifyCallback.ts'
