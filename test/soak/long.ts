import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import { checkSoak, runSoak } from './run.ts'

/** The long form: half an hour, after which the heap must not have grown either. Ends with 1 when something has. */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const say = (line: string) => process.stdout.write(`${new Date().toISOString()} ${line}\n`)
const report = await runSoak({ seconds: Number(values.minutes) * 60, warmUpTurns: 50, say })
say(JSON.stringify(report))
checkSoak(report)
const [first, last] = report.heapMB
assert.ok(last <= first * 1.2 + 5, `the heap grew from ${first} to ${last} MB`)
