import type { ClassBody, TagBody, TagRelationBody } from '../client/types/admin.ts'
import type { AttributeBody, Geometry } from '../client/types/words.ts'
import type { AnnotationType } from '../model/annotationType.ts'
import { FOLLOWS, VEHICLES } from './street/following.ts'
import { streetTag } from './street/jobs.ts'

const WEATHER: AttributeBody = {
  name: 'weather',
  type: 'select',
  options: ['clear', 'overcast', 'rain', 'fog', 'snow'],
  required: true,
  per: 'job',
}

const OCCLUSION: NonNullable<ClassBody['attributes']>[number] = {
  name: 'occlusion',
  type: 'select',
  options: ['none', 'partly', 'mostly'],
  per: 'frame',
}

/** A class with a shape for every tool of the image editor, so that each can be tried. */
const IMAGE_CLASSES: ClassBody[] = [
  {
    name: 'car',
    color: 'rgb(40, 130, 250)',
    geometries: ['rectangle', 'rotated_rectangle', 'polygon', 'mask', 'cuboid'],
    attributes: [
      { name: 'parked', type: 'boolean', required: true, per: 'object' },
      { ...OCCLUSION, per: 'object' },
    ],
  },
  {
    name: 'pedestrian',
    color: 'rgb(230, 60, 70)',
    geometries: ['rectangle', 'polygon', 'mask', 'landmark'],
    attributes: [{ ...OCCLUSION, per: 'object' }],
  },
  {
    name: 'lane_line',
    color: 'rgb(250, 210, 60)',
    geometries: ['line'],
    attributes: [{ name: 'style', type: 'select', options: ['solid', 'dashed'], required: true, per: 'object' }],
  },
  { name: 'road', color: 'rgb(128, 64, 128)', instantiable: false, geometries: ['polygon', 'mask'] },
  { name: 'wheel', color: 'rgb(120, 220, 200)', geometries: ['ellipse'] },
]

export const imageTag: TagBody = {
  operation: 'image2d',
  classes: IMAGE_CLASSES,
  attributes: [WEATHER],
  instructions:
    'Draw a rectangle around every car and pedestrian you can tell apart. Say whether a car is parked. ' +
    'Lane lines are lines, the road is a polygon or a mask, wheels are ellipses.',
}

export const videoTag: TagBody = {
  operation: 'video2d',
  classes: movingClasses('video2d', ['rectangle', 'polygon']),
  instructions: 'One track for each car and pedestrian, from the first frame in which it is seen to the last.',
}

/** Polylines and key points in space. */
const MARKINGS: ClassBody[] = [
  {
    name: 'lane_line',
    color: 'rgb(250, 210, 60)',
    instantiable: true,
    geometries: ['polyline3d'],
    attributes: [{ name: 'style', type: 'select', options: ['solid', 'dashed'], per: 'object' }],
  },
  { name: 'lamp_post', color: 'rgb(120, 220, 200)', instantiable: true, geometries: ['keypoint3d'] },
]

const TRAFFIC: TagRelationBody[] = [{ name: FOLLOWS, from: [...VEHICLES], to: [...VEHICLES], max: 1 }]

export const fusionTag: TagBody = {
  operation: 'cuboid3d',
  classes: [...movingClasses('cuboid3d', ['cuboid']), ...MARKINGS],
  relations: TRAFFIC,
  instructions:
    'A cuboid around every car and pedestrian that the lidar touches, its x axis along the direction of travel. ' +
    'Lane lines are polylines on the road, lamp posts key points at foot and top. Relate a vehicle to the one it follows.',
}

export const linkedTag: TagBody = {
  operation: 'cuboid3d_linked2d',
  classes: [...movingClasses('cuboid3d_linked2d', ['cuboid', 'rectangle']), ...MARKINGS],
  relations: TRAFFIC,
  instructions:
    'As with cuboids alone; in each camera a rectangle linked to the cuboid of the same object. ' +
    'Lane lines and lamp posts too, and which vehicle follows which.',
}

export const segmentationTag: TagBody = {
  operation: 'segmentation3d',
  classes: streetTag('segmentation3d').classes as ClassBody[],
  instructions: 'Give every point a class; every car and pedestrian is a separate instance.',
}

function movingClasses(operation: AnnotationType, geometries?: Geometry[]): ClassBody[] {
  const classes = streetTag(operation).classes as ClassBody[]
  return classes.map((made) => ({ ...made, geometries, attributes: [OCCLUSION] }))
}
