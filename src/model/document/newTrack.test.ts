import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityQuaternion } from '../../geometry/quaternion.ts'
import { ANNOTATION_TYPES, type AnnotationType } from '../annotationType.ts'
import type { Attribute } from '../attribute.ts'
import { checkDocument } from '../checks/checks.ts'
import type { Tag } from '../tag.ts'
import { emptyDocument, IMAGE_VIEW, type Track } from './document.ts'
import { withTrack } from './edit.ts'
import { changeClass } from './edits/changeClass.ts'
import { newTrack } from './newTrack.ts'
import { applyEdits } from './operations/operations.ts'
import { attributesAt } from './shapePath.ts'
import { withTagDefaults } from './startDocument.ts'

const FRAMES = 6
const box = {
  position: { x: 1, y: 2, z: 3 },
  heading: identityQuaternion,
  dimensions: { length: 4, width: 2, height: 1 },
}
const flat = { type: 'rectangle', left: 0.1, top: 0.1, right: 0.3, bottom: 0.2 } as const
const attribute = (name: string, per: Attribute['per'], given: Partial<Attribute> = {}): Attribute => ({
  name,
  per,
  type: 'select',
  options: ['a', 'b'],
  required: true,
  default: 'a',
  ...given,
})
const classOf = (classId: string, ...attributes: Attribute[]) => ({
  classId,
  name: classId,
  color: 'rgb(1, 2, 3)',
  instantiable: true,
  geometries: null,
  defaultSize: null,
  attributes,
  archived: false,
})
const CAR = classOf('car', attribute('kind', 'object'), attribute('occlusion', 'frame'))
const tagOf = (annotationType: AnnotationType): Tag => ({
  name: 't',
  annotationType,
  classes: [CAR],
  attributes: [attribute('weather', 'job'), attribute('blurred', 'frame'), attribute('open', 'job', { default: null })],
  review: null,
  instructions: null,
})

const shapes = {
  image2d: { sensorId: IMAGE_VIEW, flat },
  video2d: { sensorId: IMAGE_VIEW, flat },
  cuboid3d: { cuboid: box },
  cuboid3d_linked2d: { cuboid: box, cameraIds: ['left', 'right'] },
} as const

const perFrame = (path: Track['cuboid'] | ReturnType<Track['views']['get']>, frame: number) =>
  path && Object.fromEntries(attributesAt(path.attributes, frame))

test('a new object of an image has all defaults of its class on the object', () => {
  const track = newTrack({ id: 't', annotationType: 'image2d', tagClass: CAR, frame: 0, shape: shapes.image2d })
  assert.deepEqual(Object.fromEntries(track.attributes), { kind: 'a', occlusion: 'a' })
  assert.deepEqual(perFrame(track.views.get(IMAGE_VIEW), 0), {})
})

test('a new object of a video has its frame defaults from its first frame on', () => {
  const track = newTrack({ id: 't', annotationType: 'video2d', tagClass: CAR, frame: 2, shape: shapes.video2d })
  assert.deepEqual(Object.fromEntries(track.attributes), { kind: 'a' })
  assert.deepEqual(perFrame(track.views.get(IMAGE_VIEW), 2), { occlusion: 'a' })
})

test('a new cuboid has the defaults of its class, and so have its rectangles on cameras', () => {
  const shape = shapes.cuboid3d_linked2d
  const track = newTrack({ id: 't', annotationType: 'cuboid3d_linked2d', tagClass: CAR, frame: 2, shape })
  assert.deepEqual(Object.fromEntries(track.attributes), { kind: 'a' })
  for (const path of [track.cuboid, track.views.get('left'), track.views.get('right')]) {
    assert.deepEqual(perFrame(path, 5), { occlusion: 'a' })
  }
})

test('an object that only a camera sees has the defaults of its class too', () => {
  const shape = { sensorId: 'left', flat }
  const track = newTrack({ id: 't', annotationType: 'cuboid3d_linked2d', tagClass: CAR, frame: 2, shape })
  assert.equal(track.cuboid, null)
  assert.deepEqual(perFrame(track.views.get('left'), 3), { occlusion: 'a' })
})

for (const annotationType of ANNOTATION_TYPES) {
  test(`${annotationType}: with defaults nothing that is required stays open, and one without a default does`, () => {
    const tag = tagOf(annotationType)
    let document = withTagDefaults(emptyDocument(annotationType, annotationType === 'image2d' ? 1 : FRAMES), tag)
    if (annotationType !== 'segmentation3d') {
      document = withTrack(
        document,
        newTrack({ id: 't', annotationType, tagClass: CAR, frame: 0, shape: shapes[annotationType] }),
      )
    }
    const open = checkDocument({ document, tag }).filter(({ code }) => code === 'MISSING_ATTRIBUTE')
    assert.deepEqual(
      open.map(({ where }) => where),
      [{ attribute: 'open' }],
    )
  })
}

test('existing values are kept when a job starts with its defaults', () => {
  const started = withTagDefaults(
    {
      ...emptyDocument('video2d', 2),
      jobAttributes: new Map([['weather', 'b']]),
      frameAttributes: new Map([[1, new Map([['blurred', 'b']])]]),
    },
    tagOf('video2d'),
  )
  assert.deepEqual(Object.fromEntries(started.jobAttributes), { weather: 'b' })
  assert.deepEqual(
    [0, 1].map((frame) => started.frameAttributes.get(frame)?.get('blurred')),
    ['a', 'b'],
  )
})

test('with another class an object keeps what the class knows, loses the rest and gets its defaults', () => {
  const van = classOf('van', attribute('kind', 'object'), attribute('load', 'frame', { default: 'b' }))
  const truck = classOf('truck', attribute('kind', 'object', { options: ['c'], default: 'c' }))
  for (const annotationType of ['video2d', 'cuboid3d_linked2d'] as const) {
    const track = newTrack({ id: 't', annotationType, tagClass: CAR, frame: 2, shape: shapes[annotationType] })
    const document = withTrack(emptyDocument(annotationType, FRAMES), {
      ...track,
      attributes: new Map([['kind', 'b']]),
    })
    const asVan = applyEdits(document, changeClass(document.tracks.get('t')!, van, document))
    const made = asVan.tracks.get('t')!
    assert.equal(made.classId, 'van')
    assert.deepEqual(Object.fromEntries(made.attributes), { kind: 'b' })
    for (const path of [...(made.cuboid ? [made.cuboid] : []), ...made.views.values()]) {
      assert.deepEqual(perFrame(path, 1), {})
      assert.deepEqual(perFrame(path, 2), { load: 'b' })
    }
    const asTruck = applyEdits(asVan, changeClass(made, truck, asVan)).tracks.get('t')!
    assert.deepEqual(Object.fromEntries(asTruck.attributes), { kind: 'c' })
    assert.deepEqual(changeClass(asTruck, truck, document), [])
  }
})
