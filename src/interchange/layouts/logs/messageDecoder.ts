import { parseRos2idl } from '@foxglove/ros2idl-parser'
import { parse } from '@foxglove/rosmsg'
import { MessageReader } from '@foxglove/rosmsg2-serialization'
import { foxgloveType } from '../../foxglove/foxgloveTypes.ts'
import { type MessageDefinition, Ros1Reader } from './ros1Reader.ts'

/** Reads messages of one type. Their members are named as in its definition; nothing about them is certain. */
export interface MessageDecoder {
  /** @throws Error where the bytes are not such a message */
  whole(bytes: Uint8Array): unknown
  /** Its members before the first list, which hold times, sizes and names: fast even where the message is large. */
  start(bytes: Uint8Array): unknown
}

/** The encodings and the schema that a log declares for messages. */
export interface MessageForm {
  messageEncoding: string
  schemaEncoding: string
  schemaName: string
  schema: Uint8Array
}

const MAX_SCHEMA_BYTES = 512 * 1024
/** Far more bytes than a message has before its first list. */
const START_BYTES = 64 * 1024

/** @throws Error with a sentence that says which encoding or definition is not read. */
export function decoderOf(form: MessageForm): MessageDecoder {
  const { messageEncoding, schemaEncoding, schemaName, schema } = form
  if (messageEncoding === 'json') return jsonDecoder
  // The log's own descriptor is not used: Foxglove's types are known, and code is never made of what a log says.
  if (messageEncoding === 'protobuf') return protobufDecoder(schemaName)
  if (schema.length > MAX_SCHEMA_BYTES)
    throw new Error(`the definition of ${schemaName} has ${schema.length} bytes, allowed are ${MAX_SCHEMA_BYTES}`)
  const text = new TextDecoder().decode(schema)
  if (messageEncoding === 'ros1') return ros1Decoder(parse(text))
  if (messageEncoding !== 'cdr') throw new Error(`messages in the encoding "${messageEncoding}" are not read`)
  if (schemaEncoding === 'ros2idl') return cdrDecoder(rootFirst(parseRos2idl(text), schemaName))
  if (schemaEncoding !== 'ros2msg') throw new Error(`definitions in "${schemaEncoding}" are not read`)
  return cdrDecoder(parse(text, { ros2: true }))
}

export function cdrDecoder(definitions: MessageDefinition[]): MessageDecoder {
  const whole = new MessageReader(definitions)
  const start = new MessageReader(withoutLists(definitions))
  return {
    // The reader makes views of the memory of a message, by lengths that the message says.
    whole: (bytes) => whole.readMessage(new Uint8Array(bytes)),
    start: (bytes) => start.readMessage(new Uint8Array(bytes.subarray(0, START_BYTES))),
  }
}

export function ros1Decoder(definitions: MessageDefinition[]): MessageDecoder {
  const whole = new Ros1Reader(definitions)
  const start = new Ros1Reader(withoutLists(definitions))
  return { whole: (bytes) => whole.read(bytes), start: (bytes) => start.read(bytes) }
}

/** An IDL names its types in the order of their use; the message is the one that the log names. */
function rootFirst(definitions: MessageDefinition[], schemaName: string): MessageDefinition[] {
  const wanted = schemaName.replaceAll('::', '/').replace('/msg/', '/')
  const root = definitions.find(({ name }) => name?.replaceAll('::', '/').replace('/msg/', '/') === wanted)
  return root ? [root, ...definitions.filter((one) => one !== root)] : definitions
}

function withoutLists([root, ...others]: MessageDefinition[]): MessageDefinition[] {
  if (!root) throw new Error('the definition of the message is empty')
  const { definitions } = root
  const first = definitions.findIndex((field) => field.isArray)
  // A type without members is read as one byte.
  if (first <= 0) return [root, ...others]
  return [{ ...root, definitions: definitions.slice(0, first) }, ...others]
}

const jsonDecoder: MessageDecoder = {
  whole: (bytes) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
  start: (bytes) => jsonDecoder.whole(bytes),
}

function protobufDecoder(schemaName: string): MessageDecoder {
  const type = foxgloveType(schemaName)
  if (!type) throw new Error(`protobuf messages of the type ${schemaName} are not read`)
  const whole = (bytes: Uint8Array): unknown => type.toObject(type.decode(bytes), { longs: String, defaults: true })
  return { whole, start: whole }
}
