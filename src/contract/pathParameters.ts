import { type TSchema, Type } from 'typebox'
import { Id } from '../formats/json/schemas.ts'

const described = (description: string) => ({ ...Id, description })

/** What the parameters of paths are, by their name. */
export const PATH_PARAMETERS = {
  pid: described('project_id'),
  project: described('project_id'),
  jid: described('job_id'),
  bid: described('id of a batch'),
  kid: described('key_id'),
  eid: described('export_id'),
  mid: described('import_id'),
  nid: described('ingest_id'),
  fid: described('file_id'),
  upload: described('upload_id'),
  uid: described('id of a person'),
  cid: described('contest_id'),
  did: described('id of a draft'),
  iid: described('id of an issue'),
  id: Type.String({ minLength: 1, description: 'id of a file, opaque' }),
  tag: Type.String({ minLength: 1, maxLength: 256, description: 'name of a tag' }),
  sensor: Type.String({ minLength: 1, description: 'sensor_id' }),
  operation: Type.String({ description: 'type of a result document' }),
  assistant: Type.String({ minLength: 1, maxLength: 64, description: 'name of an assistant' }),
  rid: described('run_id'),
  vid: described('id of a saved view'),
  group: Type.String({ minLength: 1, description: 'name of a group of people' }),
  aid: described('action_id'),
  task: described('task_id of an assistant'),
  tid: Type.String({ pattern: '^\\d{1,15}$', description: 'task_id of a step that was given up' }),
  number: Type.String({ pattern: '^\\d+$', description: 'number of a review, from 1' }),
  file: Type.String({ description: 'SHA-256 of the file, in hexadecimal' }),
  name: Type.String({ description: 'name of the file' }),
  model: Type.String({ description: 'name of a model that pages run' }),
  part: Type.String({ description: 'name of a file of the model' }),
  path: Type.String({ description: 'address within the pages' }),
} satisfies Readonly<Record<string, TSchema>>

export type PathParameter = keyof typeof PATH_PARAMETERS

/** Whether a parameter of this name is described. */
export const isPathParameter = (name: string): name is PathParameter => Object.hasOwn(PATH_PARAMETERS, name)
