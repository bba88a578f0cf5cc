type Take = (data: unknown) => void
type OnMessage = (event: { data: unknown }) => void
type OnError = (event: { message: string }) => void

let starting: Promise<unknown> = Promise.resolve()
let started = 0
/** Messages that were sent and have not arrived yet. */
let underWay = 0
const QUIET_TURNS = 3

/** Resolves when no message is on its way between this thread and its workers. What they fetch is not waited for. */
export async function quietWorkers(): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS; quiet = underWay === 0 ? quiet + 1 : 0) await nextTurn()
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Delivers a message in a later turn, as between threads. */
async function deliver(take: () => void): Promise<void> {
  underWay++
  await nextTurn()
  underWay--
  take()
}

/** Loads the module of a worker again, with a separate scope. The answer delivers messages to it. */
function start(url: URL, post: Take): Promise<Take> {
  const begun = starting.then(async () => {
    const listeners: OnMessage[] = []
    const scope = {
      addEventListener: (_: string, listener: OnMessage) => void listeners.push(listener),
      postMessage: (message: unknown, options?: { transfer: Transferable[] }) =>
        post(structuredClone(message, options)),
    }
    // A worker takes its scope while it loads, one after another.
    Object.defineProperty(globalThis, 'self', { value: scope, configurable: true })
    await import(`${url.href}?${++started}`)
    return (data: unknown) => {
      for (const listener of listeners) listener({ data })
    }
  })
  starting = begun.catch(() => {})
  return begun
}

/** A worker of the page on this thread: it runs the same module, and messages are copied and arrive later, as between threads. */
export class NearWorker {
  readonly #inbox: Promise<Take>
  #onMessage: OnMessage = () => {}
  #onError: OnError = () => {}
  #isEnded = false

  constructor(url: URL) {
    this.#inbox = start(url, (data) => void deliver(() => !this.#isEnded && this.#onMessage({ data })))
    this.#inbox.catch((error: Error) => this.#onError({ message: error.message }))
  }

  postMessage(message: unknown, options?: { transfer: Transferable[] }): void {
    const data = structuredClone(message, options)
    underWay++
    this.#inbox.then(
      (take) => {
        underWay--
        return deliver(() => !this.#isEnded && take(data))
      },
      () => void underWay--,
    )
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    if (type === 'message') this.#onMessage = listener as OnMessage
    else if (type === 'error') this.#onError = listener as OnError
  }

  terminate(): void {
    this.#isEnded = true
  }
}

/** Gives this thread the few features of a page that editors use: workers, animation frames, and a focus. */
export function furnishPage(baseUrl: string): void {
  const body = {}
  const page: Record<string, unknown> = {
    Worker: NearWorker,
    document: { baseURI: baseUrl, body, activeElement: body },
    requestAnimationFrame: (draw: () => void) => setTimeout(draw, 0),
    cancelAnimationFrame: clearTimeout,
  }
  for (const [name, value] of Object.entries(page)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
}
