import type { Dimensions } from '../../geometry/cuboid.ts'

/** What the street is made of, as a tag's classes are put on the wire. */
export type StreetClass = {
  name: StreetClassName
  color: string
  instantiable: boolean
  default_size?: Dimensions
}

export type StreetClassName =
  | 'road'
  | 'sidewalk'
  | 'terrain'
  | 'building'
  | 'vegetation'
  | 'pole'
  | 'car'
  | 'pedestrian'
  | 'van'
  | 'truck'
  | 'bus'
  | 'trailer'
  | 'cyclist'
  | 'motorcycle'

/** Classes of what moves or could: each has boxes and tracks. */
export type ActorClassName = Extract<
  StreetClassName,
  'car' | 'pedestrian' | 'van' | 'truck' | 'bus' | 'trailer' | 'cyclist' | 'motorcycle'
>

export const STREET_CLASSES: readonly StreetClass[] = [
  { name: 'road', color: 'rgb(128, 64, 128)', instantiable: false },
  { name: 'sidewalk', color: 'rgb(244, 35, 232)', instantiable: false },
  { name: 'terrain', color: 'rgb(152, 251, 152)', instantiable: false },
  { name: 'building', color: 'rgb(90, 110, 200)', instantiable: false },
  { name: 'vegetation', color: 'rgb(70, 160, 35)', instantiable: false },
  { name: 'pole', color: 'rgb(200, 200, 110)', instantiable: false },
  {
    name: 'car',
    color: 'rgb(40, 130, 250)',
    instantiable: true,
    default_size: { length: 4.5, width: 1.85, height: 1.5 },
  },
  {
    name: 'pedestrian',
    color: 'rgb(230, 60, 70)',
    instantiable: true,
    default_size: { length: 0.6, width: 0.6, height: 1.75 },
  },
  {
    name: 'van',
    color: 'rgb(60, 200, 220)',
    instantiable: true,
    default_size: { length: 5, width: 2, height: 2.2 },
  },
  {
    name: 'truck',
    color: 'rgb(160, 90, 240)',
    instantiable: true,
    default_size: { length: 7, width: 2.5, height: 3 },
  },
  {
    name: 'bus',
    color: 'rgb(250, 140, 40)',
    instantiable: true,
    default_size: { length: 11, width: 2.8, height: 3.2 },
  },
  {
    name: 'trailer',
    color: 'rgb(150, 110, 80)',
    instantiable: true,
    default_size: { length: 10, width: 2.6, height: 3.5 },
  },
  {
    name: 'cyclist',
    color: 'rgb(250, 210, 40)',
    instantiable: true,
    default_size: { length: 1.8, width: 0.7, height: 1.7 },
  },
  {
    name: 'motorcycle',
    color: 'rgb(240, 100, 180)',
    instantiable: true,
    default_size: { length: 2, width: 0.8, height: 1.5 },
  },
]

export const classIndex = (name: StreetClassName): number => STREET_CLASSES.findIndex((c) => c.name === name)
