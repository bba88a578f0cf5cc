/** Tiny networks as ONNX files, written byte by byte (protobuf; field numbers are those of onnx.proto). */

const varint = (value: number | bigint): number[] => {
  let rest = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0))
    rest >>= 7n
  } while (rest > 0n)
  return bytes
}
const integer = (field: number, value: number | bigint) => Buffer.from([...varint(field << 3), ...varint(value)])
const message = (field: number, ...parts: readonly Uint8Array[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(body.length)]), body])
}
const text = (field: number, value: string) => message(field, Buffer.from(value))

const TYPES = { float: 1, int64: 7 } as const
type ElementType = keyof typeof TYPES

export interface OnnxValue {
  name: string
  type?: ElementType
  /** Text: any length. */
  shape: readonly (number | string)[]
}

export interface OnnxNode {
  op: string
  inputs: readonly string[]
  output: string
  attributes?: Readonly<Record<string, number | readonly number[]>>
}

export interface OnnxConstant {
  name: string
  type?: ElementType
  shape: readonly number[]
  values: readonly number[]
}

export interface OnnxGraph {
  inputs: readonly OnnxValue[]
  outputs: readonly OnnxValue[]
  constants?: readonly OnnxConstant[]
  nodes: readonly OnnxNode[]
}

export function onnxFile({ inputs, outputs, constants = [], nodes }: OnnxGraph): Buffer {
  const graph = message(
    7,
    ...nodes.map(nodeBytes),
    text(2, 'graph'),
    ...constants.map(constantBytes),
    ...inputs.map((value) => valueBytes(11, value)),
    ...outputs.map((value) => valueBytes(12, value)),
  )
  return Buffer.concat([integer(1, 8), graph, message(8, integer(2, 13))])
}

const nodeBytes = ({ op, inputs, output, attributes = {} }: OnnxNode) =>
  message(
    1,
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(3, output),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) =>
      typeof value === 'number'
        ? message(5, text(1, name), integer(3, value), integer(20, 2))
        : message(5, text(1, name), ...value.map((one) => integer(8, one)), integer(20, 7)),
    ),
  )

function constantBytes({ name, type = 'float', shape, values }: OnnxConstant) {
  const numbers = type === 'float' ? Float32Array.from(values) : BigInt64Array.from(values, BigInt)
  const raw = message(9, Buffer.from(numbers.buffer))
  return message(5, ...shape.map((side) => integer(1, side)), integer(2, TYPES[type]), text(8, name), raw)
}

function valueBytes(field: number, { name, type = 'float', shape }: OnnxValue) {
  const sides = shape.map((side) => message(1, typeof side === 'number' ? integer(1, side) : text(2, side)))
  return message(field, text(1, name), message(2, message(1, integer(1, TYPES[type]), message(2, ...sides))))
}
