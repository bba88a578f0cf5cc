import { useEffect, useState } from 'react'
import type { HeartbeatAnswer } from '../../contract/queue.ts'
import type { WorkConflict } from '../../formats/workbench/work.ts'
import { isWorkConflict } from '../../formats/workbench/workConflict.ts'
import { ApiFailure, request } from '../kit/api.ts'
import { Pulse } from './pulse.ts'

const LOOK_MS = 5_000
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

export interface HeartbeatState {
  /** Active time according to the last answer. */
  activeSeconds: HeartbeatAnswer['activeSeconds'] | null
  /** The service answered that another person holds the lease now. */
  lost: Extract<WorkConflict, { reason: 'LEASE_LOST' }> | null
}

/** Sends a heartbeat at the beginning, so that no earlier time counts, and others while there is input. */
export function useHeartbeat(jobId: string, isOn: boolean): HeartbeatState {
  const [beating, setBeating] = useState<HeartbeatState>({ activeSeconds: null, lost: null })
  useEffect(() => {
    if (!isOn) return
    const pulse = new Pulse(performance.now())
    let isOver = false
    const beat = async (begins: boolean) => {
      try {
        const { activeSeconds } = await request('POST /api/jobs/:jid/heartbeat', {
          params: { jid: jobId },
          body: { begins },
        })
        if (!isOver) setBeating({ activeSeconds, lost: null })
      } catch (error) {
        const meta = error instanceof ApiFailure && error.status === 409 ? error.meta : null
        if (!isWorkConflict(meta) || meta.reason !== 'LEASE_LOST' || isOver) return
        isOver = true
        setBeating((before) => ({ ...before, lost: meta }))
      }
    }
    const onInput = () => pulse.input()
    for (const name of INPUTS) window.addEventListener(name, onInput, { passive: true, capture: true })
    void beat(true)
    const timer = setInterval(() => !isOver && pulse.takeBeat(performance.now()) && void beat(false), LOOK_MS)
    // Short visits count too: input since the last heartbeat is sent when the job is left.
    const leave = () => {
      if (isOver || !pulse.takeLast()) return
      request('POST /api/jobs/:jid/heartbeat', { params: { jid: jobId }, body: {}, keepalive: true }).catch(() => {})
    }
    window.addEventListener('pagehide', leave)
    return () => {
      leave()
      window.removeEventListener('pagehide', leave)
      isOver = true
      clearInterval(timer)
      for (const name of INPUTS) window.removeEventListener(name, onInput, { capture: true })
    }
  }, [jobId, isOn])
  return beating
}
