import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OnnxGraph, onnxFile } from './onnx.ts'

/** Side of the pictures that the networks below take. */
const SIDE = 64
const PICTURE = { name: 'picture', shape: [1, 3, SIDE, SIDE] }

/** Grey values are the embedding. */
const ENCODER: OnnxGraph = {
  inputs: [PICTURE],
  outputs: [{ name: 'image_embeddings', shape: [1, 1, SIDE, SIDE] }],
  nodes: [
    { op: 'ReduceMean', inputs: ['picture'], output: 'image_embeddings', attributes: { axes: [1], keepdims: 1 } },
  ],
}

/** A mask of all pixels that are as grey as the first point. */
const DECODER: OnnxGraph = {
  inputs: [
    { name: 'image_embeddings', shape: [1, 1, SIDE, SIDE] },
    { name: 'point_coords', shape: [1, 'points', 2] },
    { name: 'point_labels', shape: [1, 'points'] },
  ],
  outputs: [
    { name: 'masks', shape: [1, 1, SIDE, SIDE] },
    { name: 'iou_predictions', shape: [1, 1] },
  ],
  constants: [
    { name: 'first', type: 'int64', shape: [], values: [0] },
    { name: 'yx', type: 'int64', shape: [2], values: [1, 0] },
    { name: 'plane', type: 'int64', shape: [1, 2], values: [0, 0] },
    { name: 'tolerance', shape: [], values: [0.1] },
    { name: 'certainty', shape: [1, 1], values: [0.75] },
  ],
  nodes: [
    { op: 'Gather', inputs: ['point_coords', 'first'], output: 'point', attributes: { axis: 1 } },
    { op: 'Cast', inputs: ['point'], output: 'cell', attributes: { to: 7 } },
    { op: 'Gather', inputs: ['cell', 'yx'], output: 'rowColumn', attributes: { axis: 1 } },
    { op: 'Concat', inputs: ['plane', 'rowColumn'], output: 'place', attributes: { axis: 1 } },
    { op: 'GatherND', inputs: ['image_embeddings', 'place'], output: 'grey' },
    { op: 'Sub', inputs: ['image_embeddings', 'grey'], output: 'difference' },
    { op: 'Abs', inputs: ['difference'], output: 'distance' },
    { op: 'Sub', inputs: ['tolerance', 'distance'], output: 'masks' },
    { op: 'Identity', inputs: ['certainty'], output: 'iou_predictions' },
  ],
}

/** Quarters of the picture, each with its brightness as its score. */
const DETECTOR: OnnxGraph = {
  inputs: [PICTURE],
  outputs: [{ name: 'output0', shape: [1, 5, 4] }],
  constants: [
    {
      name: 'quarters',
      shape: [1, 4, 4],
      // Middles across and down, widths, heights.
      values: [16, 48, 16, 48, 16, 16, 48, 48, 30, 30, 30, 30, 30, 30, 30, 30],
    },
    { name: 'flat', type: 'int64', shape: [3], values: [1, 1, 4] },
  ],
  nodes: [
    { op: 'ReduceMean', inputs: ['picture'], output: 'grey', attributes: { axes: [1], keepdims: 1 } },
    {
      op: 'AveragePool',
      inputs: ['grey'],
      output: 'pooled',
      attributes: { kernel_shape: [SIDE / 2, SIDE / 2], strides: [SIDE / 2, SIDE / 2] },
    },
    { op: 'Reshape', inputs: ['pooled', 'flat'], output: 'scores' },
    { op: 'Concat', inputs: ['quarters', 'scores'], output: 'output0', attributes: { axis: 1 } },
  ],
}

export const SEGMENT_MANIFEST = {
  kind: 'segment_anything',
  version: '1',
  image: { width: SIDE, height: SIDE },
  encoder: { file: 'encoder.onnx' },
  decoder: { file: 'decoder.onnx', covers: 'input' },
}
export const DETECTOR_MANIFEST = {
  kind: 'detector',
  version: '2',
  file: 'detector.onnx',
  image: { width: SIDE, height: SIDE, resize: 'stretch' },
  output: { format: 'yolo' },
  labels: { '0': 'car' },
  threshold: 0.5,
}

/** Lays files of a model into the folder of data, as an operator does. */
export function installModel(
  dataDir: string,
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): string {
  const folder = join(dataDir, 'models', name)
  mkdirSync(folder, { recursive: true })
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
  return folder
}

export const installSegmenter = (dataDir: string, name: string) =>
  installModel(dataDir, name, {
    'manifest.json': JSON.stringify(SEGMENT_MANIFEST),
    'encoder.onnx': onnxFile(ENCODER),
    'decoder.onnx': onnxFile(DECODER),
  })

export const installDetector = (dataDir: string, name: string, manifest: object = DETECTOR_MANIFEST) =>
  installModel(dataDir, name, {
    'manifest.json': JSON.stringify(manifest),
    'detector.onnx': onnxFile(DETECTOR),
  })
