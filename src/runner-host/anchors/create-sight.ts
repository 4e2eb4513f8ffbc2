import { createEgress } from '#egress'
import type { Clock } from '#kernel'
import { integer } from '../setting-parsers.ts'
import { row } from '../setting-reader.ts'
import type { SettingRow, SettingsOf } from '../setting-reader.ts'
import { anchorSetting } from './anchor.ts'
import type { AnchorSetting } from './anchor.ts'
import { createAskAnchor } from './ask-anchor.ts'
import { defaultAnchors } from './default-anchors.ts'
import { createIsNear } from './near-targets.ts'
import { Sight } from './sight.ts'

/** Rows of the tables of settings of all that run checks. */
export const anchorRows = {
  BELFRY_ANCHORS: row<AnchorSetting>(
    'What this machine reaches whenever its network works, separated by commas: `icmp://10.0.0.1`, `tcp://10.0.0.5:443`, `dns://10.0.0.2`. It is asked when a run fails without an answer, and what failed while it is out of reach is [unknown](blind-locations.md). `default`: the default gateway and the name servers of the machine; `off`: nothing.',
    'default',
    anchorSetting,
    'default',
  ),
  BELFRY_ANCHORS_NEEDED: row(
    'How many of them have to answer; all of those that ever answered, when they are fewer.',
    1,
    integer(1, 20),
  ),
} as const satisfies Record<string, SettingRow<unknown>>

/** The sight of this machine; null when it is turned off. */
export function createSight(
  { anchors, anchorsNeeded: needed }: SettingsOf<typeof anchorRows>,
  clock: Clock,
): Sight | null {
  if (anchors === 'off') return null
  const { systemResolver } = createEgress({ allowPrivateTargets: true }, clock)
  const find = async () => (anchors === 'default' ? defaultAnchors(await systemResolver.nameServers()) : anchors)
  return new Sight({ clock, anchors: find, ask: createAskAnchor(clock), isNear: createIsNear(clock), needed })
}
