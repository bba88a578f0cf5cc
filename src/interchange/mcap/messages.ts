import { foxgloveEnumSchemas, foxgloveMessageSchemas, generateProto } from '@foxglove/schemas/internal.js'
import protobuf from 'protobufjs'
import 'protobufjs/ext/descriptor/index.js'

export const MESSAGE_NAMES = ['SceneUpdate', 'ImageAnnotations', 'FrameTransform'] as const
export type MessageName = (typeof MESSAGE_NAMES)[number]

export interface MessageType {
  /** Its full name, such as `foxglove.SceneUpdate`. */
  name: string
  /** A FileDescriptorSet: what a reader needs to decode the messages. */
  descriptor: Uint8Array
  encode(message: object): Uint8Array
}

/** Foxglove's own definitions (`@foxglove/schemas`), compiled once. */
const types = new Map<MessageName, MessageType>()

export function messageType(name: MessageName): MessageType {
  const known = types.get(name)
  if (known) return known
  const root = definitions()
  const type = root.lookupType(`foxglove.${name}`)
  const made: MessageType = {
    name: `foxglove.${name}`,
    descriptor: descriptorOf(root),
    encode: (message) => type.encode(type.fromObject(message)).finish(),
  }
  types.set(name, made)
  return made
}

/** All definitions with the well-known types of protobuf that they use. */
function definitions(): protobuf.Root {
  const root = new protobuf.Root()
  for (const wellKnown of ['timestamp', 'duration']) {
    const common = protobuf.common.get(`google/protobuf/${wellKnown}.proto`)
    if (common?.nested) root.addJSON(common.nested)
  }
  for (const schema of Object.values(foxgloveMessageSchemas)) {
    const enums = Object.values(foxgloveEnumSchemas).filter(({ parentSchemaName }) => parentSchemaName === schema.name)
    const source = generateProto(schema, enums)
    protobuf.parse(source, root, { keepCase: true })
  }
  root.resolveAll()
  return root
}

interface DescribedFiles extends protobuf.Message {
  file: { name: string; package: string; dependency: string[] }[]
}

/** protobufjs writes a file for each package and leaves out which needs which; readers resolve names by that. */
function descriptorOf(root: protobuf.Root): Uint8Array {
  const set = (root as unknown as { toDescriptor(syntax: string): DescribedFiles }).toDescriptor('proto3')
  const common = set.file.filter((file) => file.package === 'google.protobuf')
  for (const file of set.file) if (!common.includes(file)) file.dependency = common.map(({ name }) => name)
  return (set.$type as protobuf.Type).encode(set).finish()
}
