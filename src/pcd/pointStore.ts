/** Points of one block; blocks grow with the data that really came, never with the number in the header. */
export const BLOCK_POINTS = 1 << 15

export interface PointColumns {
  positions: boolean
  intensity: boolean
  rgb: boolean
  labels: boolean
}

export interface PcdBounds {
  min: [number, number, number]
  max: [number, number, number]
}

interface StoredPositions {
  positions: Float32Array | Float64Array
  finiteCount: number
  /** Bounds of the finite points; absent if there are none. */
  bounds?: PcdBounds
}

/**
 * Grows with the arriving points. It holds positions as float64 until all are seen and only then narrows them, block by
 * block, releasing each block immediately: the peak is at most twice the narrowed size.
 */
export class PointStore {
  readonly columns: PointColumns
  readonly positionBlocks: Float64Array[] = []
  readonly intensityBlocks: Float32Array[] = []
  readonly rgbBlocks: Uint8Array[] = []
  readonly labelBlocks: Uint32Array[] = []
  /** Whether some value would lose digits as float32. */
  needsFloat64 = false
  #capacity = 0

  constructor(columns: PointColumns) {
    this.columns = columns
  }

  /** Makes room for the point of this index. */
  reserve(index: number): void {
    while (index >= this.#capacity) {
      if (this.columns.positions) this.positionBlocks.push(new Float64Array(BLOCK_POINTS * 3))
      if (this.columns.intensity) this.intensityBlocks.push(new Float32Array(BLOCK_POINTS))
      if (this.columns.rgb) this.rgbBlocks.push(new Uint8Array(BLOCK_POINTS * 3))
      if (this.columns.labels) this.labelBlocks.push(new Uint32Array(BLOCK_POINTS))
      this.#capacity += BLOCK_POINTS
    }
  }

  setCoordinate(index: number, axis: number, value: number): void {
    this.positionBlocks[index >>> 15][(index & (BLOCK_POINTS - 1)) * 3 + axis] = value
  }

  setIntensity(index: number, value: number): void {
    this.intensityBlocks[index >>> 15][index & (BLOCK_POINTS - 1)] = value
  }

  /** @param packed 0xRRGGBB; higher bits (alpha) are dropped. */
  setRgb(index: number, packed: number): void {
    const block = this.rgbBlocks[index >>> 15]
    const at = (index & (BLOCK_POINTS - 1)) * 3
    block[at] = packed >>> 16
    block[at + 1] = packed >>> 8
    block[at + 2] = packed
  }

  setLabel(index: number, value: number): void {
    this.labelBlocks[index >>> 15][index & (BLOCK_POINTS - 1)] = value
  }

  takePositions(count: number, precision: 'auto' | 'f32' | 'f64'): StoredPositions {
    const wide = precision === 'f64' || (precision === 'auto' && this.needsFloat64)
    const positions = wide ? new Float64Array(count * 3) : new Float32Array(count * 3)
    const extent = new Extent()
    // From the last to the first: an allocator can release memory of its heap only from the top.
    for (let block = this.positionBlocks.pop(); block !== undefined; block = this.positionBlocks.pop()) {
      const first = this.positionBlocks.length * BLOCK_POINTS * 3
      const used = block.subarray(0, count * 3 - first)
      extent.add(used)
      positions.set(used, first)
      release(block)
    }
    const { finiteCount } = extent
    if (finiteCount === 0) return { positions, finiteCount }
    // Rounding keeps order, so the rounded bounds are the bounds of the rounded points.
    const rounded = (corner: PcdBounds['min']) => (wide ? corner : (corner.map(Math.fround) as PcdBounds['min']))
    return { positions, finiteCount, bounds: { min: rounded(extent.min), max: rounded(extent.max) } }
  }

  takeIntensity(count: number): Float32Array {
    return joined(this.intensityBlocks, new Float32Array(count))
  }

  takeRgb(count: number): Uint8Array {
    return joined(this.rgbBlocks, new Uint8Array(count * 3))
  }

  takeLabels(count: number): Uint32Array {
    return joined(this.labelBlocks, new Uint32Array(count))
  }
}

/** Bounds of points, NaN ones left out. */
class Extent {
  finiteCount = 0
  readonly min: [number, number, number] = [Infinity, Infinity, Infinity]
  readonly max: [number, number, number] = [-Infinity, -Infinity, -Infinity]

  add(positions: Float64Array): void {
    let [minX, minY, minZ] = this.min
    let [maxX, maxY, maxZ] = this.max
    let finite = 0
    for (let at = 0; at < positions.length; at += 3) {
      const x = positions[at]
      const y = positions[at + 1]
      const z = positions[at + 2]
      if (Number.isNaN(x + y + z)) continue
      finite++
      if (x < minX) minX = x
      if (x > maxX) maxX = x
      if (y < minY) minY = y
      if (y > maxY) maxY = y
      if (z < minZ) minZ = z
      if (z > maxZ) maxZ = z
    }
    this.finiteCount += finite
    this.min.splice(0, 3, minX, minY, minZ)
    this.max.splice(0, 3, maxX, maxY, maxZ)
  }
}

/** Detaching frees the memory now; waiting for the garbage collector would double the peak. */
function release(block: { buffer: ArrayBufferLike }): void {
  if (block.buffer instanceof ArrayBuffer) block.buffer.transfer(0)
}

function joined<T extends Float32Array | Uint8Array | Uint32Array>(blocks: T[], whole: T): T {
  let at = 0
  for (const block of blocks) {
    const used = Math.min(block.length, whole.length - at)
    whole.set(block.subarray(0, used), at)
    at += used
    release(block)
  }
  blocks.length = 0
  return whole
}
