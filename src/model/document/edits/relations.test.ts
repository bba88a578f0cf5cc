import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { checkRelations } from '../../checks/relations.ts'
import { distinctRelations, isSameRelation, type Relation } from '../../relation.ts'
import type { Tag } from '../../tag.ts'
import { emptyDocument, type Track } from '../document.ts'
import { withRelations } from '../edit.ts'
import type { Edit } from '../operations/documentOperation.ts'
import { applyEdits } from '../operations/operations.ts'
import { cameraTrack } from '../testTracks.ts'
import { relationRemoved, relationsAdded, relationsJoined, relationsOfCopies, withoutDangling } from './relations.ts'

const IDS = ['a', 'b', 'c', 'd', 'e']
const box = { type: 'rectangle', left: 0, top: 0, right: 1, bottom: 1 } as const
const object = (id: string, relations: readonly Relation[] = [], classId = 'car'): Track =>
  withRelations(cameraTrack(id, classId, 'front', 0, box), relations)
const rides = (to: string): Relation => ({ name: 'rides', to })
const documentOf = (...tracks: Track[]) => ({
  ...emptyDocument('cuboid3d_linked2d', 1),
  tracks: new Map(tracks.map((track) => [track.id, track])),
})

const relation = fc.record({ name: fc.constantFrom('rides', 'pulls'), to: fc.constantFrom(...IDS) })
const relations = fc.array(relation, { maxLength: 4 }).map(distinctRelations)
const documents = fc.array(relations, { minLength: IDS.length, maxLength: IDS.length }).map((lists) =>
  documentOf(
    ...lists.map((list, i) =>
      object(
        IDS[i],
        list.filter(({ to }) => to !== IDS[i]),
      ),
    ),
  ),
)

test('a relation is added once and removed; beyond the most of its name the oldest gives way', () => {
  fc.assert(
    fc.property(relations, relation, fc.integer({ min: 1, max: 3 }), (before, made, max) => {
      const after = (list: readonly Relation[], edits: Edit[]) =>
        edits.reduce((last, edit) => (edit.type === 'setRelations' ? [...edit.relations] : last), [...list])
      const added = after(before, relationsAdded(object('x', before), [made], max))
      const isNew = !before.some((one) => isSameRelation(one, made))
      assert.equal(added.filter((one) => isSameRelation(one, made)).length, 1)
      const others = ({ name }: Relation) => name !== made.name
      assert.deepEqual(added.filter(others), before.filter(others))
      const expected = isNew ? [...before, made].filter(({ name }) => name === made.name).slice(-max) : before
      if (isNew)
        assert.deepEqual(
          added.filter((one) => !others(one)),
          expected,
        )
      const removed = after(added, [relationRemoved(object('x', added), made)])
      assert.deepEqual(
        removed,
        added.filter((one) => !isSameRelation(one, made)),
      )
    }),
  )
})

test('a merge keeps every relation between the remaining objects, and none to a removed object or to itself', () => {
  const merges = fc.subarray(['b', 'c', 'd'], { minLength: 1 })
  fc.assert(
    fc.property(documents, merges, fc.boolean(), (document, gone, isChain) => {
      const into = new Map(gone.map((id, i) => [id, isChain && i > 0 ? gone[i - 1] : 'a']))
      const after = applyEdits(document, [
        ...gone.map((trackId) => ({ type: 'removeTrack' as const, trackId })),
        ...relationsJoined(document.tracks, into),
      ])
      const last = (id: string): string => (gone.includes(id) ? 'a' : id)
      const pairs = (tracks: Iterable<Track>, place: (id: string) => string) =>
        [...tracks].flatMap(({ id, relations: list = [] }) =>
          list.flatMap(({ name, to }) => (place(id) === place(to) ? [] : [`${place(id)} ${name} ${place(to)}`])),
        )
      const expected = new Set(pairs(document.tracks.values(), last))
      const found = pairs(after.tracks.values(), (id) => id)
      assert.deepEqual(found.toSorted(), [...expected].sort())
      assert.deepEqual(withoutDangling({ relations: [] }, after.tracks, []), [])
    }),
  )
})

test('copies are related to each other like their originals, and to no other object', () => {
  const from = [object('a', [rides('b'), rides('c')]), object('b', [rides('a')])]
  const copies = from.map((track) => ({ from: track, copy: { ...track, id: `${track.id}2` } }))
  assert.deepEqual(
    relationsOfCopies(copies).map(({ id, relations: list }) => [id, list]),
    [
      ['a2', [rides('b2')]],
      ['b2', [rides('a2')]],
    ],
  )
  const [alone] = relationsOfCopies(copies.slice(0, 1))
  assert.ok(!('relations' in alone))
})

test('a relation to nothing, between other classes or beyond the most is found', () => {
  const plain = { color: 'rgb(1, 2, 3)', instantiable: true, geometries: null, defaultSize: null, attributes: [] }
  const tag: Tag = {
    name: 't',
    annotationType: 'cuboid3d_linked2d',
    attributes: [],
    review: null,
    instructions: null,
    classes: ['rider', 'bicycle'].map((name) => ({ ...plain, name, classId: name, archived: false })),
    relations: [{ name: 'rides', from: ['rider'], to: ['bicycle'], max: 1 }],
  }
  const found = (...tracks: Track[]) =>
    checkRelations(documentOf(...tracks), tag).map(({ code, where }) => [code, where.trackId, where.otherTrackId])
  const rider = (...targets: string[]) => object('r', targets.map(rides), 'rider')
  const [bicycle, other] = ['x', 'y'].map((id) => object(id, [], 'bicycle'))
  assert.deepEqual(found(rider('x'), bicycle), [])
  assert.deepEqual(found(rider('gone')), [['RELATION_TARGET', 'r', undefined]])
  assert.deepEqual(found(rider('r')), [['RELATION_TARGET', 'r', undefined]])
  assert.deepEqual(found(rider('x', 'y'), bicycle, other), [['RELATION_MAX', 'r', 'y']])
  assert.deepEqual(found(object('b', [rides('x')], 'bicycle'), bicycle), [['RELATION_CLASSES', 'b', 'x']])
})
