import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { withBrowser } from '../../../test/browser.ts'

const PAGE = join(import.meta.dirname, 'pcdLoaderPage')
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Milliseconds from the request of a cloud until all points were handed to the renderer, and until they were drawn. */
export type ShowTimes = [handedMs: number, drawnMs: number]

/** How long a page with three's PCDLoader takes for the file, once a round; the page is there before, `size` large. */
export async function pcdLoaderTimes(
  pcd: Uint8Array,
  size: { width: number; height: number },
  rounds: number,
): Promise<ShowTimes[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'fiducial-pcd-page-'))
  const options = { outDir, emptyOutDir: true, target: 'es2022', reportCompressedSize: false } as const
  await build({ root: PAGE, configFile: false, publicDir: false, logLevel: 'error', build: options })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/cloud.pcd') return void response.setHeader('cache-control', 'no-store').end(pcd)
    const onDisk = join(outDir, path === '/' ? 'index.html' : path)
    if (!onDisk.startsWith(outDir) || !existsSync(onDisk)) return void response.writeHead(404).end()
    response.setHeader('content-type', TYPES[extname(onDisk)] ?? 'application/octet-stream')
    createReadStream(onDisk).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  try {
    return await withBrowser(
      async (context) => {
        const page = await context.newPage()
        await page.goto(`http://127.0.0.1:${port}/`)
        await page.waitForFunction('globalThis.show !== undefined')
        const times: ShowTimes[] = []
        for (let round = 0; round < rounds; round++) {
          times.push(await page.evaluate<ShowTimes>(`show('/cloud.pcd?${round}', ${size.width}, ${size.height})`))
        }
        return times
      },
      { viewport: { width: 1280, height: 800 } },
    )
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}
