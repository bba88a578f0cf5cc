import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { endpoint } from './endpoint.ts'
import { FILE_ANSWERS, textParameter } from './words.ts'

export const FileAnswer = Type.Object(
  {
    file_id: Id,
    url: Type.String({ description: 'upload://…, taken where a job body takes an address, in this project only' }),
    name: Type.String({ description: 'a relative path' }),
    size: Count,
    sha256: Type.String(),
    kind: stringEnum('image', 'video', 'cloud', 'archive', 'log', 'other'),
    media_type: Type.String({ description: 'by content' }),
    in_use: Type.Boolean({ description: 'a job or ingest uses it' }),
    created_at: Time,
    expires_at: orNull({ ...Time, description: 'when it is deleted; null while it is used' }),
  },
  { title: 'UploadedFile' },
)

export type FileAnswer = Static<typeof FileAnswer>

const FilesPage = Type.Object({ files: Type.Array(FileAnswer), next_page_token: orNull(Type.String()) })

const UploadAnswer = Type.Object(
  {
    upload_id: Id,
    name: Type.String(),
    size: Count,
    offset: { ...Count, description: 'bytes that are kept' },
    expires_at: orNull(Time),
    file_id: orNull({ ...Id, description: 'once it is whole' }),
  },
  { title: 'Upload' },
)

/** Content type of bytes that continue an upload. */
const OFFSET_CONTENT = 'application/offset+octet-stream'
const Bytes = Type.Unsafe<unknown>({ type: 'string', format: 'binary' })

const TUS_REFUSALS = [
  'PRECONDITION_FAILED',
  'LOCKED',
  'CHECKSUM_MISMATCH',
  'CONFLICT',
  'GONE',
  'FS_0013',
  'INSUFFICIENT_STORAGE',
] as const

export const ANY_CONTENT = '*/*'

export const fileEndpoints = {
  createFile: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/files'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'files',
    summary: 'Upload a file: its bytes are the body; header `repr-digest: sha-256=:…:` is checked',
    query: Type.Object({ name: Type.String({ description: 'a relative path, 1 to 1,024 bytes' }) }),
    rawBody: {
      schema: Bytes,
      contentTypes: [ANY_CONTENT],
      streamed: [ANY_CONTENT],
    },
    refusals: ['INSUFFICIENT_STORAGE'],
    answer: FileAnswer,
  }),
  listFiles: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/files'],
    access: { key: 'submit or read', session: 'manageJobs' },
    tag: 'files',
    summary: 'Uploaded files, newest first, 100 a page',
    query: Type.Object({
      page_token: textParameter('next_page_token of the page before'),
      name: textParameter('only files of exactly this name'),
    }),
    answer: FilesPage,
  }),
  getFile: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/files/:fid'],
    access: { key: 'submit or read', session: 'manageJobs' },
    tag: 'files',
    summary: 'An uploaded file',
    answer: FileAnswer,
  }),
  getFileContent: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/files/:fid/content'],
    access: { key: 'read', session: 'manageJobs' },
    tag: 'files',
    summary: 'The bytes of an uploaded file',
    refusals: ['GONE', 'RANGE_NOT_SATISFIABLE'],
    alsoAnswers: FILE_ANSWERS,
    answerType: 'application/octet-stream',
  }),
  deleteFile: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/files/:fid'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'files',
    summary: 'Delete an uploaded file that nothing uses',
    refusals: ['JOB_STATE'],
    answer: Type.Null(),
  }),
  describeUploads: endpoint({
    method: 'OPTIONS',
    paths: ['/v1/projects/:project/uploads'],
    access: 'public',
    tag: 'files',
    summary: 'Resumable uploads (tus 1.0): extensions, algorithms and the largest size, as headers',
    alsoAnswers: { 204: 'headers alone' },
    answer: Type.Null(),
  }),
  createUpload: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/uploads'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'files',
    summary: 'Begin a resumable upload (tus 1.0); `relative_path` or `filename` of Upload-Metadata is its name',
    rawBody: { schema: Bytes, contentTypes: [ANY_CONTENT], streamed: [ANY_CONTENT] },
    refusals: TUS_REFUSALS,
    alsoAnswers: { 201: 'at Location from now on; x-file-id where it is whole' },
    answer: Type.Null(),
  }),
  getUpload: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/uploads/:upload'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'files',
    summary: 'A resumable upload; HEAD answers as tus does',
    refusals: ['PRECONDITION_FAILED', 'GONE'],
    answer: UploadAnswer,
  }),
  continueUpload: endpoint({
    method: 'PATCH',
    paths: ['/v1/projects/:pid/uploads/:upload'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'files',
    summary: 'Send more bytes of a resumable upload; the last answer has x-file-id',
    rawBody: { schema: Bytes, contentTypes: [OFFSET_CONTENT], streamed: [OFFSET_CONTENT] },
    refusals: TUS_REFUSALS,
    alsoAnswers: { 204: 'kept up to Upload-Offset' },
    answer: Type.Null(),
  }),
  deleteUpload: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/uploads/:upload'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'files',
    summary: 'Give up a resumable upload; one that is whole is deleted as a file',
    refusals: ['PRECONDITION_FAILED', 'LOCKED', 'JOB_STATE', 'GONE'],
    alsoAnswers: { 204: 'given up' },
    answer: Type.Null(),
  }),
}
