/** A browser without pages: follows redirects step by step and keeps cookies of each origin and path. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** One step; the redirect is not followed. */
  async step(
    address: string,
    form?: Readonly<Record<string, string>>,
  ): Promise<{ response: Response; next: string | null }> {
    const url = new URL(address)
    const jar = this.#cookies.get(url.origin) ?? new Map<string, string>()
    this.#cookies.set(url.origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: cookie ? { cookie } : {},
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, pair.slice(name.length + 1))
    }
    const location = response.headers.get('location')
    return { response, next: location && new URL(location, url).href }
  }

  cookiesOf(origin: string): ReadonlyMap<string, string> {
    return this.#cookies.get(origin) ?? new Map()
  }

  /**
   * Follows redirects until an answer is not a redirect, or leads to an address that `until` accepts; answers that
   * address.
   */
  async follow(address: string, until: (address: string) => boolean = () => false): Promise<string> {
    for (let here = address, steps = 0; steps < 20; steps++) {
      if (until(here)) return here
      const { next } = await this.step(here)
      if (next === null) return here
      here = next
    }
    throw new Error(`redirected without end, from ${address}`)
  }
}
