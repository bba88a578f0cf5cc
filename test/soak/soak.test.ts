import { test } from 'node:test'
import { checkSoak, runSoak } from './run.ts'

test('finished work leaves no task, file or connection behind', async (t) => {
  checkSoak(await runSoak({ seconds: 10, warmUpTurns: 3, say: (line) => t.diagnostic(line) }))
})
