/** Loaded before a service: writes each statement that it sends to the file of StatementTrace. */
import { appendFileSync } from 'node:fs'
import pg from 'pg'
import { TRACE_FILE } from './statementTrace.ts'

const file = process.env[TRACE_FILE] ?? ''
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: [string | { text: string }]) {
  const [statement] = given
  const text = typeof statement === 'string' ? statement : statement.text
  appendFileSync(file, `${JSON.stringify(text.replaceAll(/\s+/g, ' '))}\n`)
  return Reflect.apply(query, this, given)
}
