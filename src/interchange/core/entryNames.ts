/** Parts of the names of entries. */

export const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

export const withoutEnding = (name: string): string => name.replace(/\.[^./]*$/, '')

const IMAGE = /\.(jpe?g|png|webp|gif|avif|tiff?|bmp)$/i

export const isImageName = (name: string): boolean => IMAGE.test(name)
