import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { withContext } from '../browser.ts'
import { noteModules } from '../support/touched.ts'

const FIXTURE = join(import.meta.dirname, 'fixture')
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
  folder: string
  /** Its modules, as absolute paths. */
  modules: readonly string[]
}

let built: Promise<BuiltPage> | null = null

/** The page is built once a process, from the sources as they are. */
function builtPage(): Promise<BuiltPage> {
  built ??= buildPage()
  return built
}

async function buildPage(): Promise<BuiltPage> {
  const outDir = mkdtempSync(join(tmpdir(), 'fiducial-editor-page-'))
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))
  const output = await build({
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
  const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  return { folder: outDir, modules }
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
