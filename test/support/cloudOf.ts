/** A binary PCD of this number of points in a row. */
export function cloudOf(points: number): Buffer {
  const positions = new Float32Array(points * 3)
  for (let i = 0; i < points; i++) positions.set([(i % 1000) * 0.1, Math.floor(i / 1000) * 0.1, 0], i * 3)
  return binaryPcd(positions)
}

/** A binary PCD of these points, x y z after one another. */
export function binaryPcd(positions: ArrayLike<number>): Buffer {
  const points = positions.length / 3
  const header = `VERSION 0.7
FIELDS x y z
SIZE 4 4 4
TYPE F F F
COUNT 1 1 1
WIDTH ${points}
HEIGHT 1
VIEWPOINT 0 0 0 1 0 0 0
POINTS ${points}
DATA binary
`
  return Buffer.concat([Buffer.from(header), new Uint8Array(Float32Array.from(positions).buffer)])
}
