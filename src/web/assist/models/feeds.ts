import type { InferenceSession, Tensor } from 'onnxruntime-web'
import type { Network } from './runtime.ts'

type TensorFacts = Extract<InferenceSession.ValueMetadata, { isTensor: true }>

/** The network's facts about an input; undefined if it has none of that name. */
export const inputNamed = ({ inputs }: Network, name: string): TensorFacts | undefined =>
  inputs.find((input): input is TensorFacts => input.name === name && input.isTensor)

/** The input of that name, or the only one there is. @throws Error */
export function inputOf(network: Network, name: string | undefined): TensorFacts {
  const found = inputNamed(network, name ?? network.inputs[0]?.name ?? '')
  if (found) return found
  throw new Error(`there is no input ${name ?? ''}: the model has ${network.inputs.map((one) => one.name).join(', ')}`)
}

/** Numbers in the type that the network takes. @throws Error for types that it does not know */
export function feed({ Tensor }: Network, facts: TensorFacts, data: Float32Array, dims: readonly number[]): Tensor {
  switch (facts.type) {
    case 'float32':
      return new Tensor('float32', data, dims)
    case 'uint8':
      return new Tensor('uint8', Uint8Array.from(data), dims)
    case 'int32':
      return new Tensor('int32', Int32Array.from(data), dims)
    case 'int64':
      return new Tensor(
        'int64',
        BigInt64Array.from(data, (value) => BigInt(Math.round(value))),
        dims,
      )
    default:
      throw new Error(`the input ${facts.name} takes ${facts.type}: float32, uint8, int32 or int64 was expected`)
  }
}

/** Lengths that the network leaves open are 1. */
export const closedDims = ({ shape }: TensorFacts): number[] =>
  shape.map((side) => (typeof side === 'number' ? side : 1))
