/** A folder or file of the preview. */
export interface TreeRow {
  name: string
  depth: number
  isOriginal: boolean
}

/** Entries that are there only where original files are included. */
const ORIGINALS = /(^|\/)(images|JPEGImages|img1|image_0?2|velodyne|files|samples|related_images|sensors)(\/|$)/

/** The entries of a format as rows of a tree, a row for each split. */
export function archiveTree(tree: readonly string[], splits: readonly string[]): TreeRow[] {
  const names = tree.flatMap((entry) =>
    entry.includes('SPLIT') ? splits.map((split) => entry.replaceAll('SPLIT', split)) : [entry],
  )
  const rows: TreeRow[] = []
  const seen = new Set<string>()
  // Folders stay together, in the order in which they come.
  const top = [...new Set(names.map((name) => name.split('/')[0]))]
  for (const name of top.flatMap((first) => names.filter((one) => one.split('/')[0] === first))) {
    const parts = name.split('/')
    const isOriginal = ORIGINALS.test(name)
    for (const [depth, part] of parts.entries()) {
      const path = parts.slice(0, depth + 1).join('/')
      if (seen.has(path)) continue
      seen.add(path)
      rows.push({ name: depth < parts.length - 1 ? `${part}/` : part, depth, isOriginal })
    }
  }
  return rows
}
