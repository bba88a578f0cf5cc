import { Type } from 'typebox'
import { schemaCheck } from '../../../formats/json/schemaFailures.ts'
import { quaternionFromYaw } from '../../../geometry/quaternion.ts'
import type { Tag } from '../../../model/tag.ts'
import { BoxImport } from '../../core/boxImport.ts'
import { readJson } from '../../core/readJson.ts'
import type { DataFrame } from '../../pandas/dataFrame.ts'
import { type SentLabel, segmentationData, wordsInUse } from '../../segmentation/importLabels.ts'
import type { LabelFailures } from '../importedLabels.ts'
import type { PlannedFrame } from '../layout.ts'
import type { SourceArchive } from '../sourceArchive.ts'
import { withTable } from './table.ts'

/** The forward lidar, which sees objects a second time. */
const SECOND_LIDAR = 1

/**
 * Cuboids of the frames. In the data set x is the width and y the length, and a yaw of 0 looks along y.
 * Objects that both lidars see have two cuboids; the one of the first lidar is taken.
 */
export async function cuboidLabels(
  archive: SourceArchive,
  folder: string,
  frames: readonly PlannedFrame[],
  tag: Tag,
  failures: LabelFailures,
): Promise<object | null> {
  const into = new BoxImport(tag)
  for (const { frameId } of frames) {
    const file = `${folder}annotations/cuboids/${frameId}.pkl.gz`
    if (!archive.has(file)) continue
    try {
      const { fail } = failures.readRequest(tag)
      await withTable(archive, file, (table) =>
        addCuboids(into, table, frameId, failures.classOf(tag, file), (row) =>
          fail({ file, field: `[${row}]`, type: 'INVALID_VALUE' }),
        ),
      )
    } catch (error) {
      failures.end(error)
    }
  }
  return into.data()
}

function addCuboids(
  into: BoxImport,
  table: DataFrame,
  frameId: string,
  classOf: (label: string) => string | null,
  refuse: (row: number) => void,
): void {
  const [labelOf, trackOf] = [table.text('label'), table.text('uuid')]
  const [x, y, z] = ['position.x', 'position.y', 'position.z'].map((name) => table.number(name))
  const [width, length, height] = ['dimensions.x', 'dimensions.y', 'dimensions.z'].map((name) => table.number(name))
  const yawOf = table.number('yaw')
  const sensorOf = table.has('cuboids.sensor_id') ? table.number('cuboids.sensor_id') : () => -1
  const siblingOf = table.has('cuboids.sibling_id') ? table.text('cuboids.sibling_id') : () => null
  for (let row = 0; row < table.rows; row++) {
    if (sensorOf(row) === SECOND_LIDAR && siblingOf(row)) continue
    const position = { x: x(row), y: y(row), z: z(row) }
    const dimensions = { length: length(row), width: width(row), height: height(row) }
    const [label, trackId, yawRad] = [labelOf(row), trackOf(row), yawOf(row)]
    const numbers = [...Object.values(position), ...Object.values(dimensions), yawRad]
    const name = label === null ? null : classOf(label)
    if (label === null || trackId === null || !numbers.every(Number.isFinite)) refuse(row)
    else if (name !== null) {
      const commonFromBox = { position, heading: quaternionFromYaw(yawRad + Math.PI / 2) }
      into.cuboid({ label: name, trackId, frameId, commonFromBox, dimensions })
    }
  }
}

const checkNames = schemaCheck(Type.Record(Type.String(), Type.String()))

/** The classes of the points of one frame. */
export async function pointClassLabels(
  archive: SourceArchive,
  folder: string,
  [frame]: readonly PlannedFrame[],
  tag: Tag,
  failures: LabelFailures,
): Promise<object | null> {
  const file = `${folder}annotations/semseg/${frame?.frameId}.pkl.gz`
  const namesFile = `${folder}annotations/semseg/classes.json`
  if (!frame || !archive.has(file)) return null
  try {
    const names = archive.has(namesFile) ? await readJson(archive, namesFile, checkNames) : {}
    const words = await withTable(archive, file, (table) => {
      const classOf = table.number('class')
      return Uint32Array.from({ length: table.rows }, (_, row) => classOf(row))
    })
    const meanings = new Map<number, SentLabel>()
    for (const word of wordsInUse(words))
      if (word !== 0) meanings.set(word, { label: names[String(word)] ?? String(word), instance: null })
    return segmentationData(tag, { words, meanings }, failures.classOf(tag, file), () => undefined)
  } catch (error) {
    failures.end(error)
    return null
  }
}
