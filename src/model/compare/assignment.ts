/** `a` and `b` may be paired, and that is worth `weight` (above 0). */
export interface WeightedPair {
  a: number
  b: number
  weight: number
}

export interface Assignment<P> {
  /** No a and no b is in two of them. */
  pairs: P[]
  /** Some were chosen greedily, the best pair first: the sum may be smaller than it could be. */
  approximate: boolean
}

/** A connected component of more a × b than this is matched greedily. */
const MOST_CELLS = 2000 * 2000

/**
 * Pairs of the greatest sum of weights. Exact: each connected component by shortest augmenting paths with potentials
 * (Jonker and Volgenant 1987) over the pairs that exist, an a being free to stay alone. `isLate` is asked before each
 * component: from then on the rest is matched greedily.
 */
export function assign<P extends WeightedPair>(
  pairs: readonly P[],
  isLate: () => boolean = () => false,
  mostCells = MOST_CELLS,
): Assignment<P> {
  const assignment: Assignment<P> = { pairs: [], approximate: false }
  for (const component of componentsOf(pairs)) {
    if (component.length === 1) assignment.pairs.push(component[0])
    else if (cellsOf(component) <= mostCells && !isLate()) assignment.pairs.push(...bestOf(component))
    else {
      assignment.pairs.push(...greedyOf(component))
      assignment.approximate = true
    }
  }
  return assignment
}

/** Pairs that share an a or a b, directly or over others. */
function componentsOf<P extends WeightedPair>(pairs: readonly P[]): Iterable<P[]> {
  const [rows, columns] = [numbered(pairs.map(({ a }) => a)), numbered(pairs.map(({ b }) => b))]
  const parents = Int32Array.from({ length: rows.size + columns.size }, (_, node) => node)
  const rootOf = (start: number): number => {
    let node = start
    while (parents[node] !== node) {
      parents[node] = parents[parents[node]]
      node = parents[node]
    }
    return node
  }
  const nodeOfA = ({ a }: P) => rows.get(a) ?? 0
  const nodeOfB = ({ b }: P) => rows.size + (columns.get(b) ?? 0)
  for (const pair of pairs) parents[rootOf(nodeOfA(pair))] = rootOf(nodeOfB(pair))
  return Map.groupBy(pairs, (pair) => rootOf(nodeOfA(pair))).values()
}

function numbered(names: Iterable<number>): Map<number, number> {
  const numbers = new Map<number, number>()
  for (const name of names) if (!numbers.has(name)) numbers.set(name, numbers.size)
  return numbers
}

const cellsOf = (pairs: readonly WeightedPair[]): number =>
  new Set(pairs.map(({ a }) => a)).size * new Set(pairs.map(({ b }) => b)).size

function greedyOf<P extends WeightedPair>(component: readonly P[]): P[] {
  const [takenA, takenB] = [new Set<number>(), new Set<number>()]
  return component
    .toSorted((one, other) => other.weight - one.weight)
    .filter(({ a, b }) => {
      if (takenA.has(a) || takenB.has(b)) return false
      takenA.add(a)
      takenB.add(b)
      return true
    })
}

function bestOf<P extends WeightedPair>(component: readonly P[]): P[] {
  const rows = numbered(component.map(({ a }) => a))
  const columns = numbered(component.map(({ b }) => b))
  const search = new PathSearch(rows.size, columns.size, component, rows, columns)
  for (let row = 0; row < rows.size; row++) search.insert(row)
  return search.matched.map((index) => component[index])
}

const NONE = -1

/** Rows are put in one after another; each takes the cheapest path over those that are there already. */
class PathSearch {
  /** By row, the pairs it is in: column, cost and place in the list, one after the other. */
  readonly #edges: number[][]
  /** What staying alone costs: no pair costs more. */
  readonly #alone: number
  readonly #pairOfRow: Int32Array
  readonly #columnOfRow: Int32Array
  readonly #rowOfColumn: Int32Array
  readonly #rowPotential: Float64Array
  readonly #columnPotential: Float64Array
  readonly #distance: Float64Array
  /** Columns whose distance is final: rounding must not change the way there. */
  readonly #isFinal: Uint8Array
  readonly #previousRow: Int32Array
  readonly #previousPair: Int32Array

