import type { Metadata } from 'sharp'

/** The members of a picture's header that the service reads. */
export type PictureHeader = Pick<
  Metadata,
  | 'width'
  | 'height'
  | 'channels'
  | 'depth'
  | 'space'
  | 'isProgressive'
  | 'hasAlpha'
  | 'orientation'
  | 'xmp'
  | 'comments'
  | 'pages'
>
