import { AlertSourceBodySchema, mostAlertSources, withDefaults } from '#contract'
import type { AlertSourceBody } from '#contract'
import { Fault, hashToken, randomToken, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteAlertSource as deleteStored,
  findMutingGroups,
  insertAlertSource,
  listFiringIds,
  listAlertSources as listStored,
  listChosenChannels,
  lockAlertSource,
  lockSourcesOfAccount,
  saveAlertSource,
} from '#storage/alerts'
import type { AlertSourceRow, ListedAlertSource } from '#storage/alerts'
import type { Queryable, Store } from '#storage/database'
import { insertIncidentTasks } from '#storage/status-pages'

/** In hexadecimal digits 32 characters, as long as routing keys of PagerDuty. */
const tokenBytes = 16
const visibleCharacters = 6

export type NewAlertSource = ListedAlertSource & { readonly token: string }

export const listAlertSources = ({ db }: Store, { accountId }: Caller): Promise<ListedAlertSource[]> =>
  listStored(db, accountId)

/** Its token is returned here only. Throws ALERT_SOURCES_FULL, ALERT_CHANNEL_NOT_FOUND and CHECK_GROUP_NOT_FOUND. */
export const createAlertSource = (
  store: Store,
  { accountId, nowMs }: Caller,
  given: AlertSourceBody,
): Promise<NewAlertSource> =>
  store.db.transaction(async (tx) => {
    await lockSourcesOfAccount(tx, accountId)
    if ((await listStored(tx, accountId)).length >= mostAlertSources)
      throw new Fault('ALERT_SOURCES_FULL', { values: { max: mostAlertSources } })
    await assertReferences(tx, store, accountId, given)
    const { alertChannelIds: channelIds = [], ...body } = withDefaults(AlertSourceBodySchema, given)
    const { token, ...stored } = newToken()
    const row = {
      accountId,
      id: timeOrderedId(nowMs),
      ...stored,
      name: body.name,
      channelIds: [...new Set(channelIds)],
      severityLabel: body.severityLabel ?? '',
      serviceLabel: body.serviceLabel ?? '',
      opensIncidents: body.opensIncidents ?? false,
      notifySubscribers: body.notifySubscribers ?? false,
      groupId: body.groupId ?? null,
      expireMinutes: body.expireMinutes ?? 1440,
      createdAt: new Date(nowMs),
      updatedAt: null,
    }
    await insertAlertSource(tx, row)
    return { ...row, lastReceivedAt: null, leftOut: 0, firing: 0, token }
  })

/** Throws ALERT_SOURCE_NOT_FOUND, ALERT_CHANNEL_NOT_FOUND and CHECK_GROUP_NOT_FOUND. */
export const updateAlertSource = (
  store: Store,
  caller: Caller,
  { id, body }: { readonly id: string; readonly body: Partial<AlertSourceBody> },
): Promise<ListedAlertSource> =>
  store.db.transaction(async (tx) => {
    const { alertChannelIds: channelIds, ...changed } = body
    await assertReferences(tx, store, caller.accountId, body)
    const given = { ...changed, ...(channelIds && { channelIds: [...new Set(channelIds)] }) }
    return change(tx, caller, id, given)
  })

/** The old token is unknown from now on. Throws ALERT_SOURCE_NOT_FOUND. */
export const renewAlertSourceToken = (store: Store, caller: Caller, id: string): Promise<NewAlertSource> =>
  store.db.transaction(async (tx) => {
    const { token, ...stored } = newToken()
    return { ...(await change(tx, caller, id, stored)), token }
  })

/** Deletes its alerts too; incidents that those of them opened that fire are resolved. Throws ALERT_SOURCE_NOT_FOUND. */
export const deleteAlertSource = (store: Store, { accountId, nowMs }: Caller, id: string): Promise<void> =>
  store.db.transaction(async (tx) => {
    if ((await lockAlertSource(tx, accountId, id)) === null) throw new Fault('ALERT_SOURCE_NOT_FOUND')
    const firing = await listFiringIds(tx, accountId, id)
    const task = { accountId, kind: 'RESOLVE', trigger: null, at: new Date(nowMs) } as const
    await insertIncidentTasks(
      tx,
      firing.map((checkId) => ({ ...task, checkId })),
    )
    await deleteStored(tx, accountId, id)
  })

async function change(
  tx: Queryable,
  { accountId, nowMs }: Caller,
  id: string,
  changed: Partial<AlertSourceRow>,
): Promise<ListedAlertSource> {
  const stored = await lockAlertSource(tx, accountId, id)
  if (stored === null) throw new Fault('ALERT_SOURCE_NOT_FOUND')
  const row = { ...stored, ...changed, updatedAt: new Date(nowMs) }
  await saveAlertSource(tx, row)
  const listed = await listStored(tx, accountId)
  return { ...row, firing: listed.find((one) => one.id === id)?.firing ?? 0 }
}

function newToken(): Pick<AlertSourceRow, 'tokenHash' | 'tokenPrefix'> & { readonly token: string } {
  const token = randomToken(tokenBytes)
  return { token, tokenHash: hashToken(token), tokenPrefix: token.slice(0, visibleCharacters) }
}

async function assertReferences(
  tx: Queryable,
  { encryption }: Store,
  accountId: string,
  { alertChannelIds: ids = [], groupId = null }: Partial<AlertSourceBody>,
): Promise<void> {
  const known = await listChosenChannels(tx, encryption, [accountId], ids)
  if (known.length < new Set(ids).size) throw new Fault('ALERT_CHANNEL_NOT_FOUND')
  if (groupId !== null && (await findMutingGroups(tx, [accountId], [groupId])).length === 0)
    throw new Fault('CHECK_GROUP_NOT_FOUND')
}
