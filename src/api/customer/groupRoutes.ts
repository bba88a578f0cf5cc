import { groupEndpoints } from '../../contract/groups.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { strangersTo } from '../../store/cluster/people/members.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { type Group, listGroups } from '../../store/project/groups/groups.ts'
import { deleteGroup, groupNotFound, saveGroup } from '../../workflow/projects/groups.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'

const MAX_NAME_LENGTH = 100

const shown = ({ name, userIds }: Group) => ({ name, user_ids: userIds })

/** Groups of people, to whom jobs are assigned together. */
export function groupRoutes({ pool }: ApiContext): Route[] {
  return [
    route(groupEndpoints.listGroups, {
      handle: async ({ projectId }) => ({ groups: (await listGroups(pool, projectId)).map(shown) }),
    }),
    route(groupEndpoints.setGroup, {
      handle: async ({ projectId, params: { group: name }, body, by }) => {
        const { user_ids: userIds } = body
        refuseName(name)
        await refuseStrangers(pool, projectId, userIds)
        await saveGroup(pool, by, projectId, { name, userIds })
        return { name, user_ids: [...new Set(userIds)] }
      },
    }),
    route(groupEndpoints.getGroup, {
      handle: async ({ projectId, params }) => {
        const [group] = await listGroups(pool, projectId, params.group)
        if (!group) throw groupNotFound()
        return shown(group)
      },
    }),
    route(groupEndpoints.deleteGroup, {
      handle: async ({ projectId, params, by }) => {
        await deleteGroup(pool, by, projectId, params.group)
        return null
      },
    }),
  ]
}

function refuseName(name: string): void {
  if (name.length <= MAX_NAME_LENGTH && !name.includes('\0')) return
  throw new ApiError('GE_0002', `the name of a group has at most ${MAX_NAME_LENGTH} characters`, {
    failures: [faultAt('name', 'OUT_OF_RANGE', `at most ${MAX_NAME_LENGTH} characters, none of them NUL`, name)],
  })
}

/** @throws ApiError for people who cannot work in the project. */
export async function refuseStrangers(
  db: Queryable,
  projectId: string,
  userIds: readonly string[],
  fieldOf = (index: number) => `user_ids[${index}]`,
): Promise<void> {
  const strangers = new Set(await strangersTo(db, projectId, userIds))
  const failures = userIds.flatMap((id, index) =>
    strangers.has(id.toLowerCase())
      ? [faultAt(fieldOf(index), 'UNKNOWN', 'a person with access to the project', id)]
      : [],
  )
  if (failures.length > 0) throw new ApiError('GE_0002', 'these people have no access to this project', { failures })
}
