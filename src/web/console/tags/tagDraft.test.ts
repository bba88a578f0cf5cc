import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ShownTag } from '../../../contract/tags.ts'
import { hexOf, nextColor, rgbText } from '../../kit/color.ts'
import { english } from '../../messages/en/english.ts'
import { makeTranslator } from '../../messages/translator.ts'
import { bodyOf, draftOf, faultsOf, newAttribute, newClass, newTag } from './tagDraft.ts'

const t = makeTranslator('en', english)

const tag: ShownTag = {
  tag: 'vehicles',
  operation: 'cuboid3d',
  review: true,
  instructions: 'Every vehicle within 80 m.',
  gold: { share: 0.1, pass: 0.8, action: 'pause', feedback: true },
  training: { jobs: 3, pass: 0.9 },
  consensus: { annotators: 3, agreement: 0.7, share: 0.5 },
  checks: { NO_POINTS: 'error', SPEED: 'off' },
  strict: true,
  hold: 'end',
  assist_wait_seconds: 30,
  relations: [{ name: 'pulls', from: ['car'], to: ['car'], max: 1 }],
  attributes: [
    { name: 'weather', type: 'select', options: ['dry', 'wet'], required: true, default: 'dry', per: 'job' },
  ],
  classes: [
    {
      class_id: 'c1',
      name: 'car',
      color: 'rgb(1, 2, 3)',
      instantiable: true,
      geometries: ['cuboid'],
      default_size: { length: 4.5, width: 1.9, height: 1.6 },
      max_speed_mps: 40,
      max_turn_dps: 60,
      attributes: [
        { name: 'doors', type: 'select', options: ['2', '4'], required: false, default: '4', per: 'object' },
      ],
    },
  ],
}

it('a tag that is opened and saved says what it said before', () => {
  const body = bodyOf(draftOf(tag))
  const { tag: _, ...sent } = structuredClone(tag)
  const [{ class_id: __, ...car }] = sent.classes
  assert.deepEqual(body, { ...sent, classes: [car] })
  assert.deepEqual(faultsOf(draftOf(tag)), [])
})

it('sigmas of key points stay when a tag is saved, while they fit the same points', () => {
  const [car] = tag.classes
  const points = ['nose', 'tail'].map((name) => ({ name, x: 0.5, y: 0.5 }))
  const posed = { ...car, geometries: ['landmark' as const], sigmas: [0.1, 0.2], skeleton: { points, edges: [] } }
  const draft = draftOf({ ...tag, operation: 'image2d', classes: [posed] })
  assert.deepEqual(bodyOf(draft).classes[0].sigmas, [0.1, 0.2])
  draft.classes[0].skeleton = { points: points.slice(1), edges: [] }
  assert.equal('sigmas' in bodyOf(draft).classes[0], false)
})

it('a default that no longer fits the type is left out instead of refused', () => {
  const draft = draftOf(tag)
  draft.attributes[0].options = ['snow']
  assert.equal('default' in bodyOf(draft).attributes![0], false)
})

it('says everything that is missing, by name', () => {
  const draft = { ...newTag(), classes: [newClass([]), newClass([]), newClass([])] }
  draft.classes[1].name = 'car#1'
  draft.classes[2].attributes = [newAttribute('object')]
  draft.classes[2].name = 'van'
  assert.deepEqual(faultsOf(draft).map(t.of), [
    'Enter a name for the tag.',
    'Class 1: enter a name.',
    "Class “car#1”: names can't contain the character “#”.",
    'Class “van”, Attribute 1: enter a name.',
    'Class “van”, Attribute 1: add at least one option.',
  ])
})

it('two classes of one name are reported', () => {
  const draft = { ...newTag(), name: 't', classes: [newClass([]), newClass([])] }
  for (const made of draft.classes) made.name = ' car '
  assert.deepEqual(faultsOf(draft).map(t.of), ['Class “car”: this name is used twice.'])
})

it('new classes get colours that are not taken, written as results carry them', () => {
  const first = nextColor([])
  const second = nextColor([first])
  assert.notEqual(first, second)
  assert.match(first, /^rgb\(\d+, \d+, \d+\)$/)
  assert.equal(rgbText(hexOf(first)), first)
  assert.equal(rgbText('rgb(1, 2, 256)'), null)
})
