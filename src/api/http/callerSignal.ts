import type { FastifyRequest } from 'fastify'

/** Runs `fn` with a signal that is aborted when the caller closes the connection before the answer. */
export async function whileCallerWaits<T>(
  request: FastifyRequest,
  fn: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController()
  const { socket } = request.raw
  const onClose = () => gone.abort()
  socket.once('close', onClose)
  if (socket.destroyed) onClose()
  try {
    return await fn(gone.signal)
  } finally {
    socket.off('close', onClose)
  }
}
