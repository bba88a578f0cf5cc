import assert from 'node:assert/strict'
import { runCli } from '../../src/cli/run.ts'

/** Runs one command of the operator, with these settings alone; `said` is what it wrote to either stream. */
export async function fiducial(
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number; said: string }> {
  let said = ''
  const write = (text: string) => {
    said += text
  }
  const read = () => assert.fail('nothing is read')
  return { code: await runCli(args, { env, cwd: '/', out: write, err: write, read }), said }
}
