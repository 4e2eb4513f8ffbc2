import type { StoredResourceType } from '#storage/projects'
import type { ResourceType } from '../resource-type.ts'
import { alertChannel } from './alert-channel.ts'
import { alertChannelSubscription } from './alert-channel-subscription.ts'
import { check } from './check.ts'
import { checkGroup } from './check-group.ts'
import { dashboard } from './dashboard.ts'
import { maintenanceWindow } from './maintenance-window.ts'
import { privateLocation } from './private-location.ts'
import { checkAssignment, groupAssignment } from './private-location-assignment.ts'
import { statusPage } from './status-page.ts'
import { statusPageAutomationRule } from './status-page-automation-rule.ts'
import { statusPageComponent } from './status-page-component.ts'
import { statusPageService } from './status-page-service.ts'

/** The types of resources of projects, in the order in which those that are not in the code any more are deleted. */
export const resourceTypes: Readonly<Record<StoredResourceType, ResourceType>> = {
  'alert-channel-subscription': alertChannelSubscription,
  'private-location-check-assignment': checkAssignment,
  'private-location-group-assignment': groupAssignment,
  'maintenance-window': maintenanceWindow,
  dashboard,
  'status-page-automation-rule': statusPageAutomationRule,
  'status-page-component': statusPageComponent,
  'status-page': statusPage,
  check,
  'check-group': checkGroup,
  'alert-channel': alertChannel,
  'private-location': privateLocation,
  'status-page-service': statusPageService,
}

/** The cast is safe because the table has a row for every type. */
export const resourceTypeNames = Object.keys(resourceTypes) as StoredResourceType[]

export const isResourceType = (type: string): type is StoredResourceType => type in resourceTypes
