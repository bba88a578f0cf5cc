import pg from 'pg'

/**
 * The service, which kills itself with -9 at a named point of its work: between two steps that no timer would ever hit.
 * It looks at the statements that go to the database; the service knows nothing of it.
 * Arguments: `serve`, the point, and at which passing of it to die.
 */
const POINTS: Readonly<Record<string, { when: 'before' | 'after' | 'committed'; text: RegExp }>> = {
  // The job is committed; its sender has no answer.
  'job committed': { when: 'after', text: /insert into job_payloads/ },
  'task claimed': { when: 'after', text: /claim_tasks\(/ },
  // The submission is committed; its sender has no answer.
  'work committed': { when: 'committed', text: /insert into submissions/ },
  // The files exist, but no row names them.
  'files unnamed': { when: 'before', text: /insert into attachments/ },
  'result committed': { when: 'committed', text: /insert into usage_rows/ },
  // The receiver has answered, but the answer is not recorded yet.
  'callback received': { when: 'before', text: /update deliveries v set status = 'delivered'/ },
}

// Taken out: the service refuses words that it does not know.
const [name, nth] = process.argv.splice(3, 2)
const point = POINTS[name]
if (!point) throw new Error(`no point is called ${name}; known: ${Object.keys(POINTS).join(', ')}`)
let passings = Number(nth)

function pass(): void {
  if (--passings <= 0) process.kill(process.pid, 'SIGKILL')
}

const inTransaction = new WeakSet<object>()

function isMet(client: object, text: string, answered: boolean, rowCount: number): boolean {
  if (point.when === 'committed') {
    if (point.text.test(text)) inTransaction.add(client)
    return answered && text === 'commit' && inTransaction.delete(client)
  }
  if (!point.text.test(text)) return false
  // A claim that found nothing holds nothing.
  return point.when === 'before' ? !answered : answered && rowCount > 0
}

type Callback = (error: unknown, result?: { rowCount?: number | null }) => void
const { prototype } = pg.Client
const query = prototype.query as unknown as (...args: unknown[]) => unknown

function watched(this: object, ...args: unknown[]): unknown {
  const [first] = args
  const text = typeof first === 'string' ? first : String((first as { text?: string } | null)?.text ?? '')
  if (isMet(this, text, false, 0)) pass()
  const answered = (rowCount: number | null | undefined) => {
    if (isMet(this, text, true, rowCount ?? 0)) pass()
  }
  const last = args.at(-1)
  if (typeof last === 'function') {
    const callback: Callback = (error, result) => {
      if (!error) answered(result?.rowCount)
      ;(last as Callback)(error, result)
    }
    return query.apply(this, [...args.slice(0, -1), callback])
  }
  const promise = query.apply(this, args) as Promise<{ rowCount?: number | null }> | undefined
  promise?.then?.(
    (result) => answered(result?.rowCount),
    () => {},
  )
  return promise
}

prototype.query = watched as typeof prototype.query

await import('../../../src/main.ts')
