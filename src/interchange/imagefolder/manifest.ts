import { Type } from 'typebox'
import { FLAT_GEOMETRY_KINDS } from '../../model/annotationType.ts'
import type { Format } from '../core/format.ts'
import { writeImageFolder } from './writer.ts'

/** https://docs.pytorch.org/vision/main/generated/torchvision.datasets.ImageFolder.html */
export const imageFolder: Format = {
  format: 'imagefolder',
  title: 'Image folders',
  description:
    'Images for classification: a folder for each value of one attribute of the images. Nothing else is carried.',
  annotationTypes: ['image2d'],
  version: '1',
  specUrl: 'https://docs.pytorch.org/vision/main/generated/torchvision.datasets.ImageFolder.html',
  options: Type.Object(
    {
      attribute: Type.String({
        minLength: 1,
        description: 'the attribute of the image whose values are the folders; images without it are left out',
      }),
    },
    { additionalProperties: false },
  ),
  losses: ['attribute_dropped', 'image_dropped', ...FLAT_GEOMETRY_KINDS.map((kind) => `${kind}_dropped`)],
  files: 'required',
  tree: ['SPLIT/VALUE/NAME.jpg', 'values.json'],
  write: writeImageFolder,
}
