import { type Static, type TSchema, Type } from 'typebox'
import { wordsFor } from '../errors/fault.ts'
import { schemaCheck } from '../json/schemaFailures.ts'
import { stringEnum } from '../json/schemas.ts'

/** Name of the file that describes a model. */
export const MANIFEST_FILE = 'manifest.json'

const closed = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const File = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$', description: 'a file beside the manifest' })
const Text = Type.String({ minLength: 1, maxLength: 256 })
const OptionalText = Type.Optional(Text)
const Side = Type.Integer({ minimum: 8, maximum: 4096 })
const Three = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 })
const Positive = Type.Array(Type.Number({ exclusiveMinimum: 0 }), { minItems: 3, maxItems: 3 })

/** How a picture becomes the input: resized, its channels times `scale`, less `mean`, divided by `std`. */
const Input = closed({
  width: Side,
  height: Side,
  resize: Type.Optional(stringEnum('fit', 'stretch')),
  align: Type.Optional(stringEnum('start', 'center')),
  layout: Type.Optional(stringEnum('nchw', 'nhwc', 'chw', 'hwc')),
  channels: Type.Optional(stringEnum('rgb', 'bgr')),
  scale: Type.Optional(Type.Number()),
  mean: Type.Optional(Three),
  std: Type.Optional(Positive),
  padding: Type.Optional(Type.Number({ minimum: 0, maximum: 255 })),
})

const SegmentAnything = closed({
  kind: Type.Literal('segment_anything'),
  version: Text,
  image: Input,
  encoder: closed({ file: File, input: OptionalText }),
  decoder: closed({
    file: File,
    inputs: Type.Optional(
      closed({
        points: OptionalText,
        labels: OptionalText,
        mask: OptionalText,
        has_mask: OptionalText,
        image_size: OptionalText,
      }),
    ),
    outputs: Type.Optional(closed({ masks: OptionalText, scores: OptionalText })),
    embeddings: Type.Optional(
      Type.Record(Type.String(), Text, { description: 'output of the encoder: input of the decoder' }),
    ),
    covers: Type.Optional(stringEnum('image', 'input')),
    threshold: Type.Optional(Type.Number()),
  }),
})

const Units = Type.Optional(stringEnum('pixels', 'shares'))
const YoloOutput = closed({
  format: Type.Literal('yolo'),
  name: OptionalText,
  layout: Type.Optional(stringEnum('features_first', 'boxes_first')),
  objectness: Type.Optional(Type.Boolean()),
  units: Units,
})
const BoxOutput = closed({
  format: Type.Literal('boxes'),
  boxes: OptionalText,
  scores: OptionalText,
  labels: OptionalText,
  corners: Type.Optional(stringEnum('xyxy', 'cxcywh')),
  units: Units,
})

const detectorWith = <Output extends TSchema>(output: Output) =>
  closed({
    kind: Type.Literal('detector'),
    version: Text,
    file: File,
    input: OptionalText,
    image: Input,
    output,
    labels: Type.Record(Type.String({ pattern: '^\\d+$' }), Text, {
      description: 'class by its number in the output, from 0',
    }),
    threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    overlap: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    most: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  })
const Yolo = detectorWith(YoloOutput)
const Boxes = detectorWith(BoxOutput)

export type ModelInput = Static<typeof Input>
export type SegmentManifest = Static<typeof SegmentAnything>
export type DetectorManifest = Static<typeof Yolo> | Static<typeof Boxes>
export type ModelManifest = SegmentManifest | DetectorManifest

export const MODEL_KINDS = ['segment_anything', 'detector'] as const

/** The verbs that a model of each kind can answer. */
export const VERBS_OF_KIND = { segment_anything: ['segment'], detector: ['predict'] } as const

const segment = schemaCheck(SegmentAnything)
const yolo = schemaCheck(Yolo)
const boxes = schemaCheck(Boxes)

/** A manifest, or its fault in one sentence. */
export function readModelManifest(text: string): { manifest: ModelManifest } | { problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: `${MANIFEST_FILE} is not JSON` }
  }
  if (segment.accepts(value) || yolo.accepts(value) || boxes.accepts(value)) return { manifest: value }
  return { problem: problemOf(value) }
}

function problemOf(value: unknown): string {
  const kind = memberOf(value, 'kind')
  if (kind !== 'segment_anything' && kind !== 'detector') return at('kind', MODEL_KINDS.join(' or '), kind)
  const format = memberOf(memberOf(value, 'output'), 'format')
  if (kind === 'detector' && format !== 'yolo' && format !== 'boxes')
    return at('output.format', 'yolo or boxes', format)
  const check = kind === 'segment_anything' ? segment : format === 'yolo' ? yolo : boxes
  const [fault] = check.failures(value)
  return `${MANIFEST_FILE}: ${fault.field}: ${fault.expected} was expected, ${fault.found} came`
}

function at(field: string, expected: string, value: unknown): string {
  return `${MANIFEST_FILE}: ${field}: ${expected} was expected, ${wordsFor(expected, value).found} came`
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

/** Names of the files that a manifest speaks of. */
export const filesOf = (manifest: ModelManifest): string[] =>
  manifest.kind === 'detector' ? [manifest.file] : [manifest.encoder.file, manifest.decoder.file]
