import type { Caller } from '#kernel'
import { findChannels } from '#storage/alerts'
import type { Store } from '#storage/database'
import { channelName } from './channel-name.ts'

/** The display names of these channels of an account, by id. */
export async function findChannelNames(
  { db, encryption }: Store,
  { accountId }: Pick<Caller, 'accountId'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const channels = ids.length === 0 ? [] : await findChannels(db, encryption, ids)
  return new Map(
    channels.filter((channel) => channel.accountId === accountId).map((channel) => [channel.id, channelName(channel)]),
  )
}
