import type { JobChecks } from '../../../src/contract/checks.ts'
import { canonicalDocument } from '../../../src/formats/document/canonicalDocument.ts'
import { writeFinding } from '../../../src/formats/workbench/checks.ts'
import { DOCUMENT_HASH_HEADER, type WorkConflict } from '../../../src/formats/workbench/work.ts'
import { checkDocument } from '../../../src/model/checks/checks.ts'
import type { AnnotatedDocument, PointLabels } from '../../../src/model/document/document.ts'
import type { Tag } from '../../../src/model/tag.ts'
import type { OperationBatch } from '../../../src/web/document/documentServer.ts'
import { type FakeServer, type HandClock, sha256 } from '../../web/desk/desk.ts'

/** What someone handed in. */
export interface HandedIn {
  by: 'annotate' | 'review'
  document: AnnotatedDocument
  labels: PointLabels | null
  version: number
}

/** How the service fails the next calls of a kind. */
export interface Fault {
  on: 'operations' | 'submit'
  status: number
}

type Body = Readonly<Record<string, unknown>>

/** The service behind the pages of one job: its routes over HTTP, and what goes wrong on the way to it. */
export class HandService {
  readonly server: FakeServer
  readonly #clock: HandClock
  readonly #job: { tag: Tag; frameIds: readonly string[] }
  /** Whose turn it is; 'done': nothing more is taken. */
  turn: 'annotate' | 'review' | 'done' = 'annotate'
  readonly handedIn: HandedIn[] = []
  faults: Fault[] = []
  latencyMs = 0
  /** The next submission arrives, and its answer is lost on the way. */
  losesSubmission = false
  isSignedIn = true
  undoesSubmissions = true

  constructor(server: FakeServer, clock: HandClock, job: { tag: Tag; frameIds: readonly string[] }) {
    this.server = server
    this.#clock = clock
    this.#job = job
  }

  /** As `fetch` answers. */
  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { signal } = init
    if (this.latencyMs > 0) await new Promise<void>((arrive) => this.#clock.after(this.latencyMs, arrive))
    if (signal?.aborted) throw new DOMException('aborted', 'AbortError')
    if (!this.server.isOnline) throw new TypeError('no connection')
    const [path] = address.split('?')
    const name = path.split('/').slice(4).join('/')
    if (!this.isSignedIn) return refusal(401, 'SIGNED_OUT')
    const fault = this.faults.find(({ on }) => on === name || (on === 'submit' && name === 'review'))
    if (fault) return refusal(fault.status, 'FAULT')
    const body: Body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    const headers = new Headers(init.headers)
    return this.#answer(name, body, headers.get(DOCUMENT_HASH_HEADER) ?? undefined)
  }

  async #answer(name: string, body: Body, documentHash: string | undefined): Promise<Response> {
    switch (name) {
      case 'operations':
        return this.#save({ ...(body as unknown as OperationBatch), documentHash })
      case 'drafts':
        await this.server.saveDraft({ ...(body as unknown as OperationBatch), reason: 'conflict' })
        return taken({})
      case 'checks':
        return taken(this.#checks())
      case 'submit':
        return this.#submit('annotate', Number(body.version))
      case 'review':
        return this.#submit('review', Number(body.version))
      case 'submit/undo':
        return this.#takeBack()
      case 'heartbeat':
        return taken({ heldUntil: '', activeSeconds: { annotate: 0, review: 0 } })
      case '':
        return taken({ job: { stage: this.turn === 'done' ? 'completed' : 'in_progress' }, access: this.#access })
      default:
        return taken({})
    }
  }

  get #access(): 'annotate' | 'review' | 'read' {
    return this.server.lease === 'lost' || this.turn === 'done' ? 'read' : this.turn
  }

  async #save(batch: OperationBatch): Promise<Response> {
    const saved = await this.server.save(batch)
    if (saved.kind === 'saved') {
      const hash = sha256(canonicalDocument(this.server.document))
      return taken({ version: saved.version, heldUntil: '', document_hash: hash })
    }
    const { version } = this.server
    if (saved.kind === 'differs') return refusal(409, 'DOCUMENT_DIFFERS', { version })
    return saved.kind === 'conflict'
      ? conflict({ reason: 'VERSION', version })
      : conflict({ reason: 'LEASE_LOST', holder: null, stage: 'in_progress' })
  }

  #submit(by: HandedIn['by'], version: number): Response {
    const { server } = this
    if (server.lease === 'lost' || this.turn !== by)
      return conflict({ reason: 'LEASE_LOST', holder: null, stage: 'in_progress' })
    if (version !== server.version) return conflict({ reason: 'VERSION', version: server.version })
    this.handedIn.push({ by, version, document: server.document, labels: server.labels?.slice() ?? null })
    this.turn = by === 'annotate' ? 'review' : 'done'
    if (this.losesSubmission) {
      this.losesSubmission = false
      throw new TypeError('the answer was lost')
    }
    return taken({ stage: by === 'annotate' ? 'in_review' : 'completed', undoUntil: null })
  }

  #takeBack(): Response {
    const last = this.handedIn.at(-1)
    if (!this.undoesSubmissions || last?.by !== 'annotate' || this.turn !== 'review') return refusal(409, 'JOB_STATE')
    this.handedIn.pop()
    this.turn = 'annotate'
    return taken({})
  }

  #checks(): JobChecks {
    const { document, version, labels } = this.server
    const labelCounts = labels ? countsOf(labels) : undefined
    const { tag, frameIds } = this.#job
    const isOneRecord = document.annotationType === 'image2d'
    const findings = checkDocument({ document, tag, labelCounts })
    const looked_at = { frames: document.frameCount, objects: document.tracks.size }
    return {
      version,
      complete: true,
      looked_at,
      findings: findings.map((finding) => writeFinding(finding, frameIds, isOneRecord)),
    }
  }
}

function countsOf(labels: PointLabels): Map<number, number> {
  const counts = new Map<number, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}

/** As much of an answer as pages read; a whole one arrives a little later than the clock of tests knows. */
const answer = (status: number, body: unknown): Response =>
  ({ ok: status < 400, status, headers: new Headers(), json: async () => body }) as Response

const taken = (data: unknown): Response => answer(200, { success: true, data: structuredClone(data) })

const refusal = (status: number, code: string, meta_data: object = {}): Response =>
  answer(status, { success: false, error: { code, message: `status ${status}`, meta_data } })

const conflict = (meta: WorkConflict): Response => refusal(409, 'JOB_STATE', meta)

// Pages that can be seen.
if (!('document' in globalThis)) Object.defineProperty(globalThis, 'document', { value: {}, configurable: true })

const elsewhere = globalThis.fetch
let current: HandService | null = null

/** The service that pages of this process call from now on. */
export function serve(service: HandService): void {
  current = service
}

globalThis.fetch = (address, init) =>
  typeof address === 'string' && address.startsWith('/api/') && current
    ? current.fetch(address, init)
    : elsewhere(address, init)
