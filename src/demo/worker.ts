import { parentPort, workerData } from 'node:worker_threads'
import type { DemoOptions } from './demoOptions.ts'
import { runDemo } from './run.ts'

const told = new AbortController()
parentPort?.once('message', () => told.abort())

await runDemo(workerData as DemoOptions, told.signal, (text) => process.stdout.write(`${text}\n`))
