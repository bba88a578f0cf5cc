export interface CellGrid {
  /** 1 inside, row by row. */
  cells: Uint8Array
  width: number
  height: number
}

/** Cells of one value that hang together by their sides. */
export function connectedParts({ cells, width, height }: CellGrid, value: number): number[][] {
  const isSeen = new Uint8Array(cells.length)
  const parts: number[][] = []
  for (let start = 0; start < cells.length; start++) {
    if (cells[start] !== value || isSeen[start]) continue
    const part = [start]
    isSeen[start] = 1
    const take = (at: number) => {
      if (cells[at] !== value || isSeen[at]) return
      isSeen[at] = 1
      part.push(at)
    }
    for (let i = 0; i < part.length; i++) visitBeside(part[i], width, height, take)
    parts.push(part)
  }
  return parts
}

/** Fills the parts of the ground that touch no side of the grid, if `mayFill` agrees. It changes the cells. */
export function fillHoles(grid: CellGrid, mayFill: (hole: readonly number[]) => boolean = () => true): void {
  const { cells, width, height } = grid
  const isAtSide = (at: number) =>
    at % width === 0 || at % width === width - 1 || at < width || at >= (height - 1) * width
  for (const hole of connectedParts(grid, 0))
    if (!hole.some(isAtSide) && mayFill(hole)) for (const at of hole) cells[at] = 1
}

/** Visits the cells to the left, to the right, above and below. */
export function visitBeside(at: number, width: number, height: number, visit: (beside: number) => void): void {
  const x = at % width
  if (x > 0) visit(at - 1)
  if (x + 1 < width) visit(at + 1)
  if (at >= width) visit(at - width)
  if (at < (height - 1) * width) visit(at + width)
}
