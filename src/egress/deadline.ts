/** Ends a request when its time is up or its caller gives up, and knows which of the two it was. */
export interface Deadline {
  readonly signal: AbortSignal
  /** What ended the request; null while it runs. */
  endedBy(): 'caller' | 'time' | null
  /** Call it when the request is over; otherwise the timer keeps the process alive. */
  clear(): void
}

export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let ended: 'caller' | 'time' | null = null
  const end = (by: 'caller' | 'time') => {
    ended ??= by
    controller.abort()
  }
  const timer = setTimeout(() => end('time'), timeoutMs)
  const onCallerAbort = () => end('caller')
  if (caller?.aborted) end('caller')
  else caller?.addEventListener('abort', onCallerAbort, { once: true })
  return {
    signal: controller.signal,
    endedBy: () => ended,
    clear: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', onCallerAbort)
    },
  }
}
