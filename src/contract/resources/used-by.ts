import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { OneOf } from '../schema.ts'

const listed = { description: 'The first 100 by name.' }
const UsingChecks = () =>
  Type.Array(Type.Object({ id: Type.String(), name: Type.String(), checkType: OneOf(publicCheckTypes) }), listed)
const UsingNumbered = (description = listed.description) =>
  Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), { description })

const usedByFields = {
  checks: UsingChecks(),
  groups: UsingNumbered(),
  totalChecks: Type.Integer(),
  totalGroups: Type.Integer(),
}

/** Checks and groups that name something. */
export const UsedBySchema = Type.Object(usedByFields)
export type UsedByResource = Static<typeof UsedBySchema>

/** Checks and groups that notify by a channel. */
export const ChannelUsesSchema = Type.Object({
  ...usedByFields,
  reachedChecks: Type.Integer({ description: 'Checks that notify by it, through their group too.' }),
  onlyChannelOf: Type.Integer({ description: 'Of these, those that notify by no other channel.' }),
  isDefault: Type.Boolean({ description: 'Whether it is a default of new checks.' }),
})
export type ChannelUsesResource = Static<typeof ChannelUsesSchema>

/** The resources that use a group. */
export const GroupUsesSchema = Type.Object({
  checks: UsingChecks(),
  totalChecks: Type.Integer(),
  channels: Type.Array(Type.Object({ id: Type.Integer(), type: Type.String(), name: Type.String() }), {
    description: 'Channels that are notified of its checks because of the group, the first 100.',
  }),
  totalChannels: Type.Integer(),
  maintenanceWindows: UsingNumbered('Windows that cover its checks by a tag of the group, the first 100 by name.'),
  totalMaintenanceWindows: Type.Integer(),
  dashboards: Type.Array(Type.Object({ dashboardId: Type.String(), header: Type.String() }), {
    description: 'Dashboards that show its checks by a tag of the group, the first 100 by name.',
  }),
  totalDashboards: Type.Integer(),
  deploymentTriggers: Type.Array(Type.Object({ id: Type.Integer(), repoName: Type.String() }), listed),
  totalDeploymentTriggers: Type.Integer(),
  hasTrigger: Type.Boolean({ description: 'Whether a URL runs its checks.' }),
  hasBadge: Type.Boolean(),
  isDefault: Type.Boolean({ description: 'Whether new checks begin in it.' }),
})
export type GroupUsesResource = Static<typeof GroupUsesSchema>
