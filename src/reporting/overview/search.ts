import type { FoundResource } from '#contract'
import { foldedText } from '#kernel'
import type { Caller } from '#kernel'
import { findLocationNames, listChannels } from '#storage/alerts'
import { searchNames } from '#storage/checks'
import type { Store } from '#storage/database'
import { channelName } from './channel-name.ts'

/** Channels are encrypted, so that the database cannot search them; accounts have few. */
const channelsRead = 500

/** The resources with a text in their name. */
export async function search(
  { db, encryption }: Store,
  { accountId }: Caller,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<FoundResource[]> {
  const [named, channels, locations] = await Promise.all([
    searchNames(db, accountId, text, limit),
    listChannels(db, encryption, { accountId, limit: channelsRead, offset: 0 }),
    findLocationNames(db),
  ])
  const wanted = foldedText(text)
  const matches = ({ name, detail }: FoundResource): boolean => foldedText(`${name} ${detail}`).includes(wanted)
  const ofChannels = channels.items.map((channel): FoundResource => ({
    kind: 'channel',
    id: String(channel.id),
    name: channelName(channel),
    detail: channel.type,
  }))
  const ofLocations = [
    ...Map.groupBy([...locations.keys()].toSorted(), (region) => locations.get(region) ?? region),
  ].map(([name, codes]): FoundResource => ({ kind: 'location', id: codes[0] ?? name, name, detail: codes.join(', ') }))
  return [...named, ...[ofChannels, ofLocations].flatMap((found) => found.filter(matches).slice(0, limit))]
}
