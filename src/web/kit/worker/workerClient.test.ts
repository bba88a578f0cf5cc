import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveWorker } from './serveWorker.ts'
import { WorkerClient, WorkerClosed, type WorkerPort } from './workerClient.ts'
import type { FromWorker, ToWorker } from './workerMessages.ts'

type Port = WorkerPort<string, string, string, number>
type Service = Parameters<typeof serveWorker<string, string, string, number>>[0]

/** Both ends of a worker, with the messages copied as a browser does. */
function workers(service: Service) {
  const open: { crash(message?: string): void; isTerminated: boolean }[] = []
  const start = (): Port => {
    const page: {
      message: ((event: { data: FromWorker<string, number> }) => void)[]
      error: ((event: { message?: string }) => void)[]
    } = { message: [], error: [] }
    const inside: ((event: { data: ToWorker<string, string> }) => void)[] = []
    const one = {
      isTerminated: false,
      crash(message?: string) {
        for (const listener of page.error) listener({ message })
      },
    }
    open.push(one)
    serveWorker<string, string, string, number>(service, {
      addEventListener: (_, listener) => void inside.push(listener),
      postMessage: (data) =>
        queueMicrotask(() => {
          if (!one.isTerminated) for (const listener of page.message) listener({ data: structuredClone(data) })
        }),
    })
    return {
      postMessage: (data) => {
        const copy = structuredClone(data)
        queueMicrotask(() => {
          for (const listener of inside) listener({ data: copy })
        })
      },
      addEventListener: (type: string, listener: (event: never) => void) => {
        if (type === 'message') page.message.push(listener as never)
        else if (type === 'error') page.error.push(listener as never)
      },
      terminate: () => {
        one.isTerminated = true
      },
    }
  }
  return { open, start }
}

const never = () => new Promise<never>(() => {})

test('each answer reaches its caller, in whatever order they come', async () => {
  const waits = new Map<string, () => void>()
  const { start } = workers({
    answer: async (request) => {
      await new Promise<void>((resolve) => waits.set(request, resolve))
      return { result: request.toUpperCase() }
    },
  })
  const client = new WorkerClient(start)
  const [a, b] = [client.ask('a'), client.ask('b')]
  await new Promise((resolve) => setTimeout(resolve))
  waits.get('b')?.()
  assert.equal(await b, 'B')
  waits.get('a')?.()
  assert.equal(await a, 'A')
})

test('an error in the worker rejects only its own call; news need no answer', async () => {
  const heard: string[] = []
  const { start } = workers({
    answer: (request) => {
      if (request === 'bad') throw new RangeError('no such thing')
      return { result: heard.join() }
    },
    hear: (news) => void heard.push(news),
  })
  const client = new WorkerClient(start)
  client.tell('first')
  const [bad, good] = [client.ask('bad'), client.ask('good')]
  await assert.rejects(bad, /no such thing/)
  assert.equal(await good, 'first')
})

test('a crash rejects all that wait, and the next question starts another worker', async () => {
  let isBroken = true
  const { open, start } = workers({ answer: (request) => (isBroken ? never() : { result: request }) })
  const crashes: string[] = []
  const client = new WorkerClient(start, ({ message }) => crashes.push(message))
  const waiting = [client.ask('a'), client.ask('b')]
  open[0].crash('out of memory')
  for (const one of waiting) await assert.rejects(one, /out of memory/)
  assert.deepEqual(crashes, ['out of memory'])
  assert.equal(open[0].isTerminated, true)
  isBroken = false
  assert.equal(await client.ask('c'), 'c')
  assert.equal(open.length, 2)
})

test('after closing, it rejects pending and later calls, and starts nothing', async () => {
  const { open, start } = workers({ answer: never })
  const client = new WorkerClient(start)
  const waiting = client.ask('a')
  client.close()
  await assert.rejects(waiting, WorkerClosed)
  await assert.rejects(client.ask('b'), WorkerClosed)
  client.tell('c')
  assert.equal(open.length, 1)
})

test('progress comes before the answer, and an aborted question ends in the worker', async () => {
  const { start } = workers({
    answer: (request, { signal, onProgress }) => {
      onProgress(1)
      if (request === 'quick') return { result: 'done' }
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  const client = new WorkerClient(start)
  const seen: number[] = []
  assert.equal(await client.ask('quick', { onProgress: (progress) => seen.push(progress) }), 'done')
  assert.deepEqual(seen, [1])
  const abort = new AbortController()
  const slow = client.ask('slow', { signal: abort.signal })
  await new Promise((resolve) => setTimeout(resolve))
  abort.abort()
  await assert.rejects(slow, /abort/i)
})
