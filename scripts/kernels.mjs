// npm run kernels [-- --check]: compiles kernels/pointLines.ts (AssemblyScript) and writes it where the reader of point
// clouds loads it; with --check writes nothing and fails where the file is not what the source compiles to.
import { readFileSync, writeFileSync } from 'node:fs'
import { ensureInstalled } from './lib/install.mjs'
import { fromRoot } from './lib/paths.mjs'

const TARGET = fromRoot('src', 'formats', 'pcd', 'pointLinesModule.ts')
const FLAGS = ['--optimize', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--initialMemory', '1']

async function compiled() {
  const { default: asc } = await import('assemblyscript/asc')
  let binary
  const { error, stderr } = await asc.main(['pointLines.ts', ...FLAGS, '--maximumMemory', '1', '--outFile', 'wasm'], {
    readFile: (name) => (name === 'pointLines.ts' ? readFileSync(fromRoot('kernels', name), 'utf8') : null),
    writeFile: (_, contents) => {
      binary = contents
    },
  })
  if (error) throw new Error(stderr.toString())
  return `/** Made by \`npm run kernels\` from kernels/pointLines.ts: WebAssembly, as base64. */
export const POINT_LINES_MODULE =
  '${Buffer.from(binary).toString('base64')}'
`
}

async function kernels(check) {
  if ((await ensureInstalled()).stopped) return 143
  const source = await compiled()
  if (!check) writeFileSync(TARGET, source)
  else if (readFileSync(TARGET, 'utf8') !== source) {
    process.stderr.write('pointLinesModule.ts is not what kernels/pointLines.ts compiles to: npm run kernels\n')
    return 1
  }
  return 0
}

process.exit(await kernels(process.argv.includes('--check')))
