import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const TOOLS = join(import.meta.dirname, '..', '..', 'src', 'web', 'tools')

/** Functions that write out a state of a tool, by what they answer; those that call another one with its part do not count. */
const statesIn = (source: string): number =>
  source.match(/\): (Image|Camera)?(Cuboid|Point|Tool)?State(<\w+>)? (\{|=> \(\{)/g)?.length ?? 0

test('a state of a tool has a file for itself', () => {
  const files = globSync('*/*/*.ts', { cwd: TOOLS }).filter((file) => !file.endsWith('.test.ts'))
  const states = files.map((file) => ({ file, count: statesIn(readFileSync(join(TOOLS, file), 'utf8')) }))
  assert.deepEqual(
    states.filter(({ count }) => count > 1),
    [],
  )
  assert.ok(states.filter(({ count }) => count === 1).length > 20)
})

test('states are seen in both forms of a function', () => {
  assert.equal(statesIn('function a(b: C): ImageToolState {'), 1)
  assert.equal(statesIn('const a = (b: C): PointState => ({'), 1)
  assert.equal(statesIn('function a(b: C): CuboidState {\n} const b = (): CameraToolState => ({'), 2)
  assert.equal(statesIn('const a: ImageTool = {'), 0)
})
