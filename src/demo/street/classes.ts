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
]

export const classIndex = (name: StreetClassName): number => STREET_CLASSES.findIndex((c) => c.name === name)
