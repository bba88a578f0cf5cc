import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { UserCreated } from '../../src/client/types/admin.ts'
import type { MeAnswer } from '../../src/contract/people.ts'
import { OWN_PAGE_HEADER } from '../../src/formats/workbench/ownPage.ts'
import type { Role } from '../../src/model/permissions.ts'
import { type Answer, Api } from './apiClient.ts'

export const PASSWORD = 'correct horse battery'

/** A person at a browser: keeps the cookie, and sends what the service's own pages send. */
export class Person {
  readonly baseUrl: string
  userId = ''
  email = ''
  cookie: string | undefined
  readonly #api: Api

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl
    this.#api = new Api(baseUrl, null)
  }

  /** Invited by the operator, and signed in by the link. */
  static async join(admin: Api, role: Role, projects: readonly string[] = []): Promise<Person> {
    const email = `${role}-${randomUUID().slice(0, 8)}@example.com`
    const invited = await admin.post<UserCreated>('/v1/users', { email, role, projects })
    const person = new Person(admin.baseUrl)
    const token = new URL(invited.invite_url).hash.slice('#token='.length)
    const me = await person.post<MeAnswer>('/api/invitation/accept', { token, password: PASSWORD })
    person.userId = me.userId
    person.email = email
    return person
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Answer> {
    const own = method === 'GET' ? {} : { [OWN_PAGE_HEADER]: '1' }
    const answer = await this.#api.call(method, path, { body, headers: { cookie: this.cookie, ...own, ...headers } })
    const [set] = [answer.headers['set-cookie'] ?? []].flat()
    if (set) this.cookie = set.split(';')[0]
    return answer
  }

  async ok<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call(method, path, body)
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.bytes.toString('utf8').slice(0, 1000)}`)
    return answer.json?.data as T
  }

  get<T>(path: string): Promise<T> {
    return this.ok<T>('GET', path)
  }

  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.ok<T>('POST', path, body)
  }

  /** Status and what the refusal says besides. */
  async refused(method: string, path: string, body?: unknown) {
    const { status, json } = await this.call(method, path, body)
    assert.notEqual(status, 200, `${method} ${path} should have been refused`)
    return { status, code: json?.error?.code, meta: json?.error?.meta_data ?? { failures: [] } }
  }
}
