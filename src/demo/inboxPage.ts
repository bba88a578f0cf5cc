import { createHash } from 'node:crypto'
import type { Letter } from './inbox.ts'

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { overflow: auto; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .4rem; }
`

/** Forbids scripts, external content and frames, since the shown text came from outside. */
export const INBOX_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Renews itself; the pages of single callbacks do not, so that they can be read. */
export const LIST_REFRESH_SECONDS = 3

export function listPage(letters: readonly Letter[]): string {
  const rows = letters.map((letter) => {
    return `<tr data-job="${escapeHtml(letter.jobId)}" data-verified="${letter.fault === null ? 'yes' : 'no'}">
<td>${escapeHtml(letter.receivedAt)}</td><td>${escapeHtml(letter.project)}</td><td>${escapeHtml(letter.referenceId)}</td>
<td><code>${escapeHtml(letter.jobId)}</code></td><td>${escapeHtml(letter.status)}</td><td>${verdict(letter)}</td>
<td><a href="/inbox/${letter.number}">body</a></td></tr>`
  })
  const table = `<table><thead><tr><th>received</th><th>project</th><th>reference_id</th><th>job</th><th>status</th>
<th>signature verified</th><th></th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
  const latest = letters.length > 0 ? `<h2>The latest</h2><pre>${escapeHtml(shortened(letters[0].body))}</pre>` : ''
  const none = '<p>No callback has come in yet. This page renews itself.</p>'
  return page('Callbacks', letters.length > 0 ? table + latest : none)
}

/** The page of the callback with this number; null if there is none. */
export function letterPage(letters: readonly Letter[], number: number): string | null {
  const letter = letters.find((one) => one.number === number)
  if (!letter) return null
  const facts = `<p>${escapeHtml(letter.receivedAt)}, project ${escapeHtml(letter.project)},
webhook-id <code>${escapeHtml(letter.webhookId)}</code>, signature verified: ${verdict(letter)}</p>`
  const heading = `${letter.status || 'Refused'} ${letter.referenceId}`
  return page(heading, `${facts}<pre>${escapeHtml(letter.body)}</pre><p><a href="/inbox">all callbacks</a></p>`)
}

const verdict = ({ fault }: Letter): string => (fault === null ? 'yes' : `no (${escapeHtml(fault)})`)

const SHOWN_CHARACTERS = 4000

const shortened = (body: string): string =>
  body.length > SHOWN_CHARACTERS ? `${body.slice(0, SHOWN_CHARACTERS)}\n…` : body

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} – the demo's receiver</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>
<p>This server plays the customer: it serves the files that the jobs name and receives the callbacks.</p>
${content}</body></html>
`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character])
