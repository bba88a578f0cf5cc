/** A binary PCD of this number of points in a row. */
export function cloudOf(points: number): Buffer {
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
  const values = new Float32Array(points * 3)
  for (let i = 0; i < points; i++) values.set([(i % 1000) * 0.1, Math.floor(i / 1000) * 0.1, 0], i * 3)
  return Buffer.concat([Buffer.from(header), new Uint8Array(values.buffer)])
}
