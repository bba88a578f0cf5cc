/** Roboflow writes `street.jpg` as `street_jpg.rf.<hash>.jpg`, Label Studio puts eight digits in front of what is uploaded. */
const RENAMINGS = [/^(?<original>.+)_(?:jpe?g|png|webp|bmp|tiff?|gif|avif)\.rf\.\w+$/i, /^[\da-f]{8}-(?<original>.+)$/]

/** What a file was called before a tool renamed it, without its ending; null where no tool is known to write such names. */
export function originalStem(stem: string): string | null {
  for (const renaming of RENAMINGS) {
    const original = renaming.exec(stem)?.groups?.original
    if (original !== undefined) return original
  }
  return null
}
