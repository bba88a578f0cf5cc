import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk } from '../../../../test/web/desk/desk.ts'
import { putBox } from '../../../../test/web/desk/operations.ts'
import { suggestionOf } from '../../../../test/web/desk/suggestionOf.ts'
import type { Finding } from '../../../model/checks/finding.ts'
import { ranked } from '../../../model/checks/severity.ts'
import { checkSuggestions } from '../../../model/checks/wholeJob.ts'
import type { Tag } from '../../../model/tag.ts'
import { submitReasons } from './submitReasons.ts'

/** An open job with a box, and what is asked before it is submitted. */
async function openJob({ isEmpty = false, checks }: { isEmpty?: boolean; checks?: Tag['checks'] } = {}) {
  const desk = new Desk('video2d', 6)
  desk.checks = checks
  const session = await desk.open()
  if (!isEmpty) session.execute('edit.move', [putBox('a', 0)])
  const reasons = (findings: readonly Finding[] = []) => submitReasons(session, { findings, complete: true }, 0)
  const told = (findings?: readonly Finding[]) => reasons(findings).map(({ code, count }) => `${code} ${count}`)
  return { session, reasons, told }
}

test('shapes that are not finished are asked about, in whichever frame they are', async () => {
  const { session, told } = await openJob()
  assert.deepEqual(told(), [])
  const points = [{ x: 0.1, y: 0.2 }]
  session.inWork.put(0, 'polygon', { tool: 'polygon', points })
  session.inWork.put(3, 'line', { tool: 'line', points })
  assert.deepEqual(told(), ['UNFINISHED_SHAPE 2'])
  session.inWork.put(0, 'polygon', null)
  assert.deepEqual(told(), ['UNFINISHED_SHAPE 1'])
})

test('undecided suggestions are counted once, those below the minimum score included', async () => {
  const { session, told } = await openJob()
  const ofService = ranked(checkSuggestions(16), session.job.tag)
  assert.deepEqual(told(ofService), ['UNDECIDED_SUGGESTIONS 16'], 'the page has not read them')
  session.suggestions.setAll([
    { ...suggestionOf('a'), score: 0.9 },
    { ...suggestionOf('b'), score: 0.1 },
  ])
  session.suggestions.setThreshold(0.5)
  assert.deepEqual(told(), ['UNDECIDED_SUGGESTIONS 2'])
  session.suggestions.setAll([])
  assert.deepEqual(told(), [])
})

test('what the tag switched off is not asked about, and what it calls an error is one', async () => {
  const checks = { UNDECIDED_SUGGESTIONS: 'error', EMPTY_JOB: 'off' } as const
  const { session, reasons } = await openJob({ isEmpty: true, checks })
  assert.deepEqual(reasons(), [])
  session.suggestions.setAll([suggestionOf('a')])
  assert.deepEqual(reasons(), [{ code: 'UNDECIDED_SUGGESTIONS', count: 1, isError: true, findings: [] }])
})
