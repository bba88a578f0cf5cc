import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

/** Serious faults of accessibility in the current page, each with its place. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const isThere = await page.evaluate<boolean>(`'axe' in globalThis`)
  if (!isThere) await page.evaluate(readFileSync(AXE, 'utf8'))
  const violations = await page.evaluate<Violation[]>('axe.run(document).then(({ violations }) => violations)')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}
