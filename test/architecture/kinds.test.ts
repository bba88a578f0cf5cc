import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANNOTATION_TYPES, FLAT_GEOMETRY_KINDS } from '../../src/model/annotationType.ts'
import { usesOf } from './kinds.ts'

const MOST_FILES_OF_A_TYPE = 8

/** With its three texts, its example and what is generated, a new shape touches at most 20 files. */
const MOST_FILES_OF_A_SHAPE = 12

/** Shapes without tools, checks or models that are about them alone: a new shape is named where they are. */
const PLAIN_SHAPES = ['ellipse', 'rotated_rectangle'] as const

/** Synthetic jobs and examples of documents show single types on purpose. */
const isExample = (path: string): boolean => /^src\/demo\/|xamples\.ts$/.test(path)

/** A format spells the shapes that it has itself; others it writes as outlines, so that a new shape needs no change. */
const isFormat = (path: string): boolean => path.startsWith('src/interchange/')

test('code asks annotation types for their capabilities: a new one is named in at most 8 files', () => {
  const { files, switches } = usesOf(ANNOTATION_TYPES)
  for (const type of ANNOTATION_TYPES) {
    const found = (files.get(type) ?? []).filter((path) => !isExample(path))
    assert.ok(found.includes('src/model/annotationTypes/rulesOf.ts'), type)
    assert.ok(found.length <= MOST_FILES_OF_A_TYPE, `${type} is named in ${found.join(', ')}`)
  }
  assert.deepEqual(switches, [])
})

test('code asks shapes for their qualities: a new one is named in at most 12 files and in no format', () => {
  const { files, switches } = usesOf(FLAT_GEOMETRY_KINDS)
  for (const shape of PLAIN_SHAPES) {
    const found = (files.get(shape) ?? []).filter((path) => !isFormat(path) && !isExample(path))
    assert.ok(found.includes('src/model/shapes/flatShapes.ts'), shape)
    assert.ok(found.length <= MOST_FILES_OF_A_SHAPE, `${shape} is named in ${found.join(', ')}`)
  }
  assert.deepEqual(
    switches.filter((path) => !isFormat(path)),
    [],
  )
})
