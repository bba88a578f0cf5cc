// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, get, inProject, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type { PeopleGroup } from '../types/groups.ts'

/** The calls of `groups` that are one request each. */
export class GroupsCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Groups of people that jobs are assigned to. */
  async list(options: CallOptions = {}): Promise<PeopleGroup[]> {
    return (await get<{ groups: PeopleGroup[] }>(this.scope, inProject(this.scope, '/groups'), options)).groups
  }

  /** Create a group, or replace its members. */
  put(name: string, body: { user_ids: string[] }, options: CallOptions = {}): Promise<PeopleGroup> {
    return change<PeopleGroup>(this.scope, inProject(this.scope, path`/groups/${name}`), {
      method: 'PUT',
      body,
      repeatable: true,
      ...options,
    })
  }

  /** The members of a group. */
  get(name: string, options: CallOptions = {}): Promise<PeopleGroup> {
    return get<PeopleGroup>(this.scope, inProject(this.scope, path`/groups/${name}`), options)
  }

  /** Delete a group; its jobs are available to everyone again. */
  async delete(name: string, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/groups/${name}`), {
      method: 'DELETE',
      repeatable: true,
      ...options,
    })
  }
}
