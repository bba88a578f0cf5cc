/** A project of images, for tests about something else. */
export const IMAGE_PROJECT = {
  name: 'p',
  base: 'IMAGE',
  review: false,
  selfReview: false,
  pointCloudFrame: 'auto',
  undoSeconds: 0,
} as const
