import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../../test/laws.ts'
import { type AnnotatedDocument, emptyDocument, type PointLabels } from '../../../model/document/document.ts'
import type { Edit } from '../../../model/document/operations/documentOperation.ts'
import type { TagClass } from '../../../model/tag.ts'
import { applyBatch } from '../../document/applyBatch.ts'
import { instanceColor } from './instanceColor.ts'
import * as edits from './labelEdits.ts'
import { LegendNumbers } from './legendNumbers.ts'

const tagClass = (classId: string, instantiable: boolean): TagClass => ({
  classId,
  name: classId,
  color: 'rgb(40, 130, 250)',
  instantiable,
  geometries: null,
  defaultSize: null,
  attributes: [],
  archived: false,
})
const CLASSES = new Map(
  [tagClass('road', false), tagClass('grass', false), tagClass('car', true), tagClass('tree', true)].map((c) => [
    c.classId,
    c,
  ]),
)

/** A job of a few points, with undo. */
class Job {
  document: AnnotatedDocument = emptyDocument('segmentation3d', 1)
  readonly labels: PointLabels
  readonly numbers = new LegendNumbers()
  readonly undone: Edit[][] = []
  #ids = 0

  constructor(pointCount: number) {
    this.labels = new Uint32Array(pointCount)
  }

  get work(): edits.LabelWork {
    const { labels, numbers } = this
    return { legend: this.document.legend, labels, classes: CLASSES, numbers, newId: () => `entry-${++this.#ids}` }
  }

  do({ operations, entryId }: edits.LabelEdit): string {
    const { document, undone } = applyBatch(this.document, operations, this.labels)
    this.document = document
    this.undone.push(undone)
    return entryId ?? ''
  }

  undo(): void {
    const operations = this.undone.pop() ?? []
    this.document = applyBatch(this.document, operations, this.labels).document
  }

  paint(classId: string, entryId: string | null, ...indices: number[]): string {
    return this.do(edits.painted(this.work, { classId, entryId }, Uint32Array.from(indices)))
  }

  names(): string[] {
    return this.document.legend.map(({ classId, instance }) => classId + (instance === null ? '' : `#${instance}`))
  }

  /** The name at each point, '' without a label. */
  seen(): string[] {
    const names = new Map(this.document.legend.map(({ labelKey }, i) => [labelKey, this.names()[i]]))
    return Array.from(this.labels, (key) => (key === 0 ? '' : (names.get(key) ?? `?${key}`)))
  }
}

describe('what a stroke paints', () => {
  it('is the one entry of a class without instances, made when first needed', () => {
    const job = new Job(4)
    job.paint('road', null, 0, 1)
    job.paint('road', null, 3)
    assert.deepEqual(job.seen(), ['road', 'road', '', 'road'])
    assert.deepEqual(job.names(), ['road'])
    job.undo()
    job.undo()
    assert.deepEqual([job.names(), [...job.labels]], [[], [0, 0, 0, 0]])
  })

  it('is a new instance until one is chosen', () => {
    const job = new Job(4)
    const first = job.paint('car', null, 0)
    job.paint('car', null, 1)
    job.paint('car', first, 2)
    assert.deepEqual(job.seen(), ['car#1', 'car#2', 'car#1', ''])
  })

  it('is nothing where all points have the label already', () => {
    const job = new Job(2)
    const car = job.paint('car', null, 0)
    assert.deepEqual(edits.painted(job.work, { classId: 'car', entryId: car }, Uint32Array.of(0)).operations, [])
  })

  it('gets the number of what was undone, so that none is missing, and never its key', () => {
    const job = new Job(3)
    job.paint('car', null, 0)
    const key = job.labels[0]
    job.undo()
    job.paint('car', null, 1)
    assert.notEqual(job.labels[1], key)
    assert.deepEqual(job.names(), ['car#1'])
  })

  it('does not collide with keys of a prediction', () => {
    const labels = Uint32Array.of(0, 17)
    assert.equal(new LegendNumbers(labels).nextKey([]), 18)
  })
})

