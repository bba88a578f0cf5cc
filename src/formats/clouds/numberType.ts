/** A number in a file: f float, i signed, u unsigned, and its bytes. */
export type NumberType = 'i1' | 'u1' | 'i2' | 'u2' | 'i4' | 'u4' | 'i8' | 'u8' | 'f2' | 'f4' | 'f8'

export type ReadNumber = (view: DataView, at: number) => number

export const numberBytes = (type: NumberType): number => Number(type[1])

export function numberReader(type: NumberType, isLittleEndian: boolean): ReadNumber {
  switch (type) {
    case 'i1':
      return (view, at) => view.getInt8(at)
    case 'u1':
      return (view, at) => view.getUint8(at)
    case 'i2':
      return (view, at) => view.getInt16(at, isLittleEndian)
    case 'u2':
      return (view, at) => view.getUint16(at, isLittleEndian)
    case 'i4':
      return (view, at) => view.getInt32(at, isLittleEndian)
    case 'u4':
      return (view, at) => view.getUint32(at, isLittleEndian)
    case 'i8':
      return (view, at) => Number(view.getBigInt64(at, isLittleEndian))
    case 'u8':
      return (view, at) => Number(view.getBigUint64(at, isLittleEndian))
    case 'f2':
      return (view, at) => float16(view.getUint16(at, isLittleEndian))
    case 'f4':
      return (view, at) => view.getFloat32(at, isLittleEndian)
    case 'f8':
      return (view, at) => view.getFloat64(at, isLittleEndian)
  }
}

/** IEEE 754 binary16. */
function float16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
