import { type Quaternion, quaternionFromMatrix } from '../../geometry/quaternion.ts'
import { SourceError, type SourceFailure } from './layout.ts'

/** How far a matrix may be from a rotation, entry by entry: calibrations are printed with six digits or more. */
const TOLERANCE = 1e-3

/**
 * Collects the faults of calibrations. A source with one is not used at all: boxes that were drawn by a wrong
 * calibration would have to be drawn again.
 */
export class CalibrationCheck {
  readonly #fail: (failure: SourceFailure) => void
  #first: SourceFailure | null = null

  constructor(fail: (failure: SourceFailure) => void) {
    this.#fail = fail
  }

  refuse(failure: SourceFailure): null {
    this.#first ??= failure
    this.#fail(failure)
    return null
  }

  /** `count` finite numbers; null, and refused, if they are not. */
  numbers(file: string, field: string, given: readonly unknown[] | undefined, count: number): number[] | null {
    const expected = `${count} numbers`
    if (!given) return this.refuse({ file, field, type: 'MISSING', expected })
    const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
    const numbers = given.filter(isNumber)
    if (numbers.length === count && given.length === count) return numbers
    const wrong = given.find((value) => !isNumber(value))
    const found = wrong === undefined ? `${given.length} numbers` : String(wrong)
    return this.refuse({ file, field, type: 'INVALID_VALUE', expected, found })
  }

  /** The rotation of a 3 × 3 matrix, row by row. */
  rotation(file: string, field: string, m: readonly number[]): Quaternion | null {
    const dot = (a: number, b: number) => m[a] * m[b] + m[a + 1] * m[b + 1] + m[a + 2] * m[b + 2]
    const determinant =
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6])
    const errors = [dot(0, 0) - 1, dot(3, 3) - 1, dot(6, 6) - 1, dot(0, 3), dot(0, 6), dot(3, 6), determinant - 1]
    if (errors.every((error) => Math.abs(error) <= TOLERANCE)) return quaternionFromMatrix(m)
    return this.refuse({ file, field, type: 'INVALID_VALUE', expected: 'a rotation', found: `[${m.join(', ')}]` })
  }

  /** A rotation as w x y z; null, and refused, if its norm is not 1. */
  quaternion(file: string, field: string, [w, x, y, z]: readonly number[]): Quaternion | null {
    const norm = Math.hypot(w, x, y, z)
    // Dividing by a norm that is 1 to within rounding would change the last digits.
    const divisor = Math.abs(norm - 1) < 1e-15 ? 1 : norm
    if (Math.abs(norm - 1) <= TOLERANCE) return { w: w / divisor, x: x / divisor, y: y / divisor, z: z / divisor }
    return this.refuse({ file, field, type: 'INVALID_VALUE', expected: 'norm 1', found: `norm ${norm}` })
  }

  /** Focal lengths in pixels. */
  focalLengths(file: string, field: string, fx: number, fy: number): boolean {
    if (fx > 0 && fy > 0) return true
    this.refuse({ file, field, type: 'OUT_OF_RANGE', expected: 'focal lengths > 0', found: `${fx}, ${fy}` })
    return false
  }

  /** @throws SourceError CALIBRATION_INVALID that names the first fault */
  finish(): void {
    if (!this.#first) return
    const { file, field, expected, found } = this.#first
    const fault = `${expected ? ` must be ${expected}` : ' is not valid'}${found ? `, found ${found}` : ''}`
    throw new SourceError('CALIBRATION_INVALID', `${file}: ${field ?? 'the file'}${fault}`)
  }
}
