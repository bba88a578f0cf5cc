import { ApiFailure, failureOf, readAnswer } from '../kit/api.ts'

export interface Progress {
  loadedBytes: number
  /** null where the answer does not say how much there is. */
  totalBytes: number | null
}

/** The bytes of a response, with progress. @throws ApiFailure */
export async function loadBytes(
  address: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  let response: Response
  try {
    response = await fetch(address, { signal, credentials: 'same-origin' })
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiFailure(0, 'offline', 'no connection')
  }
  if (!response.ok) throw failureOf(response.status, await readAnswer(response))
  // The length of a compressed response does not match the bytes that are read here.
  const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length')
  const totalBytes = length === null ? null : Number(length)
  const chunks: Uint8Array[] = []
  let loadedBytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    loadedBytes += chunk.length
    onProgress({ loadedBytes, totalBytes })
  }
  const all = new Uint8Array(loadedBytes)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
