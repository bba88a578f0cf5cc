import pg from 'pg'

/**
 * A connection through a pooler in transaction mode: the next transaction may meet another server session, which does not
 * know a statement that was prepared by name. Such statements are sent without their name, and parsed each time.
 */
export class NamelessClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this)
    const send = (statement: unknown, ...rest: unknown[]): unknown =>
      Reflect.apply(query, this, [withoutName(statement), ...rest])
    Object.defineProperty(this, 'query', { value: send })
  }
}

function withoutName(statement: unknown): unknown {
  const isConfig = typeof statement === 'object' && statement !== null && 'name' in statement
  // Cursors and the like are made to be submitted as they are.
  if (!isConfig || Object.getPrototypeOf(statement) !== Object.prototype) return statement
  const { name: _, ...rest } = statement
  return rest
}
