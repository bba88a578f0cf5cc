import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorCode } from '../../formats/errors/codes.ts'
import type { ResultDocument as WrittenDocument } from '../../formats/results/schemas.ts'
import type { Stage } from '../../model/stage.ts'
import type { ResultDocument } from './result.ts'
import type { JobStage } from './words.ts'

type Type = ResultDocument['type']
type Written<T extends Type> = Extract<WrittenDocument, { type: T }>
type Read<T extends Type> = Extract<ResultDocument, { type: T }>

// The client declares its types itself, to stand alone as a package. These lines compile only while the service agrees.
const video = (written: Written<'video2d'>): Read<'video2d'> => written
const boxes = (written: Written<'cuboid3d'>): Read<'cuboid3d'> => written
const linked = (written: Written<'cuboid3d_linked2d'>): Read<'cuboid3d_linked2d'> => written
const labels = (written: Written<'segmentation3d'>): Read<'segmentation3d'> => written
const stages = (stage: Stage): JobStage => stage
const codes: readonly ErrorCode[] = ['FS_0001', 'BATCH_CREATION']

test('the client knows the words of the service', () => {
  assert.equal([video, boxes, linked, labels].length, 4)
  assert.equal(stages('queued'), 'queued')
  assert.equal(codes.length, 2)
})
