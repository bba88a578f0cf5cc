import { cvatImages, cvatVideo } from '../../../src/interchange/cvat/manifest.ts'
import type { FormatFields } from './field.ts'

const cvat = (image: string) => ({ 'annotations.xml': `<annotations><version>1.1</version>${image}</annotations>` })
const cvatShape = (attributes: string, inside = '') =>
  cvat(
    `<image id="0" name="1.jpg" width="64" height="48"><box label="car" xtl="1" ytl="1" xbr="9" ybr="9" ${attributes}>${inside}</box></image>`,
  )
const cvatOther = (element: string) => cvat(`<image id="0" name="1.jpg" width="64" height="48">${element}</image>`)
const CAR = '<box label="car" xtl="1" ytl="1" xbr="9" ybr="9"></box>'
const skeleton = (point: string, inside = '') =>
  cvatOther(
    `<skeleton label="car"><points label="1" outside="0" points="3,4" ${point}>${inside}</points><points label="2" outside="1" points="5,6"></points></skeleton>`,
  )
const cvatTrack = (track: string, box: string, inside = '') =>
  cvat(
    `<track id="7" label="car" ${track}><box frame="0" xtl="1" ytl="1" xbr="9" ybr="9" ${box}>${inside}</box></track>`,
  )

export const cvatFields: FormatFields = {
  format: cvatImages,
  isVideo: false,
  fields: [
    { name: '`label`', becomes: 'kept', files: cvatShape(''), has: /"label":"car"/ },
    { name: '`rotation` of boxes and ellipses', becomes: 'kept', files: cvatShape('rotation="30"'), has: /rotated/ },
    { name: '`occluded`', becomes: 'attribute', files: cvatShape('occluded="1"'), has: /"occluded":\{"value":true\}/ },
    { name: '`z_order`', becomes: 'attribute', files: cvatShape('z_order="3"'), has: /"z_order":\{"value":3\}/ },
    { name: '`group_id`', becomes: 'attribute', files: cvatShape('group_id="4"'), has: /"group_id":\{"value":"4"\}/ },
    {
      name: '`source`, unless `manual`',
      becomes: 'attribute',
      files: cvatShape('source="auto"'),
      has: /"value":"auto"/,
    },
    { name: 'other attributes of a shape', becomes: 'attribute', files: cvatShape('score="0.5"'), has: /"value":0.5/ },
    {
      name: '`<attribute>` of a shape',
      becomes: 'attribute',
      files: cvatShape('', '<attribute name="caption">left</attribute>'),
      has: /"caption":\{"value":"left"\}/,
    },
    { name: 'other elements in a shape', becomes: 'reported', files: cvatShape('', '<note>torn</note>') },
    {
      name: '`outside` and `occluded` of a skeleton’s points',
      becomes: 'kept',
      files: skeleton('occluded="1"'),
      has: /"visible":false/,
    },
    {
      name: '`<attribute>` of a skeleton’s points',
      becomes: 'reported',
      files: skeleton('', '<attribute name="sharp">no</attribute>'),
    },
    { name: '`<tag>` of an image', becomes: 'reported', files: cvatOther(`${CAR}<tag label="night"></tag>`) },
    { name: 'other elements of an image', becomes: 'reported', files: cvatOther(`${CAR}<lidar></lidar>`) },
    {
      name: '`<track>` among images',
      becomes: 'refused',
      files: cvat('<track id="0" label="car"></track><image id="0" name="1.jpg" width="64" height="48"></image>'),
    },
  ],
}

export const cvatVideoFields: FormatFields = {
  format: cvatVideo,
  isVideo: true,
  fields: [
    { name: '`id` and `label` of a track', becomes: 'kept', files: cvatTrack('', ''), has: /"track_id":"7"/ },
    { name: '`keyframe`', becomes: 'kept', files: cvatTrack('', 'keyframe="0"'), has: /"key_frame":false/ },
    { name: '`occluded`', becomes: 'kept', files: cvatTrack('', 'occluded="1"'), has: /"hidden":true/ },
    {
      name: '`outside`',
      becomes: 'kept',
      files: cvat(
        `<track id="7" label="car"><box frame="0" xtl="1" ytl="1" xbr="9" ybr="9"></box><box frame="1" outside="1" xtl="1" ytl="1" xbr="9" ybr="9"></box></track>`,
      ),
      has: /^(?!.*"b":).*"a":/,
    },
    { name: '`z_order`', becomes: 'attribute', files: cvatTrack('', 'z_order="3"'), has: /"z_order":\{"value":3\}/ },
    { name: '`group_id` of a track', becomes: 'attribute', files: cvatTrack('group_id="4"', ''), has: /"value":"4"/ },
    { name: '`source` of a track', becomes: 'attribute', files: cvatTrack('source="auto"', ''), has: /"value":"auto"/ },
    { name: 'other elements in a shape', becomes: 'reported', files: cvatTrack('', '', '<note>torn</note>') },
    { name: '`<image>` among tracks', becomes: 'refused', files: cvat('<image id="0" name="1.jpg"></image>') },
  ],
}
