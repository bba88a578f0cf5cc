import type { Queryable } from './pools.ts'

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

type CamelName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name

type Names = Readonly<Record<string, string>>

/** A row by the names of the code: those in `Given`, or `batchId` for `batch_id`. */
export type Camel<Row, Given extends Names = Readonly<Record<never, string>>> = {
  [Name in keyof Row as Name extends keyof Given ? Given[Name] : CamelName<Name & string>]: Row[Name]
}

const CAMEL_NAMES = new Map<string, string>()

function camelName(column: string): string {
  const known = CAMEL_NAMES.get(column)
  if (known !== undefined) return known
  const name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  CAMEL_NAMES.set(column, name)
  return name
}

/** The row by the names of the code. */
export function camel<Row extends object>(row: Row): Camel<Row> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [camelName(column), value])) as Camel<Row>
}

/** Rows of a statement over several tables, by the names of the code. */
export async function namedRows<Row extends object>(
  db: Queryable,
  ...statement: Parameters<Queryable['query']>
): Promise<Row[]> {
  const { rows } = await db.query<object>(...statement)
  return rows.map(camel) as Row[]
}

/**
 * Columns of a table that are read somewhere. The row's type derives from it, and a test holds it against the
 * database, so that a query typed by it cannot promise what is not there. `names`: of columns that the code calls by
 * another name than their own in camel case.
 */
export class Table<C extends Columns, const N extends Names = Readonly<Record<never, string>>> {
  readonly name: string
  readonly columns: C
  readonly #names: readonly (readonly [column: string, name: string])[]

  constructor(name: string, columns: C, names?: N) {
    this.name = name
    this.columns = columns
    this.#names = Object.keys(columns).map((column) => [column, names?.[column] ?? camelName(column)])
  }

  /** All columns, for a select list; `alias` of the table where the statement gives it one. */
  list(alias?: string): string {
    const names = Object.keys(this.columns)
    return names.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', ')
  }

  /** The columns of this table that a row holds, by the names of the code. */
  read<Row extends Partial<Values<C>>>(row: Row): Camel<Pick<Row, keyof Row & keyof C>, N> {
    const named: Record<string, unknown> = {}
    const given: Readonly<Record<string, unknown>> = row
    for (const [column, name] of this.#names) if (column in given) named[name] = given[column]
    return named as Camel<Pick<Row, keyof Row & keyof C>, N>
  }
}

type Values<C extends Columns> = { [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never }

export type RowOf<T> = T extends Table<infer C, infer _> ? Values<C> : never

/** A whole row as `read` answers it. */
export type ReadOf<T> = T extends Table<infer C, infer N> ? Camel<Values<C>, N> : never
