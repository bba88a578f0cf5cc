import { MAX_GIVEN_NUMBER } from '../../model/document/numbers.ts'
import { wordsFor } from '../errors/fault.ts'
import type { FailureList } from './failureList.ts'
import { type JsonObject, optional } from './read.ts'

/** How to treat a number that another object of the class has: as a fault, or by giving the object a new one. */
export type TakenNumbers = 'refused' | 'replaced'

/** Numbers of objects, within their classes. */
export class SubmittedNumbers {
  readonly #failures: FailureList
  readonly #taken: TakenNumbers
  readonly #byClass = new Map<string, Set<number>>()

  constructor(failures: FailureList, taken: TakenNumbers) {
    this.#failures = failures
    this.#taken = taken
  }

  /** As sent; undefined if absent. */
  given(entry: JsonObject, path: string): number | undefined {
    const number = optional(entry, 'number')
    if (number === undefined) return undefined
    if (typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= MAX_GIVEN_NUMBER)
      return number
    const type = typeof number === 'number' ? 'OUT_OF_RANGE' : 'INVALID_TYPE'
    this.#failures.add(`${path}.number`, type, wordsFor(`an integer from 1 to ${MAX_GIVEN_NUMBER}`, number))
    return undefined
  }

  /** The number for an object of the class, unless another one has it. */
  take(classId: string, number: number | undefined, path: string): { number?: number } {
    if (number === undefined) return {}
    const taken = this.#byClass.get(classId) ?? new Set()
    this.#byClass.set(classId, taken)
    if (!taken.has(number)) {
      taken.add(number)
      return { number }
    }
    if (this.#taken === 'refused') {
      this.#failures.add(`${path}.number`, 'DUPLICATE', wordsFor('each number once in its class', number))
    }
    return {}
  }

  /** Both in one, for objects that have one record. */
  read(entry: JsonObject, classId: string, path: string): { number?: number } {
    return this.take(classId, this.given(entry, path), path)
  }
}