  constructor(
    rowCount: number,
    columnCount: number,
    pairs: readonly WeightedPair[],
    rows: ReadonlyMap<number, number>,
    columns: ReadonlyMap<number, number>,
  ) {
    this.#alone = pairs.reduce((most, { weight }) => Math.max(most, weight), 0)
    this.#edges = Array.from({ length: rowCount }, () => [])
    for (const [index, { a, b, weight }] of pairs.entries()) {
      this.#edges[rows.get(a) ?? 0].push(columns.get(b) ?? 0, this.#alone - weight, index)
    }
    this.#pairOfRow = new Int32Array(rowCount).fill(NONE)
    this.#columnOfRow = new Int32Array(rowCount).fill(NONE)
    this.#rowOfColumn = new Int32Array(columnCount).fill(NONE)
    this.#rowPotential = new Float64Array(rowCount)
    this.#columnPotential = new Float64Array(columnCount)
    this.#distance = new Float64Array(columnCount).fill(Number.POSITIVE_INFINITY)
    this.#isFinal = new Uint8Array(columnCount)
    this.#previousRow = new Int32Array(columnCount)
    this.#previousPair = new Int32Array(columnCount)
  }

  get matched(): number[] {
    return [...this.#pairOfRow].filter((pair) => pair !== NONE)
  }

  insert(start: number): void {
    const queue = new DistanceQueue()
    const touched: number[] = []
    const scanned: number[] = []
    let end = { distance: Number.POSITIVE_INFINITY, column: NONE, row: start }
    const scan = (row: number, reached: number): void => {
      const alone = reached + this.#alone - this.#rowPotential[row]
      if (alone < end.distance) end = { distance: alone, column: NONE, row }
      const edges = this.#edges[row]
      for (let i = 0; i < edges.length; i += 3) {
        const column = edges[i]
        const distance = reached + edges[i + 1] - this.#rowPotential[row] - this.#columnPotential[column]
        if (this.#isFinal[column] || distance >= this.#distance[column] || distance > end.distance) continue
        if (this.#distance[column] === Number.POSITIVE_INFINITY) touched.push(column)
        this.#distance[column] = distance
        this.#previousRow[column] = row
        this.#previousPair[column] = edges[i + 2]
        queue.push(distance, column)
      }
    }
    scan(start, 0)
    for (let next = queue.pop(); next && next.distance <= end.distance; next = queue.pop()) {
      const { distance, column } = next
      // Found again over a shorter way meanwhile.
      if (this.#isFinal[column] || distance > this.#distance[column]) continue
      this.#isFinal[column] = 1
      const row = this.#rowOfColumn[column]
      if (row === NONE) {
        end = { distance, column, row }
        break
      }
      scanned.push(column)
      scan(row, distance)
    }
    this.#raisePotentials(start, scanned, end.distance)
    this.#augment(start, end)
    for (const column of touched) {
      this.#distance[column] = Number.POSITIVE_INFINITY
      this.#isFinal[column] = 0
    }
  }

  #raisePotentials(start: number, scanned: readonly number[], end: number): void {
    this.#rowPotential[start] += end
    for (const column of scanned) {
      this.#rowPotential[this.#rowOfColumn[column]] += end - this.#distance[column]
      this.#columnPotential[column] -= end - this.#distance[column]
    }
  }

  #augment(start: number, end: { column: number; row: number }): void {
    let column = end.column
    if (column === NONE) {
      column = this.#columnOfRow[end.row]
      this.#columnOfRow[end.row] = NONE
      this.#pairOfRow[end.row] = NONE
      if (end.row === start) return
    }
    for (let row = NONE; row !== start; ) {
      row = this.#previousRow[column]
      const freed = this.#columnOfRow[row]
      this.#rowOfColumn[column] = row
      this.#columnOfRow[row] = column
      this.#pairOfRow[row] = this.#previousPair[column]
      column = freed
    }
  }
}

/** The nearest column first: a binary heap. */
class DistanceQueue {
  readonly #heap: { distance: number; column: number }[] = []

  push(distance: number, column: number): void {
    const heap = this.#heap
    let at = heap.push({ distance, column }) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (heap[parent].distance <= heap[at].distance) return
      ;[heap[parent], heap[at]] = [heap[at], heap[parent]]
      at = parent
    }
  }

  pop(): { distance: number; column: number } | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return first
    heap[0] = last
    for (let at = 0; ; ) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && heap[child].distance < heap[least].distance) least = child
      }
      if (least === at) return first
      ;[heap[least], heap[at]] = [heap[at], heap[least]]
      at = least
    }
  }
}
