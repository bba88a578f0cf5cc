/** Roboflow writes `street.jpg` as `street_jpg.rf.<hash>.jpg`; Label Studio prefixes uploads with eight digits. */
const RENAMINGS = [/^(?<original>.+)_(?:jpe?g|png|webp|bmp|tiff?|gif|avif)\.rf\.\w+$/i, /^[\da-f]{8}-(?<original>.+)$/]

/** The name of a file before a tool renamed it, without its extension; null if no known tool writes such names. */
export function originalStem(stem: string): string | null {
  for (const renaming of RENAMINGS) {
    const original = renaming.exec(stem)?.groups?.original
    if (original !== undefined) return original
  }
  return null
}
