import { coco } from '../../../src/interchange/coco/manifest.ts'
import type { FormatFields } from './field.ts'

const cocoAnnotation = (annotation: object, image: object = {}) => ({
  'a.json': JSON.stringify({
    images: [{ id: 1, file_name: '1.jpg', width: 64, height: 48, ...image }],
    categories: [{ id: 1, name: 'car' }],
    annotations: [{ id: 5, image_id: 1, category_id: 1, bbox: [4, 6, 12, 9], ...annotation }],
  }),
})

export const cocoFields: FormatFields = {
  format: coco,
  isVideo: false,
  fields: [
    { name: '`category_id`', becomes: 'kept', files: cocoAnnotation({}), has: /"label":"car"/ },
    {
      name: '`segmentation`',
      becomes: 'kept',
      files: cocoAnnotation({ segmentation: [[1, 1, 9, 1, 9, 9]] }),
      has: /"polygons":/,
    },
    { name: '`keypoints`', becomes: 'kept', files: cocoAnnotation({ keypoints: [3, 4, 1] }), has: /"visible":false/ },
    {
      name: '`attributes`',
      becomes: 'attribute',
      files: cocoAnnotation({ attributes: { level: 2 } }),
      has: /"value":2/,
    },
    {
      name: '`iscrowd`',
      becomes: 'attribute',
      files: cocoAnnotation({ iscrowd: 1 }),
      has: /"iscrowd":\{"value":true\}/,
    },
    {
      name: '`score` and other members of an annotation',
      becomes: 'attribute',
      files: cocoAnnotation({ score: 0.5 }),
      has: /"score":\{"value":0.5\}/,
    },
    {
      name: '`attributes` of an image',
      becomes: 'attribute',
      files: cocoAnnotation({}, { attributes: { weather: 'rain' } }),
      has: /"image_attributes":\{"weather":\{"value":"rain"\}\}/,
    },
    {
      name: '`bbox` of an object with key points that is not their bounds',
      becomes: 'kept',
      files: cocoAnnotation({ keypoints: [3, 4, 1], bbox: [1, 1, 20, 20] }),
      has: /"rectangles"/,
    },
    {
      name: '`video_id`, `frame_id` and other members of an image',
      becomes: 'reported',
      files: cocoAnnotation({}, { video_id: 3 }),
    },
    {
      name: 'a list of results next to a file with `images` and `categories`',
      becomes: 'kept',
      files: {
        'images.json': JSON.stringify({
          images: [{ id: 1, file_name: '1.jpg', width: 64, height: 48 }],
          categories: [{ id: 1, name: 'car' }],
          annotations: [],
        }),
        'results.json': JSON.stringify([{ image_id: 1, category_id: 1, bbox: [4, 6, 12, 9] }]),
      },
      has: /"label":"car"/,
    },
    {
      name: 'a list of results alone',
      becomes: 'refused',
      files: { 'results.json': JSON.stringify([{ image_id: 1, category_id: 1, bbox: [4, 6, 12, 9], score: 0.5 }]) },
    },
  ],
}
