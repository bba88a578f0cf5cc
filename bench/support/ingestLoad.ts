import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { BenchProject, IngestKind } from './ingestServer.ts'
import type { LoadOrder, LoadReport } from './loadGenerator.ts'

const SECONDS = 6
export const CONNECTIONS = 192

export interface Served extends BenchProject {
  process: ChildProcess
  port: number
}

/** A server in a separate process, with a project; of another server where it is handed over. */
export async function serve(connectionString: string, kind: IngestKind, known?: BenchProject): Promise<Served> {
  const project = known ? [JSON.stringify({ projectId: known.projectId, key: known.key })] : []
  const child = fork(new URL('./ingestServer.ts', import.meta.url), [connectionString, kind, ...project])
  const [started] = await once(child, 'message')
  return { process: child, ...started }
}

let runs = 0

/** Jobs sent from a separate process to one server. */
export async function load(served: Served, change: Partial<LoadOrder>): Promise<LoadReport> {
  const generator = fork(new URL('./loadGenerator.ts', import.meta.url))
  const order: LoadOrder = {
    port: served.port,
    path: `/v0/projects/${served.projectId}/jobs`,
    key: served.key,
    connections: CONNECTIONS,
    seconds: SECONDS,
    ratePerSecond: 0,
    prefix: `run-${runs++}`,
    imageUrl: 'https://data.example/drive-17/front/000123.jpg',
    ...change,
  }
  generator.send(order)
  const [report] = await once(generator, 'message')
  return report as LoadReport
}
