import { Worker } from 'node:worker_threads'
import type { DemoOptions } from './demoOptions.ts'

export interface Demo {
  /** Never resolves; rejects when the demo cannot continue. */
  broken: Promise<never>
  stop(): Promise<void>
}

/**
 * Plays customer and annotator of a running service. On a separate thread: tracing the rays of the street would make
 * the service wait.
 */
export function startDemo(options: DemoOptions): Demo {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  const broken = new Promise<never>((_resolve, reject) => worker.once('error', reject))
  // A caller that only stops the demo does not handle its failure.
  broken.catch(() => {})
  return {
    broken,
    stop: async () => {
      worker.postMessage('stop')
      await ended
    },
  }
}
