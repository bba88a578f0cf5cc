import { datumaro } from '../../../src/interchange/datumaro/manifest.ts'
import type { FormatFields } from './field.ts'

const datumaroFile = (annotation: object, item: object = {}) => ({
  'annotations/default.json': JSON.stringify({
    categories: { label: { labels: [{ name: 'car', parent: '' }] } },
    items: [
      {
        id: '1',
        image: { path: '1.jpg', size: [48, 64] },
        annotations: [{ id: 3, type: 'bbox', label_id: 0, bbox: [1, 2, 9, 8], ...annotation }],
        ...item,
      },
    ],
  }),
})

export const datumaroFields: FormatFields = {
  format: datumaro,
  isVideo: false,
  fields: [
    { name: '`label_id`', becomes: 'kept', files: datumaroFile({}), has: /"label":"car"/ },
    {
      name: '`attributes.rotation` of boxes and ellipses',
      becomes: 'kept',
      files: datumaroFile({ attributes: { rotation: 30 } }),
      has: /rotated/,
    },
    {
      name: '`visibility` of points',
      becomes: 'kept',
      files: datumaroFile({ type: 'points', points: [1, 2, 3, 4], visibility: [1, 0] }),
      has: /"visible":false/,
    },
    { name: '`attributes`', becomes: 'attribute', files: datumaroFile({ attributes: { level: 2 } }), has: /"value":2/ },
    {
      name: '`attributes.occluded`, `is_crowd`, `track_id`, `score`',
      becomes: 'attribute',
      files: datumaroFile({ attributes: { occluded: true } }),
      has: /"occluded":\{"value":true\}/,
    },
    { name: '`group`', becomes: 'attribute', files: datumaroFile({ group: 5 }), has: /"group":\{"value":5\}/ },
    { name: '`z_order`', becomes: 'attribute', files: datumaroFile({ z_order: 5 }), has: /"z_order":\{"value":5\}/ },
    { name: '`object_id`', becomes: 'attribute', files: datumaroFile({ object_id: 5 }), has: /"value":5/ },
    { name: '`attr` of an item', becomes: 'reported', files: datumaroFile({}, { attr: { weather: 'rain' } }) },
    {
      name: '`video_frame`, `related_images` and other members of an item',
      becomes: 'reported',
      files: datumaroFile({}, { video_frame: { frame_index: 3 } }),
    },
    {
      name: 'annotations of the types `label` and `caption`',
      becomes: 'refused',
      files: datumaroFile({ type: 'label' }),
    },
    { name: 'annotations of the type `cuboid_3d`', becomes: 'refused', files: datumaroFile({ type: 'cuboid_3d' }) },
    {
      name: 'masks of another size than the image',
      becomes: 'refused',
      files: datumaroFile({ type: 'mask', rle: { counts: '0', size: [64, 48] } }),
    },
  ],
}
