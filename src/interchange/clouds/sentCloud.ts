import { MAX_CLOUD_POINTS } from '../../model/limits.ts'
import { writePcd } from '../../pcd/pcdWriter.ts'
import { readFeather } from '../arrow/feather.ts'
import { ImportError, type SentArchive } from '../core/reader.ts'

/** Bytes a point of the floats of nuScenes and of KITTI. */
const NUSCENES_BYTES = 20
const VELODYNE_BYTES = 16

/**
 * Converts a cloud of a data set to PCD: PCD stays unchanged, little-endian floats (x y z intensity, with a ring in
 * nuScenes) and the sweeps of Argoverse 2 are read. null for other kinds. `points`: how many it has; null if the name
 * decides and the number is unknown.
 */
export async function sentCloud(
  archive: SentArchive,
  entry: string,
  points: number | null,
): Promise<AsyncIterable<Uint8Array> | null> {
  if (/\.pcd$/i.test(entry)) return archive.open(entry)
  if (/\.feather$/i.test(entry)) return once(await pcdOfTable(archive, entry))
  if (!/\.bin$/i.test(entry)) return null
  const bytes = await archive.read(entry, NUSCENES_BYTES * MAX_CLOUD_POINTS)
  const wide = points === null ? /\.pcd\.bin$/i.test(entry) : bytes.length === points * NUSCENES_BYTES
  const stride = wide ? NUSCENES_BYTES : VELODYNE_BYTES
  const count = bytes.length / stride
  if (!Number.isInteger(count) || (points !== null && count !== points))
    throw new ImportError({ file: entry, type: 'INVALID_VALUE' }, `${entry} has ${bytes.length} bytes`)
  return once(pcdOfFloats(bytes, count, stride))
}

function pcdOfFloats(bytes: Uint8Array, count: number, stride: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const positions = new Float32Array(3 * count)
  const intensity = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) positions[3 * i + axis] = view.getFloat32(stride * i + 4 * axis, true)
    intensity[i] = view.getFloat32(stride * i + 12, true)
  }
  return writePcd({ positions, intensity }, 'binary')
}

async function pcdOfTable(archive: SentArchive, entry: string): Promise<Uint8Array> {
  const table = await readFeather(archive, entry)
  const columns = ['x', 'y', 'z'].map((name) => table.number(name))
  const intensityOf = table.number('intensity')
  const positions = new Float32Array(3 * table.rows)
  const intensity = new Float32Array(table.rows)
  for (let row = 0; row < table.rows; row++) {
    for (const [axis, column] of columns.entries()) positions[3 * row + axis] = column(row)
    intensity[row] = intensityOf(row)
  }
  return writePcd({ positions, intensity }, 'binary')
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
