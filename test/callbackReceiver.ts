import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from '../src/store/postgres/pools.ts'
import { withTransaction } from '../src/store/postgres/transactions.ts'
import { type Announcement, announceAll } from '../src/store/project/callbacks/announce.ts'
import { type Delivery, deliveriesOfJob } from '../src/store/project/callbacks/deliveries.ts'
import { createCallbackSettings, putCallbackSettings } from '../src/store/project/callbacks/settings.ts'
import { createProject, DEFAULT_BATCH_NAME } from '../src/store/project/projects/projects.ts'
import { IMAGE_PROJECT } from './support/imageProject.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  webhookId: string
}

/** null: never answers. */
export type Answer = { status: number; headers?: Record<string, string>; body?: string } | null

/** A customer's server on loopback that remembers every request. */
export class CallbackReceiver {
  readonly received: Received[] = []
  answer: (request: Received, nr: number) => Answer | Promise<Answer> = () => ({ status: 200 })
  readonly #server: Server
  #waiting: { enough: () => boolean; resolve: () => void }[] = []

  private constructor(server: Server) {
    this.#server = server
  }

  /** `port`: that of a receiver that was stopped, to come back as the same. */
  static async start(port = 0): Promise<CallbackReceiver> {
    const server = createServer({ keepAliveTimeout: 60_000 })
    const receiver = new CallbackReceiver(server)
    server.on('request', async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece)
      const body = Buffer.concat(pieces)
      const webhookId = String(request.headers['webhook-id'])
      const one = { path: request.url ?? '', headers: request.headers, body, webhookId }
      receiver.received.push(one)
      receiver.#check()
      const answer = await receiver.answer(one, receiver.received.length)
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
    })
    server.on('clientError', (_error, socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`
  }

  /** Resolves once at least `count` requests have come in. */
  requests(count: number): Promise<void> {
    return this.until(() => this.received.length >= count)
  }

  /** Resolves once `enough` holds after a request. */
  until(enough: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ enough, resolve })
      this.#check()
    })
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #check(): void {
    const done = this.#waiting.filter((one) => one.enough())
    this.#waiting = this.#waiting.filter((one) => !done.includes(one))
    for (const { resolve } of done) resolve()
  }
}

export interface CallbackProject {
  projectId: string
  batchId: string
  signingSecret: string
}

/** A project whose callbacks go to `url`. */
export async function callbackProject(
  pool: Pool,
  masterKey: Buffer,
  options: { url: string | null; serviceKey?: string; events?: Announcement['status'][]; allowedOrigins?: string[] },
): Promise<CallbackProject> {
  return withTransaction(pool, async (client) => {
    const projectId = await createProject(client, masterKey, IMAGE_PROJECT)
    const { url, serviceKey = null, events, allowedOrigins } = options
    const { signingSecret } = await createCallbackSettings(client, masterKey, { projectId, url, serviceKey })
    await putCallbackSettings(client, masterKey, projectId, { events, allowedOrigins })
    const { rows } = await client.query<{ id: string }>('select id from batches where project_id = $1 and name = $2', [
      projectId,
      DEFAULT_BATCH_NAME,
    ])
    return { projectId, batchId: rows[0].id, signingSecret }
  })
}

let made = 0

/** Announcements of new jobs of a project, each with a different body. */
export function announcements(
  project: CallbackProject,
  count: number,
  more: Partial<Announcement> = {},
): Announcement[] {
  return Array.from({ length: count }, () => {
    const jobId = randomUUID()
    const body = Buffer.from(JSON.stringify({ annotations: [{ reference_id: `job-${++made}`, job_id: jobId }] }))
    const { projectId, batchId } = project
    return { projectId, batchId, jobId, callbackUrl: null, status: 'COMPLETED' as const, body, ...more }
  })
}

/** Announces in a separate transaction, as the pipeline does. */
export function commitAnnouncements(pool: Pool, list: readonly Announcement[]): Promise<number> {
  return withTransaction(pool, (client) => announceAll(client, list))
}

/** The deliveries of a job, as soon as they are as `enough` wants them. */
export async function deliveriesWhen(
  pool: Pool,
  projectId: string,
  jobId: string,
  enough: (deliveries: Delivery[]) => boolean,
): Promise<Delivery[]> {
  for (;;) {
    const deliveries = await deliveriesOfJob(pool, projectId, jobId)
    if (enough(deliveries)) return deliveries
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
