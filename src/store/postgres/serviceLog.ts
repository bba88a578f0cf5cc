import { type Logger, type LoggerOptions, pino } from 'pino'
import { visibleLines } from '../../model/visibleText.ts'
import { errorCode, isBusyError, isConnectionError } from './errors.ts'

const TELL_MS = 60_000

/** JSON lines on the standard output; transient errors are logged once a minute, with a count and without a stack. */
export function serviceLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // JSON escapes most of what steers a terminal, and leaves the rest to us.
    hooks: { logMethod: oncePerMinute(), streamWrite: visibleLines },
  })
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** An unavailable database fails every task, lease and delivery: thousands of equal lines would hide the others. */
function oncePerMinute(): LogMethod {
  const told = new Map<string, { atMs: number; since: number }>()
  return function (args, method) {
    const [facts, message]: readonly unknown[] = args
    const error = typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : undefined
    if (!isConnectionError(error) && !isBusyError(error)) return method.apply(this, args)
    const key = String(message ?? '')
    const last = told.get(key) ?? { atMs: Number.NEGATIVE_INFINITY, since: 0 }
    told.set(key, last)
    last.since++
    if (performance.now() - last.atMs < TELL_MS) return
    const { since: count } = last
    last.atMs = performance.now()
    last.since = 0
    const short = { count, code: errorCode(error), reason: error instanceof Error ? error.message : String(error) }
    method.apply(this, [short, key])
  }
}
