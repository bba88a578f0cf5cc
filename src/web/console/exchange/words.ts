import type { Translator } from '../../messages/translator.ts'

/** The words for what the service names by a closed list; its name where this page is older than the service. */
export function wordFor(t: Translator, prefix: string, name: string): string {
  const id = `${prefix}.${name}`
  // Texts of these lists have no values.
  return t.has(id) ? t.of({ id }) : name
}

/** `ellipse_as_polygon` → “Ellipses written as polygons”. */
export function lossText(t: Translator, kind: string): string {
  if (t.has(`loss.kind.${kind}`)) return wordFor(t, 'loss.kind', kind)
  const dropped = /^(.+)_dropped$/.exec(kind)
  if (dropped) return t('loss.dropped', { what: wordFor(t, 'loss.what', dropped[1]) })
  const changed = /^(.+)_as_(.+)$/.exec(kind)
  if (!changed) return kind
  return t('loss.as', { what: wordFor(t, 'loss.what', changed[1]), form: wordFor(t, 'loss.form', changed[2]) })
}
