import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { withContext } from '../browser.ts'
import { noteModules } from '../support/touched.ts'

const FIXTURE = join(import.meta.dirname, 'fixture')
const ROOT = join(import.meta.dirname, '..', '..')
const BUILT = join(ROOT, '.cache', 'editor-page')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.map': 'application/json',
}

export interface EditorPage {
  page: Page
  /** How often each file was fetched. */
  fetched: ReadonlyMap<string, number>
  /** Runs JavaScript in the page, where `session` is the open EditorSession. */
  run<T>(script: string): Promise<T>
}

interface BuiltPage {
  sources: string
  folder: string
  /** Its modules, as absolute paths. */
  modules: readonly string[]
}

let built: Promise<BuiltPage> | null = null

/** The page, built from the sources as they are: once for all processes of a run, since that takes three core-seconds. */
function builtPage(): Promise<BuiltPage> {
  built ??= findOrBuild()
  return built
}

async function findOrBuild(): Promise<BuiltPage> {
  // Loaded here: where a module that files share awaits something, Node takes the tests of all for those of one file.
  const { sourcesHash } = await import(join(ROOT, 'scripts', 'lib', 'web.mjs'))
  const { withLock } = await import(join(ROOT, 'scripts', 'lib', 'lock.mjs'))
  return withLock(`${BUILT}.lock`, async () => {
    const sources: string = sourcesHash(['test/web/fixture'])
    const note = `${BUILT}.json`
    const before = existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as BuiltPage) : null
    if (before?.sources === sources && existsSync(before.folder)) return before
    // A folder for each state of the sources: other processes may still read the one before.
    const folder = join(BUILT, sources.slice(0, 16))
    for (const name of existsSync(BUILT) ? readdirSync(BUILT) : [])
      if (join(BUILT, name) !== before?.folder) rmSync(join(BUILT, name), { recursive: true })
    rmSync(note, { force: true })
    const page: BuiltPage = { sources, folder, modules: await build(folder) }
    writeFileSync(note, JSON.stringify(page))
    return page
  })
}

async function build(outDir: string): Promise<string[]> {
  const { build: buildByVite } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  const output = await buildByVite({
    root: FIXTURE,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      minify: false,
      reportCompressedSize: false,
    },
  })
  const chunks = [output].flat().flatMap((one) => ('output' in one ? one.output : []))
  return chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}

/** Opens the editor of the payload in an empty browser; `files` are served under the payload's file names. */
export async function withEditor(
  payload: JobPayloadAnswer,
  files: ReadonlyMap<string, { body: Uint8Array; type: string }>,
  use: (editor: EditorPage) => Promise<void>,
  viewport = { width: 1280, height: 800 },
): Promise<void> {
  const { folder, modules } = await builtPage()
  noteModules(modules)
  const fetched = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/favicon.ico') return void response.writeHead(204).end()
    if (path === '/payload.json')
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(payload))
    const file = files.get(path.slice('/files/'.length))
    if (file) {
      fetched.set(path, (fetched.get(path) ?? 0) + 1)
      response.setHeader('content-type', file.type).setHeader('cache-control', 'no-store')
      return void response.end(file.body)
    }
    const onDisk = join(folder, path === '/' ? 'index.html' : path)
    if (!onDisk.startsWith(folder) || !existsSync(onDisk)) return void response.writeHead(404).end()
    response.setHeader('content-type', TYPES[extname(onDisk)] ?? 'application/octet-stream')
    createReadStream(onDisk).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  try {
    await withContext(
      async (context) => {
        const page = await context.newPage()
        const faults: string[] = []
        page.on('pageerror', (error) => faults.push(String(error)))
        page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
        await page.goto(`http://127.0.0.1:${port}/`)
        await page.waitForFunction('globalThis.session !== undefined && document.querySelector("canvas") !== null')
        await use({ page, fetched, run: (script) => page.evaluate(script) as never })
        if (faults.length > 0) throw new Error(`the page reported: ${faults.join('; ')}`)
      },
      { viewport },
    )
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
