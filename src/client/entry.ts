// The public face of the package @fiducial/client. Nothing inside this project imports it.

export type { BulkOptions, BulkResult } from './bulk.ts'
export { type ClientOptions, FiducialClient } from './fiducialClient.ts'
export { FiducialError } from './fiducialError.ts'
export type { FileSource } from './files.ts'
export type { WantedImport } from './imports.ts'
export type { FilesToIngest, Ingest, WantedIngest } from './ingests.ts'
export type { JobFilter } from './jobFilter.ts'
export type { JobOfFile, WaitOptions } from './jobs.ts'
export type { LeftOut, LocalFile } from './localFiles.ts'
export { operations } from './operations.ts'
export type { Event, EventsOptions, UsageOptions } from './project.ts'
export type { QualityRange, QualityRangeOfPerson } from './quality.ts'
export type { CallOptions, RetryOptions } from './transport.ts'
export type * from './types/admin.ts'
export type * from './types/assistants.ts'
export type * from './types/batches.ts'
export type * from './types/contests.ts'
export type * from './types/exports.ts'
export type * from './types/files.ts'
export type * from './types/gold.ts'
export type * from './types/groups.ts'
export type * from './types/imports.ts'
export type * from './types/ingests.ts'
export type * from './types/jobActions.ts'
export type {
  BulkRow,
  CompareRequest,
  Delivery,
  DeliveryAttempt,
  DryRun,
  Failure,
  Finding,
  FindingCounts,
  FrameSensor,
  Heading,
  IgnoreOption,
  ImageData,
  Intrinsics,
  JobBody,
  JobChange,
  JobChecks,
  JobComparison,
  JobRecord,
  ListedJob,
  PointLayout,
  PoseBody,
  Position,
  Prediction,
  Refusal,
  SegmentationData,
  SensorFusionData,
  SensorMeta,
  Submission,
  SubmittedResult,
  VideoData,
  WeightsOption,
} from './types/jobs.ts'
export type * from './types/project.ts'
export type * from './types/quality.ts'
export type * from './types/result.ts'
export type * from './types/service.ts'
export type * from './types/words.ts'
export {
  type CallbackFault,
  type CallbackToVerify,
  CallbackVerificationError,
  type VerifiedCallback,
  verifyCallback,
} from './verifyCallback.ts'
