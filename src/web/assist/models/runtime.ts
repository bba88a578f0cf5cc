import type { InferenceSession, Tensor } from 'onnxruntime-web'

type Runtime = Pick<typeof import('onnxruntime-web'), 'InferenceSession' | 'Tensor' | 'env'>

let started: Promise<{ runtime: Runtime; providers: string[] }> | null = null

/**
 * onnxruntime, loaded with the first model: on the graphics card if the browser offers it, otherwise on the processor.
 */
async function start() {
  const hasCard = await hasGraphicsCard()
  const runtime: Runtime = hasCard ? await import('onnxruntime-web/webgpu') : await import('onnxruntime-web/wasm')
  // More threads need a shared memory, which pages have under other headers alone.
  runtime.env.wasm.numThreads = 1
  runtime.env.logLevel = 'error'
  return { runtime, providers: hasCard ? ['webgpu', 'wasm'] : ['wasm'] }
}

async function hasGraphicsCard(): Promise<boolean> {
  if (!('gpu' in navigator)) return false
  return (await navigator.gpu.requestAdapter().catch(() => null)) !== null
}

export interface Network {
  run(feeds: Record<string, Tensor>): Promise<InferenceSession.OnnxValueMapType>
  inputs: InferenceSession['inputMetadata']
  outputNames: readonly string[]
  Tensor: Runtime['Tensor']
}

/** @throws Error if the bytes are not a network, or onnxruntime does not support one of its operators */
export async function openNetwork(bytes: Uint8Array): Promise<Network> {
  started ??= start()
  const { runtime, providers } = await started
  const session = await runtime.InferenceSession.create(bytes, { executionProviders: providers })
  return {
    run: (feeds) => session.run(feeds),
    inputs: session.inputMetadata,
    outputNames: session.outputNames,
    Tensor: runtime.Tensor,
  }
}

/** A file of a model, with the share that has come. @throws Error where the service does not give it */
export async function fetchPart(
  address: string,
  onProgress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address, { credentials: 'same-origin' })
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`)
  const length = Number(response.headers.get('content-length'))
  const bytes = new Uint8Array(length)
  let at = 0
  const reader = response.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes.set(read.value, at)
    at += read.value.length
    onProgress(at / length)
  }
  if (at !== length) throw new Error('the file broke off')
  return bytes
}
