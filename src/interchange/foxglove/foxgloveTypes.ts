import protobuf from 'protobufjs'
import 'protobufjs/ext/descriptor/index.js'
import { foxgloveEnumSchemas, foxgloveMessageSchemas, generateProto } from '@foxglove/schemas/internal.js'

let root: protobuf.Root | null = null

/** Foxglove's own definitions (`@foxglove/schemas`) with the well-known types that they use, compiled once. */
export function foxgloveRoot(): protobuf.Root {
  if (root) return root
  const made = new protobuf.Root()
  for (const wellKnown of ['timestamp', 'duration']) {
    const common = protobuf.common.get(`google/protobuf/${wellKnown}.proto`)
    if (common?.nested) made.addJSON(common.nested)
  }
  for (const schema of Object.values(foxgloveMessageSchemas)) {
    const enums = Object.values(foxgloveEnumSchemas).filter(({ parentSchemaName }) => parentSchemaName === schema.name)
    const source = generateProto(schema, enums)
    protobuf.parse(source, made, { keepCase: true })
  }
  made.resolveAll()
  root = made
  return made
}

/** By its full name, such as `foxglove.PointCloud`; null where Foxglove has no such message. */
export function foxgloveType(name: string): protobuf.Type | null {
  if (!name.startsWith('foxglove.') || !Object.hasOwn(foxgloveMessageSchemas, name.slice('foxglove.'.length)))
    return null
  return foxgloveRoot().lookupType(name)
}
