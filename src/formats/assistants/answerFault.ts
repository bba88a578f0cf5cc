import type { AssistErrorCode } from '../../model/assistants/assistant.ts'
import { isJsonObject, type JsonObject } from '../results/read.ts'

/** Thrown by readers of answers: the fault of an answer and its position. */
export class AnswerFault extends Error {
  readonly code: AssistErrorCode

  constructor(message: string, code: AssistErrorCode = 'INVALID_ANSWER') {
    super(message)
    this.code = code
  }
}

export function objectAt(value: unknown, path: string): JsonObject {
  if (isJsonObject(value)) return value
  throw new AnswerFault(`${path}: an object was expected`)
}

export function listAt(value: unknown, path: string): unknown[] {
  if (Array.isArray(value)) return value
  throw new AnswerFault(`${path}: a list was expected`)
}

export function textAt(value: unknown, path: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new AnswerFault(`${path}: text was expected`)
}

/** 0 to 1, or null if absent. */
export function scoreAt(value: unknown, path: string): number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  throw new AnswerFault(`${path}: a number from 0 to 1 or null was expected`)
}

export function countAt(value: unknown, path: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new AnswerFault(`${path}: a whole number from 0 was expected`)
}
