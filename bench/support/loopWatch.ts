/**
 * Loaded into a service's process (NODE_OPTIONS=--import): says over a socket how long its main thread was at work
 * without a pause since it was asked last. Counted is processor time, so that other programs on the machine do not count.
 */
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'

const socket = process.env.LOOP_WATCH_SOCKET
if (isMainThread && socket && process.argv[2] === 'serve') {
  const usedUs = () => {
    const { user, system } = process.threadCpuUsage()
    return user + system
  }
  let lastUs = usedUs()
  let longestUs = 0
  setInterval(() => {
    const nowUs = usedUs()
    longestUs = Math.max(longestUs, nowUs - lastUs)
    lastUs = nowUs
  }, 1).unref()
  rmSync(socket, { force: true })
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ longestMs: longestUs / 1000 }))
    longestUs = 0
  })
  server.listen(socket)
  server.unref()
}
