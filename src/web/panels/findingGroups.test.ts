import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from '../../model/checks/finding.ts'
import { findingGroups } from './findingGroups.ts'

const finding = (code: Finding['code'], trackId?: string, otherTrackId?: string): Finding => ({
  severity: 'warning',
  code,
  where: { ...(trackId && { trackId }), ...(otherTrackId && { otherTrackId }) },
  message: '',
})
const shown = (findings: Finding[]) =>
  findingGroups(findings).map(({ trackId, findings: of }) => [trackId, of.map(({ code }) => code)])

test('findings stand together by object, and those of the job for themselves', () => {
  const findings = [finding('NO_POINTS', 'a'), finding('EMPTY_JOB'), finding('HELD', 'b'), finding('SPEED', 'a')]
  assert.deepEqual(shown(findings), [
    ['a', ['NO_POINTS', 'SPEED']],
    [null, ['EMPTY_JOB']],
    ['b', ['HELD']],
  ])
})

test('an object that was made twice is not reported as overlapping itself too', () => {
  assert.deepEqual(
    shown([finding('OVERLAP', 'a', 'b'), finding('DUPLICATE', 'a', 'b'), finding('OVERLAP', 'a', 'c')]),
    [['a', ['DUPLICATE', 'OVERLAP']]],
  )
})
