import { attribute, tagClass } from '../../../src/formats/results/testJobs.ts'
import type { Format } from '../../../src/interchange/core/format.ts'
import { tagOf } from '../exportJob.ts'

/**
 * The outcome for each field of the formats that can be read. `kept`: it is in the labels. `attribute`: it becomes an
 * attribute if the class, or for an image the tag, has one of that name, else it is reported. `reported`: the object is
 * taken without it. `refused`: the whole entry is refused, with the reason. The page docs/import-fields.md is made of
 * the same rows.
 */
export interface Field {
  name: string
  becomes: 'kept' | 'attribute' | 'reported' | 'refused'
  /** Files of an archive with the field. */
  files: Readonly<Record<string, string>>
  /** The text that its labels contain, if it is kept. */
  has?: RegExp
}

export interface FormatFields {
  format: Format
  isVideo: boolean
  fields: readonly Field[]
}

const TEXTS = ['source', 'group_id', 'pose', 'visibility', 'caption', 'actor'].map((name) =>
  attribute({ name, per: 'object', type: 'text' }),
)
const NUMBERS = [
  'z_order',
  'group',
  'score',
  'confidence',
  'object_id',
  'track_id',
  'alpha',
  'image_rotation',
  'level',
  'visibility ratio',
].map((name) => attribute({ name, per: 'object', type: 'number' }))
const FLAGS = ['occluded', 'iscrowd', 'truncated', 'difficult', 'hidden'].map((name) =>
  attribute({ name, per: 'object', type: 'boolean' }),
)

const PLAIN_CLASSES = [tagClass('car'), tagClass('van')]
/** The class has an attribute of every name that formats note. */
const NOTING_CLASSES = [tagClass('car', { attributes: [...TEXTS, ...NUMBERS, ...FLAGS] }), tagClass('van')]

export const plainTag = (isVideo: boolean) => tagOf(isVideo ? 'video2d' : 'image2d', { classes: PLAIN_CLASSES })
export const notingTag = (isVideo: boolean) =>
  isVideo
    ? tagOf('video2d', { classes: NOTING_CLASSES })
    : tagOf('image2d', {
        classes: NOTING_CLASSES,
        attributes: [attribute({ name: 'weather', per: 'job', type: 'text' })],
      })
