import { Fault, randomToken } from '#kernel'
import type { Caller } from '#kernel'
import { clearBadgeToken, findBadgeToken, keepBadgeToken } from '#storage/checks'
import type { Store } from '#storage/database'

const tokenBytes = 16

/** A group of the caller's account. */
interface GroupReference {
  readonly id: number
}

/** The token in the URL of a group's badge. Throws CHECK_GROUP_NOT_FOUND and GROUP_BADGE_DISABLED. */
export async function getGroupBadgeToken({ db }: Store, { accountId }: Caller, { id }: GroupReference) {
  const group = await findBadgeToken(db, accountId, id)
  if (group === null) throw new Fault('CHECK_GROUP_NOT_FOUND')
  if (group.token === null) throw new Fault('GROUP_BADGE_DISABLED', { values: { id } })
  return group.token
}

/** Turns the badge of a group on, at a random URL; one that is on keeps its URL. Throws CHECK_GROUP_NOT_FOUND. */
export async function enableGroupBadge({ db }: Store, { accountId }: Caller, { id }: GroupReference) {
  const token = await keepBadgeToken(db, { accountId, id, token: randomToken(tokenBytes) })
  if (token === null) throw new Fault('CHECK_GROUP_NOT_FOUND')
  return token
}

/** Turns the badge off; turned on again it has another URL. Throws CHECK_GROUP_NOT_FOUND. */
export async function disableGroupBadge({ db }: Store, { accountId }: Caller, { id }: GroupReference) {
  if (!(await clearBadgeToken(db, accountId, id))) throw new Fault('CHECK_GROUP_NOT_FOUND')
}
