import { ApiError } from './apiError.ts'

/** Each window after the first must bring a minimum; two consecutive ones that do not end the connection. */
const WINDOW_MS = 10_000
const BYTES_A_WINDOW = 10 * 1024

const slowBody = () =>
  new ApiError('GE_0001', 'the body came slower than 1 KiB a second', {
    status: 408,
    headers: { connection: 'close' },
  })

/** The state of an IncomingMessage's body. */
interface Incoming {
  readonly socket: { readonly bytesRead: number; destroy(): void }
  /** All of it came. */
  readonly complete: boolean
  /** Came, and was not read yet. */
  readonly readableLength: number
}

export interface Pace {
  /** Returns the next read; rejects as soon as the body is too slow. */
  inPace<Piece>(reading: Promise<Piece>): Promise<Piece>
  stop(): void
}

/**
 * Watches that a body keeps arriving: at least 1 KiB per second after the first 10 seconds, counted on the wire. After
 * 20 seconds below that the request is refused, and the connection closed: a thousand such connections must not pile
 * up. Time in which the service itself is behind with unpacking does not count.
 */
export function watchPace(request: Incoming): Pace {
  const { socket } = request
  let refusal: ApiError | null = null
  let refuse: ((error: ApiError) => void) | null = null
  let before = socket.bytesRead
  let windows = 0
  let slow = 0
  const timer = setInterval(() => {
    const came = socket.bytesRead - before
    before = socket.bytesRead
    windows++
    const isWaited = !request.complete && request.readableLength === 0
    slow = windows > 1 && isWaited && came < BYTES_A_WINDOW ? slow + 1 : 0
    if (slow < 2) return
    clearInterval(timer)
    refusal = slowBody()
    refuse?.(refusal)
    // The answer is sent first.
    setTimeout(() => socket.destroy(), 1000).unref()
  }, WINDOW_MS)
  timer.unref()
  // Only the last reading is known here. A race with one promise that waits all the time would keep every piece.
  const inPace: Pace['inPace'] = (reading) =>
    new Promise((resolve, reject) => {
      refuse = reject
      if (refusal) reject(refusal)
      reading.then(resolve, reject)
    })
  return { inPace, stop: () => clearInterval(timer) }
}
