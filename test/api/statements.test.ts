import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queuedImage } from '../support/office.ts'
import { setOwnStage } from '../support/ownStage.ts'
import { ONE_BOX, tagOf } from '../support/samples.ts'
import { StatementTrace } from '../support/statementTrace.ts'
import { Tenant } from '../support/tenant.ts'

/** What only some jobs have; each was once asked for by itself, of every job. */
const RARE: Readonly<Record<string, RegExp>> = {
  clouds: /from job_assets where .* kind = 'cloud'/,
  reviews: /^select r\.version, r\.decision/,
  suggestions: /from assistant_suggestions where .* order by position/,
  consensus: /^select wanted, agreement/,
}

test('the result of an image that a program annotated is made without asking for clouds, reviews, suggestions or agreement', async () => {
  const trace = new StatementTrace()
  const stage = await setOwnStage(trace.env)
  try {
    const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
    const job = await queuedImage(stage, tenant, 'boxes')
    trace.clear()
    await tenant.submitResult(job, ONE_BOX)
    assert.equal((await tenant.reached(job, 'completed')).annotations, 1)
    const { statements } = trace
    const asked = (pattern: RegExp) => statements.filter((text) => pattern.test(text)).length
    // A submission looks whether several people annotate the job.
    assert.deepEqual(
      Object.entries(RARE).map(([what, pattern]) => [what, asked(pattern)]),
      [
        ['clouds', 0],
        ['reviews', 0],
        ['suggestions', 0],
        ['consensus', 1],
      ],
    )
  } finally {
    await stage.clear()
    trace.remove()
  }
})
