import type { Dimensions } from '../../geometry/cuboid.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { Tag } from '../../model/tag.ts'
import { attributesOfClass, notedValues } from '../core/importedAttributes.ts'
import type { ReadRequest, SentArchive } from '../core/reader.ts'

/** The content of a line of KITTI's labels; `type` as written. */
export interface SentBox {
  line: number
  type: string
  /** Share of the object outside the image; -1: unknown. */
  truncated: number
  /** 0: visible, 1: partly, 2: largely hidden, 3: not known. */
  occluded: number
  /** The angle at which the camera sees it; for a box in space it follows from the position. null: unknown. */
  alphaRad: number | null
  /** Behind what labels have: of a detector. */
  score: number | null
  /** Left, top, right, bottom in pixel centres; null if absent. */
  bbox: readonly [number, number, number, number] | null
  /** null: a person marked it in the camera alone. */
  space: { bottomM: Vec3; dimensions: Dimensions; rotationYRad: number } | null
}

/** Areas that KITTI leaves unlabelled. */
const UNLABELLED_AREA = 'DontCare'
/** alpha, four of the 2D box, three sizes, three coordinates, rotation_y, with `truncated` and `occluded` before them. */
const NUMBERS = 14
const ALPHA_NOT_TOLD = -10
/** The value of `occluded` for "unknown". */
const NOT_KNOWN = 3

/**
 * Reads a line of numbers after its first `words` words; reports a line that has none and returns null. The line may
 * end in a score.
 */
export function readBoxLine(
  text: string,
  line: number,
  words: number,
  fail: (field: string) => void,
): { words: string[]; box: SentBox } | null {
  const parts = text.split(/\s+/)
  const head = parts.slice(0, words)
  const numbers = parts.slice(words, words + NUMBERS).map(Number)
  if (numbers.length < NUMBERS || !numbers.every(Number.isFinite)) {
    fail(
      `column ${
        words +
        Math.max(
          numbers.findIndex((value) => !Number.isFinite(value)),
          0,
        ) +
        1
      }`,
    )
    return null
  }
  const [truncated, occluded, alphaRad, left, top, right, bottom, height, width, length, x, y, z, rotationYRad] =
    numbers
  const score = parts.length > words + NUMBERS ? Number(parts[words + NUMBERS]) : null
  const isInSpace = height > 0 && width > 0 && length > 0 && z > -1000
  return {
    words: head,
    box: {
      line,
      type: head[words - 1],
      truncated,
      occluded,
      score,
      alphaRad: isInSpace || alphaRad === ALPHA_NOT_TOLD ? null : alphaRad,
      bbox: right > left && bottom > top ? [left, top, right, bottom] : null,
      space: isInSpace ? { bottomM: { x, y, z }, dimensions: { length, width, height }, rotationYRad } : null,
    },
  }
}

/** The boxes of an entry, line by line; other lines are reported. */
export async function readBoxLines(
  archive: SentArchive,
  file: string,
  words: number,
  request: ReadRequest,
): Promise<{ words: string[]; box: SentBox }[]> {
  const lines = (await archive.readText(file)).split('\n')
  return lines.flatMap((text, index) => {
    if (text.trim() === '') return []
    const line = index + 1
    const read = readBoxLine(text.trim(), line, words, (field) =>
      request.fail({ file, line, field, type: 'INVALID_VALUE' }),
    )
    const isLabel = read?.box.type !== UNLABELLED_AREA
    if (!isLabel) request.fail({ file, line, field: UNLABELLED_AREA, type: 'NOT_ALLOWED', lost: UNLABELLED_AREA })
    if (text.trim().split(/\s+/).length > words + NUMBERS + 1)
      request.fail({ file, line, field: `column ${words + NUMBERS + 2}`, type: 'NOT_ALLOWED', lost: 'more columns' })
    return read && isLabel ? [read] : []
  })
}

/** What KITTI notes of every box, for attributes of these names: as numbers, or whether it is so. */
export function notesOfBox({ truncated, occluded, alphaRad, score }: SentBox, tag: Tag, label: string) {
  const typeOf = (name: string) => attributesOfClass(tag, label).find((one) => one.name === name)?.type
  const noted = (name: string, value: number, isTold: boolean) =>
    isTold ? [[name, typeOf(name) === 'boolean' ? value > 0 : value] as const] : []
  return notedValues(tag, label, [
    ...noted('truncated', truncated, truncated >= 0),
    ...noted('occluded', occluded, occluded >= 0 && occluded !== NOT_KNOWN),
    ...noted('alpha', alphaRad ?? 0, alphaRad !== null),
    ...noted('score', score ?? 0, score !== null),
  ])
}
