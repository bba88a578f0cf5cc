/** A column: PostgreSQL's name of its type, and the type of what is read from it. */
export interface Column<Value> {
  readonly type: string
  readonly isNullable: boolean
  /** Never there at run time: it carries the type. */
  readonly value?: Value
}

type Columns = Readonly<Record<string, Column<unknown>>>

const column = <Value>(type: string): Column<Value> => ({ type, isNullable: false })

export const uuid = column<string>('uuid')
export const text = column<string>('text')
export const textOf = <Value extends string>() => column<Value>('text')
export const texts = <Value extends string = string>() => column<Value[]>('_text')
export const smallint = column<number>('int2')
export const int = column<number>('int4')
/** Read as a number; one that does not fit exactly is an error. */
export const bigint = column<number>('int8')
export const double = column<number>('float8')
export const bool = column<boolean>('bool')
export const bytea = column<Buffer>('bytea')
export const timestamp = column<Date>('timestamptz')
export const json = <Value>() => column<Value>('json')
export const jsonb = <Value>() => column<Value>('jsonb')
export const nullable = <Value>({ type }: Column<Value>): Column<Value | null> => ({ type, isNullable: true })

/**
 * Columns of a table that are read somewhere. The row's type derives from it, and a test holds it against the
 * database, so that a query typed by it cannot promise what is not there.
 */
export class Table<C extends Columns> {
  readonly name: string
  readonly columns: C

  constructor(name: string, columns: C) {
    this.name = name
    this.columns = columns
  }

  /** All columns, for a select list; `alias` of the table where the statement gives it one. */
  list(alias?: string): string {
    const names = Object.keys(this.columns)
    return names.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', ')
  }
}

export type RowOf<T> =
  T extends Table<infer C> ? { [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never } : never

type CamelName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name

/** A row by the names of the code. */
export type Camel<Row> = { [Name in keyof Row as CamelName<Name & string>]: Row[Name] }

const CAMEL_NAMES = new Map<string, string>()

function camelName(column: string): string {
  const known = CAMEL_NAMES.get(column)
  if (known !== undefined) return known
  const name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  CAMEL_NAMES.set(column, name)
  return name
}

/** The row by the names of the code: `batch_id` is `batchId`. */
export function camel<Row extends object>(row: Row): Camel<Row> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [camelName(column), value])) as Camel<Row>
}
