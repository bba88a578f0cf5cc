import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagOf } from '../../../test/interchange/exportJob.ts'
import { attribute, tagClass } from '../../formats/results/testJobs.ts'
import { cocoCategories, KeypointOrder } from '../coco/keypointOrder.ts'
import { labelConfig } from '../labelStudio/config.ts'
import { ClassTable } from './classTable.ts'

const kind = (...options: string[]) => attribute({ name: 'kind', per: 'object', type: 'select', options })
const skeleton = (...names: string[]) => ({ points: names.map((name) => ({ name, x: 0.5, y: 0.5 })), edges: [] })
const person = (given: object) => tagClass('person', given)

/** The first tag by name decides the order. */
const tableOf = (...classes: ReturnType<typeof person>[]) =>
  new ClassTable(classes.map((one, index) => tagOf('image2d', { name: `tag ${index}`, classes: [one] })))

test('a class of several tags has the attributes of all, with all choices', () => {
  const seats = attribute({ name: 'seats', per: 'object', type: 'number' })
  const table = tableOf(person({ attributes: [kind('a', 'b')] }), person({ attributes: [seats, kind('b', 'c')] }))
  const [{ tagClass: joined }] = table.list
  assert.deepEqual(
    joined.attributes.map(({ name, options }) => [name, options]),
    [
      ['kind', ['a', 'b', 'c']],
      ['seats', []],
    ],
  )
})

test('a class of several tags has the longer skeleton, and none where a number is another point in each', () => {
  const keypointsOf = (...skeletons: ReturnType<typeof skeleton>[]) => {
    const classes = tableOf(...skeletons.map((one) => person({ skeleton: one })))
    const set = { classes, tags: [], splits: [], options: {}, includeFiles: false, jobs: async function* () {} }
    const order = new KeypointOrder(set, 1)
    order.note(1, [[1], [2]])
    return JSON.parse(cocoCategories(set, order)).keypoints
  }
  assert.deepEqual(keypointsOf(skeleton('nose', 'eye'), skeleton('nose', 'eye', 'ear')), ['nose', 'eye', 'ear'])
  assert.deepEqual(keypointsOf(skeleton('nose', 'eye', 'ear'), skeleton('nose', 'eye')), ['nose', 'eye', 'ear'])
  assert.deepEqual(keypointsOf(skeleton('nose', 'eye'), skeleton('head', 'hand')), ['1', '2'])
})

test('label_studio: classes that have an attribute of one name have its choices all', () => {
  const classes = [tagClass('car', { attributes: [kind('van')] }), tagClass('tree', { attributes: [kind('oak')] })]
  const tags = [tagOf('image2d', { classes })]
  const config = labelConfig({ classes: new ClassTable(tags), tags })
  assert.match(config, /<Choices name="attribute:kind"[^>]*>\s*<Choice value="van"\/>\s*<Choice value="oak"\/>/)
})
