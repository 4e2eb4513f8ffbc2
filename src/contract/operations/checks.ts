import Type from 'typebox'
import { CheckSchema, CheckV2Schema, CheckV3Schema } from '../resources/check.ts'
import { CheckGenericCreateBodySchema, CheckGenericUpdateBodySchema } from '../resources/check-body.ts'
import { EffectiveSettingsSchema } from '../resources/effective-settings.ts'
import { largestId } from '../resources/alert-channel-subscription.ts'
import { OneOf } from '../schema.ts'
import { checkTypeRows, checkWriteFaults } from './check-type-rows.ts'
import { AutoAssignQuery, byId, CheckTypeFilter, pageFields, TagFilter } from './request-parts.ts'
import { operation } from './row.ts'

const ApplyGroupSettings = () =>
  Type.Optional(Type.Boolean({ default: false, description: 'Apply the settings of the group to each check.' }))

const ListQuery = Type.Object({
  ...pageFields,
  apiCheckUrlFilterPattern: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2048, description: 'Part of the request URL of API checks.' }),
  ),
  tag: TagFilter(),
  checkType: CheckTypeFilter(),
  search: Type.Optional(Type.String({ maxLength: 512, description: 'Part of the name.' })),
  status: Type.Optional(OneOf(['passing', 'failing', 'degraded'])),
  groupId: Type.Optional(
    Type.Integer({ minimum: 1, maximum: largestId, description: 'In this group, by its order unless sorted.' }),
  ),
  muted: Type.Optional(Type.Boolean({ description: 'Whether its own alerts are muted.' })),
  activated: Type.Optional(Type.Boolean({ description: 'Whether the check itself is activated.' })),
  sortBy: Type.Optional(
    OneOf(['createdAt', 'updatedAt', 'name', 'checkType'], {
      description: 'Default: createdAt. Names are sorted case-insensitively.',
    }),
  ),
  sortOrder: Type.Optional(OneOf(['asc', 'desc'], { description: 'Default: asc. With it alone, by createdAt.' })),
  applyGroupSettings: ApplyGroupSettings(),
})

const ReadQuery = Type.Object({
  includeDependencies: Type.Optional(Type.Boolean({ description: 'Include the dependency files.' })),
  applyGroupSettings: ApplyGroupSettings(),
})

export const checkOperations = {
  ...checkTypeRows,
  listChecks: operation({
    method: 'GET',
    path: '/v1/checks',
    tag: 'Checks',
    summary: 'List checks',
    access: 'read',
    ignoresUnknown: true,
    query: ListQuery,
    success: { status: 200, schema: Type.Array(CheckSchema), list: 'page' },
    faults: [],
  }),
  listChecksV2: operation({
    method: 'GET',
    path: '/v2/checks',
    tag: 'Checks',
    summary: 'List checks with the projects they are bound to',
    access: 'read',
    ignoresUnknown: true,
    query: ListQuery,
    success: { status: 200, schema: Type.Array(CheckV2Schema), list: 'page' },
    faults: [],
  }),
  listChecksV3: operation({
    method: 'GET',
    path: '/v3/checks',
    tag: 'Checks',
    summary: 'List checks with project bindings and the constraints of their intent',
    access: 'read',
    ignoresUnknown: true,
    query: ListQuery,
    success: { status: 200, schema: Type.Array(CheckV3Schema), list: 'page' },
    faults: [],
  }),
  getCheck: operation({
    method: 'GET',
    path: '/v1/checks/{id}',
    tag: 'Checks',
    summary: 'Get a check',
    access: 'read',
    ignoresUnknown: true,
    params: byId,
    query: ReadQuery,
    success: { status: 200, schema: CheckSchema },
    faults: ['CHECK_NOT_FOUND'],
  }),
  getEffectiveSettings: operation({
    method: 'GET',
    path: '/v1/checks/{id}/effective-settings',
    tag: 'Checks',
    summary: 'Get the effective settings of a check and whether the check, its group or its account decides',
    access: 'read',
    params: byId,
    success: { status: 200, schema: EffectiveSettingsSchema },
    faults: ['CHECK_NOT_FOUND'],
  }),
  getCheckV2: operation({
    method: 'GET',
    path: '/v2/checks/{id}',
    tag: 'Checks',
    summary: 'Get a check with the projects it is bound to',
    access: 'read',
    ignoresUnknown: true,
    params: byId,
    query: ReadQuery,
    success: { status: 200, schema: CheckV2Schema },
    faults: ['CHECK_NOT_FOUND'],
  }),
  getCheckV3: operation({
    method: 'GET',
    path: '/v3/checks/{id}',
    tag: 'Checks',
    summary: 'Get a check with project bindings and the constraints of its intent',
    access: 'read',
    ignoresUnknown: true,
    params: byId,
    query: ReadQuery,
    success: { status: 200, schema: CheckV3Schema },
    faults: ['CHECK_NOT_FOUND'],
  }),
  deleteCheck: operation({
    method: 'DELETE',
    path: '/v1/checks/{id}',
    tag: 'Checks',
    summary: 'Delete a check of any type',
    access: 'write',
    params: byId,
    success: { status: 204 },
    faults: ['CHECK_NOT_FOUND'],
  }),
  createCheckGeneric: operation({
    method: 'POST',
    path: '/v1/checks',
    tag: 'Checks',
    summary: 'Create a check of the type in checkType; use the route of the type instead',
    access: 'write',
    ignoresUnknown: true,
    query: AutoAssignQuery,
    body: CheckGenericCreateBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: CheckSchema },
    faults: checkWriteFaults,
    deprecated: true,
  }),
  updateCheckGeneric: operation({
    method: 'PUT',
    path: '/v1/checks/{id}',
    tag: 'Checks',
    summary: 'Update a check of any type; use the route of the type instead',
    access: 'write',
    ignoresUnknown: true,
    params: byId,
    query: AutoAssignQuery,
    body: CheckGenericUpdateBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: CheckSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_TYPE_MISMATCH', ...checkWriteFaults],
    deprecated: true,
  }),
} as const
