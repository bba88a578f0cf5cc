// npm run figures: what the code is made of, in numbers. Add -- names, -- casts or -- nonnull for the places.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cycles } from '../test/architecture/cycles.ts'
import { readFigures, total } from '../test/architecture/figures.ts'
import { readSources, readTable, upwardRows } from '../test/architecture/imports.ts'

const root = join(import.meta.dirname, '..')
const figures = readFigures(root)
const { functions } = figures
const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const up = ['web', 'api'].flatMap((folder) => upwardRows(readTable(architecture, `Layers of \`${folder}\``)))
const src = join(root, 'src')
const rows = [
  ['files', figures.files],
  ['lines', figures.lines],
  ['functions', functions.count],
  ['lines of a function: p50, p90', `${functions.p50}, ${functions.p90}`],
  ['longest function', `${functions.max} (${functions.longest})`],
  ['circles of imports, types included', cycles(src, readSources(src)).length],
  ['arrows up', up.length],
  ['non-null !', total(figures.nonNull)],
  ['casts with as', total(figures.casts)],
  ['untyped queries', figures.untypedQueries.length],
  ['names exported twice', figures.exportedTwice.size],
  ['texts in JSX', figures.jsxLiterals],
  ['words of the stop list', total(figures.stopWords)],
]
const width = Math.max(...rows.map(([name]) => name.length))
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`)
const [asked] = process.argv.slice(2)
const most = (counts) => [...counts].sort((a, b) => b[1] - a[1]).map(([at, count]) => `  ${count}  ${at}`)
if (asked === 'names') for (const [name, at] of figures.exportedTwice) console.log(`  ${name}: ${at.join(', ')}`)
if (asked === 'casts') console.log(most(figures.casts).join('\n'))
if (asked === 'nonnull') console.log(most(figures.nonNull).join('\n'))
if (asked === 'words') console.log(most(figures.stopWords).join('\n'))
