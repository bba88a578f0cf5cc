const bits = new DataView(new ArrayBuffer(4))

/** PCL packs 0x00RRGGBB into the bits of a float32 where TYPE is F; NaN (an alpha of 255) has lost its colour in text. */
export function packedColour(value: number, isFloat: boolean): number {
  if (Number.isNaN(value)) return 0
  if (!isFloat) return value >>> 0
  bits.setFloat32(0, value)
  return bits.getUint32(0)
}
