import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import Provider from 'oidc-provider'

/** What the provider says about a person; the key identifies them. */
export interface ProviderPerson {
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

const CLIENT = { id: 'fiducial', secret: 'the secret of this client' }

/** A certified OpenID provider with its real protocol; people sign in by name and any password. */
export class TestProvider {
  readonly people = new Map<string, ProviderPerson>()
  readonly issuer: string
  readonly #port: number
  #server: Server | null = null

  private constructor(port: number) {
    this.#port = port
    this.issuer = `http://127.0.0.1:${port}`
  }

  /** Its address is known before it listens: the service names it in its settings. */
  static async reserve(): Promise<TestProvider> {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    probe.close()
    await once(probe, 'close')
    return new TestProvider(port)
  }

  settings(roleMap: object): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_ROLE_MAP: JSON.stringify(roleMap),
    }
  }

  async listen(baseUrl: string): Promise<void> {
    const provider = new Provider(this.issuer, {
      clients: [
        { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${baseUrl}/api/oidc/callback`] },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...this.people.get(id) }) }),
      features: { devInteractions: { enabled: true } },
      pkce: { required: () => true },
      cookies: { keys: ['signs the cookies of the provider'] },
    })
    this.#server = provider.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    this.#server?.close()
    this.#server = null
  }
}
