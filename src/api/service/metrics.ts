import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readTaskMetrics } from '../../store/cluster/tasks/metrics.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import type { AssistantObserver } from '../context.ts'
import type { Observer } from '../http/server.ts'

/** What the process counts, in Prometheus' words. Queue depths are read from the database at each request. */
export function makeMetrics(pool: Pool) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'fiducial_http_request_duration_seconds',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const attempts = new Counter({
    name: 'fiducial_callback_attempts_total',
    help: 'Attempts to deliver callbacks, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const deliveryAge = new Histogram({
    name: 'fiducial_callback_age_seconds',
    help: 'From the commit that announced it to the receipt of a callback',
    buckets: [0.01, 0.1, 1, 10, 60, 600, 3600, 86_400],
    registers,
  })
  const troubles = new Counter({
    name: 'fiducial_callback_troubles_total',
    help: 'Deliveries given up, breakers opened, endpoints deactivated',
    labelNames: ['kind'],
    registers,
  })
  const assistantCalls = new Counter({
    name: 'fiducial_assistant_calls_total',
    help: 'Calls of assistants, by outcome',
    labelNames: ['carrier', 'verb', 'outcome'],
    registers,
  })
  const assistantSeconds = new Histogram({
    name: 'fiducial_assistant_seconds',
    help: 'How long assistants took to answer',
    labelNames: ['carrier', 'verb'],
    buckets: [0.02, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers,
  })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const waiting = gauge('fiducial_tasks', 'Unfinished tasks', ['kind'])
  const leased = gauge('fiducial_tasks_in_hand', 'Tasks under a lease', ['kind'])
  const oldest = gauge('fiducial_tasks_oldest_due_seconds', 'Age of the oldest task that is due and in no hands', [
    'kind',
  ])
  const dead = gauge('fiducial_tasks_dead_tuples', 'Dead rows of the task table')
  const failed = gauge('fiducial_tasks_given_up', 'Tasks that people have to look at')
  const readQueue = async () => {
    const { kinds, deadTuples, failed: givenUp } = await readTaskMetrics(pool)
    for (const metric of [waiting, leased, oldest]) metric.reset()
    for (const row of kinds) {
      waiting.set({ kind: row.kind }, row.waiting)
      leased.set({ kind: row.kind }, row.leased)
      oldest.set({ kind: row.kind }, row.oldestDueSeconds)
    }
    dead.set(deadTuples)
    failed.set(givenUp)
  }
  const observe: Observer = ({ method, path, status, durationMs }) =>
    requests.observe({ method, route: path, status: String(status) }, durationMs / 1000)
  return {
    observe,
    assistantCall: ({ carrier, verb, outcome, seconds }: Parameters<AssistantObserver>[0]) => {
      assistantCalls.inc({ carrier, verb, outcome })
      assistantSeconds.observe({ carrier, verb }, seconds)
    },
    callbacks: {
      attempt: (outcome: string) => attempts.inc({ outcome }),
      delivered: (ageMs: number) => deliveryAge.observe(ageMs / 1000),
      exhausted: () => troubles.inc({ kind: 'exhausted' }),
      breakerOpened: () => troubles.inc({ kind: 'breaker_opened' }),
      switchedOff: () => troubles.inc({ kind: 'switched_off' }),
    },
    read: async () => {
      // Without the database the other numbers are still useful.
      await readQueue().catch(() => {})
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
