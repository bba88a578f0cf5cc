import { labelStudio } from '../../../src/interchange/labelStudio/manifest.ts'
import type { FormatFields } from './field.ts'

const region = (more: object = {}, value: object = {}) => ({
  id: 'a',
  type: 'rectanglelabels',
  from_name: 'label',
  original_width: 64,
  original_height: 48,
  value: { x: 10, y: 10, width: 20, height: 20, rectanglelabels: ['car'], ...value },
  ...more,
})
const task = (result: readonly object[], annotation: object = {}, more: object = {}) => ({
  'tasks.json': JSON.stringify([{ data: { image: '1.jpg' }, annotations: [{ result, ...annotation }], ...more }]),
})

export const labelStudioFields: FormatFields = {
  format: labelStudio,
  isVideo: false,
  fields: [
    { name: 'the first label of a region', becomes: 'kept', files: task([region()]), has: /"label":"car"/ },
    {
      name: 'further labels of a region',
      becomes: 'reported',
      files: task([region({}, { rectanglelabels: ['car', 'van'] })]),
    },
    { name: '`value.rotation`', becomes: 'kept', files: task([region({}, { rotation: 30 })]), has: /rotated/ },
    {
      name: '`value.closed` of a polygon: an open one is a line',
      becomes: 'kept',
      files: task([
        {
          ...region(),
          type: 'polygonlabels',
          value: {
            points: [
              [1, 1],
              [9, 9],
            ],
            closed: false,
            polygonlabels: ['car'],
          },
        },
      ]),
      has: /"lines":/,
    },
    {
      name: '`parentID` of key points',
      becomes: 'kept',
      files: task(
        [1, 2].map((x) => ({
          ...region(),
          id: `k${x}`,
          type: 'keypointlabels',
          parentID: 'p',
          value: { x, y: 1, width: 1, keypointlabels: ['car'] },
        })),
      ),
      has: /"p2":/,
    },
    {
      name: 'choices, numbers and texts of a region',
      becomes: 'attribute',
      files: task([region(), { id: 'a', type: 'number', from_name: 'level', value: { number: 2 } }]),
      has: /"level":\{"value":2\}/,
    },
    { name: '`score`', becomes: 'attribute', files: task([region({ score: 0.5 })]), has: /"score":\{"value":0.5\}/ },
    {
      name: '`hidden`, `locked`, `readonly`',
      becomes: 'attribute',
      files: task([region({ hidden: true })]),
      has: /"value":true/,
    },
    {
      name: '`image_rotation`',
      becomes: 'attribute',
      files: task([region({ image_rotation: 90 })]),
      has: /"value":90/,
    },
    { name: '`origin`, unless `manual`', becomes: 'reported', files: task([region({ origin: 'prediction' })]) },
    { name: '`meta` of a region', becomes: 'reported', files: task([region({ meta: { text: ['torn'] } })]) },
    {
      name: 'choices, numbers and texts of the image',
      becomes: 'reported',
      files: task([region(), { id: 'w', type: 'choices', from_name: 'weather', value: { choices: ['rain'] } }]),
    },
    {
      name: 'relations that the tag does not have',
      becomes: 'reported',
      files: task([region(), { type: 'relation', from_id: 'a', to_id: 'b', labels: ['pulls'] }]),
    },
    {
      name: 'annotations after the first one that was not skipped',
      becomes: 'reported',
      files: {
        'tasks.json': JSON.stringify([
          { data: { image: '1.jpg' }, annotations: [{ result: [region()] }, { result: [region({ id: 'b' })] }] },
        ]),
      },
    },
    { name: '`ground_truth`', becomes: 'reported', files: task([region()], { ground_truth: true }) },
    {
      name: '`predictions` next to an annotation',
      becomes: 'reported',
      files: task([region()], {}, { predictions: [{ result: [region()] }] }),
    },
    {
      name: '`score`, `model_version` and other members of an annotation or prediction',
      becomes: 'reported',
      files: {
        'tasks.json': JSON.stringify([
          { data: { image: '1.jpg' }, predictions: [{ result: [region()], score: 0.5, model_version: 'v7' }] },
        ]),
      },
    },
    {
      name: '`drafts`, `meta` and other members of a task',
      becomes: 'reported',
      files: task([region()], {}, { drafts: [{ result: [region()] }] }),
    },
    {
      name: 'JSON-MIN: regions of each control',
      becomes: 'kept',
      files: {
        'min.json': JSON.stringify([
          {
            id: 1,
            image: '1.jpg',
            annotation_id: 7,
            label: [{ ...region().value, original_width: 64, original_height: 48 }],
          },
        ]),
      },
      has: /"label":"car"/,
    },
    {
      name: 'JSON-MIN: other answers',
      becomes: 'reported',
      files: {
        'min.json': JSON.stringify([
          {
            id: 1,
            image: '1.jpg',
            annotation_id: 7,
            weather: 'rain',
            label: [{ ...region().value, original_width: 64, original_height: 48 }],
          },
        ]),
      },
    },
  ],
}
