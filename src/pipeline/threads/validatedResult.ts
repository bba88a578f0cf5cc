import { Ajv2020 } from 'ajv/dist/2020.js'
import { LazyList } from '../../json/lazyList.ts'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })

/**
 * The same result document, validated while it streams: immediately for everything outside a LazyList, and for each of
 * its entries as it is written.
 * @throws Error if it violates the schema
 */
export function validated(result: object, schema: object): object {
  const withoutRecords = mapLists(result, schema, () => [])
  checkBy(schema)(withoutRecords)
  return mapLists(result, schema, (list, items) => list.watched(checkBy(items))) as object
}

function checkBy(schema: object): (value: unknown) => void {
  const validate = ajv.compile(schema)
  return (value) => {
    if (validate(value)) return
    throw new Error(`the result document breaks its own schema: ${ajv.errorsText(validate.errors)}`)
  }
}

/** The value with its LazyLists replaced. Those are members of objects that the schema names. */
function mapLists(
  value: unknown,
  schema: Schema | undefined,
  replace: (list: LazyList<unknown>, items: object) => unknown,
): unknown {
  if (value instanceof LazyList) {
    if (!schema?.items) throw new Error('the schema names no such list of the result document')
    return replace(value, schema.items)
  }
  const properties = schema?.properties
  if (!properties || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, mapLists(entry, properties[name], replace)]),
  )
}
