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
