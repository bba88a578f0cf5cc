/** `a` and `b` may be paired, and that is worth `weight` (above 0). */
export interface WeightedPair {
  a: number
  b: number
  weight: number
}

export interface Assignment<P> {
  /** Each a and each b is in at most one pair. */
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
  const places = placesOf(pairs)
  const search = new PathSearch(pairs, places)
  for (const { members, rows, columnCount } of componentsOf(places)) {
    if (members.length === 1) assignment.pairs.push(pairs[members[0]])
    else if (rows.length * columnCount <= mostCells && !isLate()) {
      for (const row of rows) search.insert(row)
      for (const row of rows) if (search.pairOf(row) !== NONE) assignment.pairs.push(pairs[search.pairOf(row)])
    } else {
      assignment.pairs.push(...greedyOf(members.map((index) => pairs[index])))
      assignment.approximate = true
    }
  }
  return assignment
}

/** Each a is a row and each b a column, numbered from 0 as they come. */
interface Places {
  /** Values by pair. */
  row: Int32Array
  column: Int32Array
  rowCount: number
  columnCount: number
}

function placesOf(pairs: readonly WeightedPair[]): Places {
  const [rows, columns] = [new Map<number, number>(), new Map<number, number>()]
  const [row, column] = [new Int32Array(pairs.length), new Int32Array(pairs.length)]
  for (let i = 0; i < pairs.length; i++) {
    row[i] = numberOf(pairs[i].a, rows)
    column[i] = numberOf(pairs[i].b, columns)
  }
  return { row, column, rowCount: rows.size, columnCount: columns.size }
}

function numberOf(name: number, numbers: Map<number, number>): number {
  const known = numbers.get(name)
  if (known !== undefined) return known
  numbers.set(name, numbers.size)
  return numbers.size - 1
}

/** Pairs that share an a or a b, directly or over others. */
interface Component {
  members: number[]
  rows: number[]
  columnCount: number
}

function componentsOf({ row, column, rowCount, columnCount }: Places): Component[] {
  const parents = Int32Array.from({ length: rowCount + columnCount }, (_, node) => node)
  const rootOf = (start: number): number => {
    let node = start
    while (parents[node] !== node) {
      parents[node] = parents[parents[node]]
      node = parents[node]
    }
    return node
  }
  for (let i = 0; i < row.length; i++) parents[rootOf(row[i])] = rootOf(rowCount + column[i])
  const components = new Map<number, Component>()
  const componentOf = (node: number): Component => {
    const root = rootOf(node)
    const known = components.get(root)
    if (known) return known
    const made = { members: [], rows: [], columnCount: 0 }
    components.set(root, made)
    return made
  }
  for (let i = 0; i < row.length; i++) componentOf(row[i]).members.push(i)
  for (let i = 0; i < rowCount; i++) componentOf(i).rows.push(i)
  for (let i = 0; i < columnCount; i++) componentOf(rowCount + i).columnCount++
  return [...components.values()]
}

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

const NONE = -1

/** Rows are put in one after another; each takes the cheapest path over those that are there already. */
class PathSearch {
  /** Pairs of one row after those of another; where each row's begin. */
  readonly #pairs: Int32Array
  readonly #starts: Int32Array
  readonly #column: Int32Array
  readonly #cost: Float64Array
  /** The cost of staying alone, which no pair exceeds. */
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
  readonly #queue = new DistanceQueue()

  constructor(pairs: readonly WeightedPair[], { row, column, rowCount, columnCount }: Places) {
    let most = 0
    for (const { weight } of pairs) most = Math.max(most, weight)
    this.#alone = most
    this.#cost = new Float64Array(pairs.length)
    for (let i = 0; i < pairs.length; i++) this.#cost[i] = most - pairs[i].weight
    this.#column = column
    this.#starts = new Int32Array(rowCount + 1)
    for (const of of row) this.#starts[of + 1]++
    for (let i = 0; i < rowCount; i++) this.#starts[i + 1] += this.#starts[i]
    this.#pairs = new Int32Array(pairs.length)
    const next = this.#starts.slice()
    for (let i = 0; i < pairs.length; i++) this.#pairs[next[row[i]]++] = i
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

  /** NONE: the row is alone. */
  pairOf(row: number): number {
    return this.#pairOfRow[row]
  }

  insert(start: number): void {
    const queue = this.#queue
    queue.clear()
    const touched: number[] = []
    const scanned: number[] = []
    let end = { distance: Number.POSITIVE_INFINITY, column: NONE, row: start }
    const scan = (row: number, reached: number): void => {
      const from = reached - this.#rowPotential[row]
      const alone = from + this.#alone
      if (alone < end.distance) end = { distance: alone, column: NONE, row }
      for (let i = this.#starts[row]; i < this.#starts[row + 1]; i++) {
        const pair = this.#pairs[i]
        const column = this.#column[pair]
        const distance = from + this.#cost[pair] - this.#columnPotential[column]
        if (this.#isFinal[column] || distance >= this.#distance[column] || distance > end.distance) continue
        if (this.#distance[column] === Number.POSITIVE_INFINITY) touched.push(column)
        this.#distance[column] = distance
        this.#previousRow[column] = row
        this.#previousPair[column] = pair
        queue.push(distance, column)
      }
    }
    scan(start, 0)
    for (let column = queue.pop(); column !== NONE && queue.popped <= end.distance; column = queue.pop()) {
      const distance = queue.popped
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
  readonly #distances: number[] = []
  readonly #columns: number[] = []
  /** Distance of the column that was taken last. */
  popped = 0

  clear(): void {
    this.#distances.length = 0
    this.#columns.length = 0
  }

  push(distance: number, column: number): void {
    const distances = this.#distances
    let at = distances.push(distance) - 1
    this.#columns.push(column)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (distances[parent] <= distance) return
      this.#swap(parent, at)
      at = parent
    }
  }

  /** NONE: it is empty. */
  pop(): number {
    const distances = this.#distances
    if (distances.length === 0) return NONE
    this.#swap(0, distances.length - 1)
    this.popped = distances.pop() ?? 0
    const column = this.#columns.pop() ?? NONE
    for (let at = 0; ; ) {
      let least = at
      for (let child = 2 * at + 1; child <= 2 * at + 2 && child < distances.length; child++) {
        if (distances[child] < distances[least]) least = child
      }
      if (least === at) return column
      this.#swap(least, at)
      at = least
    }
  }

  #swap(i: number, j: number): void {
    const [distance, column] = [this.#distances[i], this.#columns[i]]
    this.#distances[i] = this.#distances[j]
    this.#columns[i] = this.#columns[j]
    this.#distances[j] = distance
    this.#columns[j] = column
  }
}
