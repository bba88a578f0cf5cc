import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { EditError, type LabelRuns } from './documentOperation.ts'
import { forEachRun, labelRunsOf, labelsUnder, paintLabels, RunWriter, repaintLabels, splitRuns } from './labelRuns.ts'

type Run = [start: number, length: number, labelKey: number]

const labelKey = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 0xffffffff }))
const ascending = fc
  .array(fc.tuple(fc.oneof(fc.nat(3), fc.nat(20_000_000)), fc.integer({ min: 1, max: 5_000_000 }), labelKey))
  .map((gaps) => {
    let end = 0
    return gaps.map(([gap, length, key]): Run => {
      const start = end + gap
      end = start + length
      return [start, length, key]
    })
  })

function runsOf(text: LabelRuns): Run[] {
  const runs: Run[] = []
  forEachRun(text, (...run) => runs.push(run))
  return runs
}

function textOf(runs: readonly Run[]): LabelRuns {
  const writer = new RunWriter()
  for (const run of runs) writer.add(...run)
  return writer.text()
}

test('runs come back from their text as they were, through JSON and in parts', () => {
  fc.assert(
    fc.property(ascending, fc.integer({ min: 1, max: 40 }), (runs, mostLength) => {
      const text = textOf(runs)
      assert.deepEqual(runsOf(JSON.parse(JSON.stringify(text))), runs)
      const parts = splitRuns(text, mostLength)
      assert.deepEqual(parts.flatMap(runsOf), runs)
      assert.ok(parts.every((part) => part.length < mostLength + 24 || parts.length === 1))
    }),
  )
})

test('a scattered stroke costs three characters a point', () => {
  const indices = Uint32Array.from({ length: 100_000 }, (_, i) => 3 * i + (i % 2))
  assert.ok(labelRunsOf(indices, 7).length <= 3 * indices.length + 1)
})

test('any text is either runs that ascend within the cloud, or refused', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9_-]{0,30}$/))
  fc.assert(
    fc.property(text, (runs) => {
      const labels = new Uint32Array(64)
      try {
        paintLabels(labels, runs)
      } catch (error) {
        assert.ok(error instanceof EditError)
        assert.throws(() => repaintLabels(labels, runs), EditError)
        assert.ok(
          labels.every((label) => label === 0),
          'what is refused has painted nothing',
        )
        return
      }
      let end = 0
      for (const [start, length, key] of runsOf(runs)) {
        assert.ok(start >= end && length >= 1 && start + length <= 64)
        assert.ok(labels.subarray(start, start + length).every((label) => label === key))
        end = start + length
      }
    }),
    { numRuns: 2000 },
  )
})

test('the previous labels restore what runs covered', () => {
  const labels = fc.uint32Array({ minLength: 40, maxLength: 40, max: 4 })
  fc.assert(
    fc.property(labels, fc.uniqueArray(fc.nat(39)), labelKey, (before, points, key) => {
      const after = before.slice()
      const runs = labelRunsOf(
        points.toSorted((a, b) => a - b),
        key,
      )
      const under = labelsUnder(after, runs)
      assert.equal(repaintLabels(after, runs), under)
      assert.deepEqual(
        after,
        before.map((label, i) => (points.includes(i) ? key : label)),
      )
      paintLabels(after, under)
      assert.deepEqual(after, before)
    }),
  )
})