describe('instances', () => {
  it('split: the stroked points become a new instance, the rest stays, other instances are unchanged', () => {
    const job = new Job(5)
    const car = job.paint('car', null, 0, 1, 2)
    job.paint('road', null, 3)
    job.do(edits.split(job.work, car, Uint32Array.of(1, 2, 3, 4)))
    assert.deepEqual(job.seen(), ['car#1', 'car#2', 'car#2', 'road', ''])
    assert.deepEqual(edits.split(job.work, car, Uint32Array.of(0)).operations, [], 'all of it is no split')
  })

  it('joined become the first, in one step', () => {
    const job = new Job(5)
    const a = job.paint('car', null, 0, 4)
    const b = job.paint('car', null, 1)
    const c = job.paint('car', null, 3)
    job.do(edits.joined(job.work, [b, a, c]))
    assert.deepEqual(job.seen(), ['car#2', 'car#2', '', 'car#2', 'car#2'])
    assert.deepEqual(job.names(), ['car#2'])
    job.undo()
    assert.deepEqual(job.seen(), ['car#1', 'car#2', '', 'car#3', 'car#1'])
  })

  it('deleted leave their points without a label', () => {
    const job = new Job(3)
    const a = job.paint('car', null, 0, 1)
    job.paint('car', null, 2)
    job.do(edits.removed(job.work, [a]))
    assert.deepEqual(job.seen(), ['', '', 'car#2'])
  })

  it('instances that change class stay apart, or share the one entry of the class', () => {
    const job = new Job(4)
    const a = job.paint('car', null, 0)
    const b = job.paint('car', null, 1)
    job.paint('road', null, 2)
    job.do(edits.reclassed(job.work, [a, b], 'tree'))
    assert.deepEqual(job.seen(), ['tree#1', 'tree#2', 'road', ''])
    job.do(edits.reclassed(job.work, [a, b], 'road'))
    assert.deepEqual(job.seen(), ['road', 'road', 'road', ''])
    assert.deepEqual(job.names(), ['road'])
    job.undo()
    job.do(edits.reclassed(job.work, [a, b], 'grass'))
    assert.deepEqual(job.seen(), ['grass', 'grass', 'road', ''])
  })

  it('have colours near that of their class, each its own', () => {
    const colors = [1, 2, 3, 4, 5].map((n) => instanceColor('rgb(40, 130, 250)', n))
    assert.equal(colors[0], 'rgb(40, 130, 250)')
    assert.equal(new Set(colors).size, 5)
    for (const color of colors) assert.match(color, /^rgb\(\d{1,3}, \d{1,3}, \d{1,3}\)$/)
  })
})

const POINTS = 24
const indices = fc.uniqueArray(fc.nat(POINTS - 1), { maxLength: 10 }).map((a) => Uint32Array.from(a).sort())
const classIds = fc.constantFrom(...CLASSES.keys())
const places = fc.array(fc.nat(9), { minLength: 1, maxLength: 3 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('paint' as const), classId: classIds, place: fc.option(fc.nat(9)), indices }),
  fc.record({ kind: fc.constantFrom('erase' as const, 'split' as const), place: fc.nat(9), indices }),
  fc.record({ kind: fc.constantFrom('join' as const, 'remove' as const), places }),
  fc.record({ kind: fc.constant('reclass' as const), places, classId: classIds }),
  fc.record({ kind: fc.constant('undo' as const) }),
)

function editOf(job: Job, made: Exclude<typeof step extends fc.Arbitrary<infer T> ? T : never, { kind: 'undo' }>) {
  const { work } = job
  const idAt = (place: number) => work.legend[place % Math.max(1, work.legend.length)]?.id ?? ''
  switch (made.kind) {
    case 'paint': {
      const entryId = made.place === null ? null : idAt(made.place)
      return edits.painted(work, { classId: made.classId, entryId }, made.indices)
    }
    case 'erase':
      return edits.erased(work, made.indices)
    case 'split':
      return edits.split(work, idAt(made.place), made.indices)
    case 'join':
      return edits.joined(work, [...new Set(made.places.map(idAt))])
    case 'remove':
      return edits.removed(work, [...new Set(made.places.map(idAt))])
    case 'reclass':
      return edits.reclassed(work, [...new Set(made.places.map(idAt))], made.classId)
  }
}

it('pieces become an instance each, in one step', () => {
  const job = new Job(POINTS)
  job.paint('car', null, 7)
  const pieces = [Uint32Array.of(0, 1), Uint32Array.of(3), Uint32Array.of(5, 6)]
  const { operations, entryIds } = edits.paintedEach(job.work, 'car', pieces)
  job.do({ operations, entryId: null })
  assert.deepEqual(job.names(), ['car#1', 'car#2', 'car#3', 'car#4'])
  assert.deepEqual(
    entryIds,
    job.document.legend.slice(1).map(({ id }) => id),
  )
  const seen = job.seen()
  assert.deepEqual(
    [seen[0], seen[1], seen[3], seen[5], seen[6], seen[7]],
    ['car#2', 'car#2', 'car#3', 'car#4', 'car#4', 'car#1'],
  )
  job.undo()
  assert.deepEqual(job.names(), ['car#1'])
})

it('after any edits each label has its entry, and no key or name occurs twice; undo of all leaves nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const job = new Job(POINTS)
      job.paint('road', null, 1, 2, 3)
      job.paint('car', null, 7, 8)
      const before = { legend: job.document.legend, labels: [...job.labels] }
      const depth = job.undone.length
      const names = new Map<number, string>()
      for (const made of steps) {
        if (made.kind === 'undo') {
          if (job.undone.length > depth) job.undo()
          continue
        }
        job.do(editOf(job, made))
        assert.ok(!job.seen().some((name) => name.startsWith('?')), 'a label without an entry')
        assert.equal(new Set(job.names()).size, job.names().length, `twice in ${job.names()}`)
        for (const { labelKey, id } of job.document.legend) {
          assert.equal(names.get(labelKey) ?? id, id, 'a key that was another entry’s')
          names.set(labelKey, id)
        }
      }
      while (job.undone.length > depth) job.undo()
      assert.deepEqual({ legend: job.document.legend, labels: [...job.labels] }, before)
    }),
    { numRuns: 300 },
  )
})
