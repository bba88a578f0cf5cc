import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LegendEntry } from '../../../model/document/document.ts'
import {
  isLimited,
  type LabelFilters,
  NO_FILTERS,
  pickRules,
  type StrokePurpose,
  visibleFilterOf,
  withoutLimits,
} from './labelFilters.ts'

const ORIGIN = { x: 0, y: 0, z: 0 }

describe('which points may be taken', () => {
  const road: LegendEntry = { id: 'r', labelKey: 1, classId: 'road', instance: null, color: null }
  const car: LegendEntry = { id: 'c', labelKey: 2, classId: 'car', instance: 1, color: null }
  const slots = [null, road, car]
  const PAINT: StrokePurpose = { kind: 'label', entryId: 'c' }
  const rules = (filters: Partial<LabelFilters>, purpose: StrokePurpose = PAINT, tool = 'brush') => {
    const { takes, shows } = pickRules({ ...NO_FILTERS, ...filters }, purpose, slots, tool, ORIGIN)
    return [[...takes], [...shows]]
  }
  it('all but those of the target, or those without a label alone', () => {
    assert.deepEqual(rules({})[0], [1, 1, 0])
    assert.deepEqual(rules({ onlyUnlabelled: true })[0], [1, 0, 0])
  })
  it('ground leaves those with a label unless it is set to take them', () => {
    assert.deepEqual(rules({}, PAINT, 'ground')[0], [1, 0, 0])
    assert.deepEqual(rules({ groundOnlyUnlabelled: false }, PAINT, 'ground')[0], [1, 1, 0])
  })
  it('those of the classes that are named', () => {
    assert.deepEqual(rules({ onlyClasses: new Set(['road']) })[0], [0, 1, 0])
    assert.deepEqual(rules({ onlyClasses: new Set(['']) }, { kind: 'erase' })[0], [0, 0, 0])
  })
  it('none that are hidden', () => {
    assert.deepEqual(rules({ hidesLabelled: true }), [
      [1, 0, 0],
      [1, 0, 0],
    ])
    assert.deepEqual(rules({ hiddenClasses: new Set(['road']) })[1], [1, 0, 1])
    assert.deepEqual(rules({ soloEntries: new Set(['r']) })[1], [0, 1, 0])
  })
  it('erasing takes what has a label, splitting what is the instance’s', () => {
    assert.deepEqual(rules({}, { kind: 'erase' })[0], [0, 1, 1])
    assert.deepEqual(rules({}, { kind: 'split', entryId: 'c' })[0], [0, 0, 1])
  })
})

describe('points behind others', () => {
  const isKept = (tool: string, filters: Partial<LabelFilters> = {}) =>
    pickRules({ ...NO_FILTERS, ...filters }, { kind: 'erase' }, [null], tool, ORIGIN).visibleOnly
  it('are left by the brush, and taken by what frames an object', () => {
    assert.deepEqual(
      ['brush', 'eraser', 'lasso', 'polygon', 'rectangle'].map((tool) => isKept(tool)),
      [true, true, false, false, false],
    )
  })
  it('are taken by what looks at the space and not at the view', () => {
    const all = { visibleOnly: true, areasVisibleOnly: true }
    assert.deepEqual(
      ['ground', 'surface', 'cuboid', 'crop'].map((tool) => [visibleFilterOf(tool), isKept(tool, all)]),
      Array(4).fill([null, false]),
    )
  })
  it('are left by a lasso that is set to', () => {
    assert.equal(isKept('lasso', { areasVisibleOnly: true }), true)
  })
})

describe('limits', () => {
  it('are all that keeps points out of sight or out of reach, and are taken away at once', () => {
    const strokes = { onlyUnlabelled: true, groundOnlyUnlabelled: false, visibleOnly: false }
    const limits: Partial<LabelFilters>[] = [
      { onlyClasses: new Set(['road']) },
      { hidesLabelled: true },
      { hiddenClasses: new Set(['road']) },
      { hiddenEntries: new Set(['r']) },
      { soloEntries: new Set(['r']) },
      { heightsM: [0, 1] as const },
      { distancesM: [0, 9] as const },
    ]
    assert.equal(isLimited({ ...NO_FILTERS, ...strokes }), false, 'how strokes work is no limit')
    for (const limit of limits) {
      const filters = { ...NO_FILTERS, ...strokes, ...limit }
      assert.equal(isLimited(filters), true, Object.keys(limit)[0])
      assert.deepEqual(withoutLimits(filters), { ...NO_FILTERS, ...strokes })
    }
  })
})
