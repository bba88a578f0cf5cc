import { INTENSITY, LABEL, RGB, X, Z } from './columnPlan.ts'
import { FLOAT32_OVERFLOW } from './decimal.ts'
import type { PcdProblems } from './pcdError.ts'
import type { PcdField } from './pcdHeader.ts'
import type { PointStore } from './pointStore.ts'

/** Puts one binary element where its use says, checking what a coordinate and a label may be. */
export function storeElement(
  store: PointStore,
  problems: PcdProblems,
  use: number,
  index: number,
  value: number,
): void {
  if (use >= X && use <= Z) {
    if (Math.abs(value) >= FLOAT32_OVERFLOW) problems.add(`point ${index} has a coordinate of ${value}`)
    // NaN differs from itself, but does not need float64.
    if (value - Math.fround(value) !== 0 && !Number.isNaN(value)) store.needsFloat64 = true
    store.setCoordinate(index, use - X, value)
  } else if (use === INTENSITY) store.setIntensity(index, value)
  else if (use === RGB) store.setRgb(index, value)
  else if (use === LABEL) {
    if (Number.isInteger(value) && value >= 0 && value <= 0xffffffff) store.setLabel(index, value)
    else problems.add(`label_key of point ${index} is ${value}, not a whole number from 0`)
  }
}

/** Reads one little-endian element. Colours are read as bits, regardless of TYPE. */
export function elementReader(field: PcdField, use: number): (view: DataView, at: number) => number {
  if (use === RGB) return (view, at) => view.getUint32(at, true)
  switch (`${field.type}${field.size}`) {
    case 'F4':
      return (view, at) => view.getFloat32(at, true)
    case 'F8':
      return (view, at) => view.getFloat64(at, true)
    case 'I1':
      return (view, at) => view.getInt8(at)
    case 'I2':
      return (view, at) => view.getInt16(at, true)
    case 'I4':
      return (view, at) => view.getInt32(at, true)
    case 'I8':
      return (view, at) => Number(view.getBigInt64(at, true))
    case 'U1':
      return (view, at) => view.getUint8(at)
    case 'U2':
      return (view, at) => view.getUint16(at, true)
    case 'U4':
      return (view, at) => view.getUint32(at, true)
    default:
      return (view, at) => Number(view.getBigUint64(at, true))
  }
}
