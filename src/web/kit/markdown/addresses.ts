const PICTURE = /^\/api\/projects\/[0-9a-f-]{36}\/images\/[0-9a-f]{64}$/i
const LINKS: readonly string[] = ['http:', 'https:', 'mailto:']

/**
 * The service's address of a picture that Markdown names; the host of the address is ignored. null: the picture is
 * elsewhere, and loading it would tell that server who reads.
 */
export function pictureAddress(href: string): string | null {
  const path = URL.parse(href, 'https://here.invalid')?.pathname ?? ''
  return PICTURE.test(path) ? path : null
}

/** What a link of Markdown may open; null: it stays text. */
export function linkAddress(href: string): string | null {
  const url = URL.parse(href)
  return url && LINKS.includes(url.protocol) ? url.href : null
}
