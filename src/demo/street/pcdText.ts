/** A float32 cannot express millimetres at larger coordinates. */
const FLOAT32_REACH_M = 8192

/**
 * An ASCII PCD file of version 0.7 (specification 2.10), one point a line, three decimals. Coordinates too large for
 * float32 are declared as the float64 they are.
 */
export function pcdText(positions: Float64Array): string {
  const points = positions.length / 3
  const isLarge = positions.some((value) => Math.abs(value) > FLOAT32_REACH_M)
  const lines = [
    '# .PCD v0.7 - Point Cloud Data file format',
    'VERSION 0.7',
    'FIELDS x y z',
    isLarge ? 'SIZE 8 8 8' : 'SIZE 4 4 4',
    'TYPE F F F',
    'COUNT 1 1 1',
    `WIDTH ${points}`,
    'HEIGHT 1',
    'VIEWPOINT 0 0 0 1 0 0 0',
    `POINTS ${points}`,
    'DATA ascii',
  ]
  for (let i = 0; i < positions.length; i += 3) {
    lines.push(`${positions[i].toFixed(3)} ${positions[i + 1].toFixed(3)} ${positions[i + 2].toFixed(3)}`)
  }
  return `${lines.join('\n')}\n`
}
