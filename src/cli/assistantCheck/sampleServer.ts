import { createServer } from 'node:http'
import { encode } from 'fast-png'
import { SAMPLE_IMAGE, SAMPLE_POINTS, type SampleFiles } from './samples.ts'

/** Serves the sample files on this machine until it is stopped. */
export async function serveSamples(): Promise<{ files: SampleFiles; stop(): Promise<void> }> {
  const bodies = new Map([
    ['/image.png', { type: 'image/png', body: Buffer.from(sampleImage()) }],
    ['/cloud.pcd', { type: 'application/octet-stream', body: Buffer.from(sampleCloud()) }],
  ])
  const server = createServer((request, response) => {
    const found = bodies.get(request.url ?? '')
    if (found) response.writeHead(200, { 'content-type': found.type }).end(found.body)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server of samples has no port')
  const base = `http://127.0.0.1:${address.port}`
  return {
    files: { image: `${base}/image.png`, cloud: `${base}/cloud.pcd` },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sampleImage(): Uint8Array {
  const { widthPx: width, heightPx: height, box } = SAMPLE_IMAGE
  const data = new Uint8Array(width * height * 3).fill(40)
  for (let y = box.top; y < box.bottom; y++) data.fill(220, (y * width + box.left) * 3, (y * width + box.right) * 3)
  return encode({ width, height, channels: 3, depth: 8, data })
}

function sampleCloud(): string {
  const count = SAMPLE_POINTS.length
  const head = ['VERSION 0.7', 'FIELDS x y z', 'SIZE 4 4 4', 'TYPE F F F', 'COUNT 1 1 1', `WIDTH ${count}`, 'HEIGHT 1']
  const rows = SAMPLE_POINTS.map((point) => point.map((value) => value.toFixed(3)).join(' '))
  return `${[...head, 'VIEWPOINT 0 0 0 1 0 0 0', `POINTS ${count}`, 'DATA ascii', ...rows].join('\n')}\n`
}
