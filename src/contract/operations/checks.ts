import Type from 'typebox'
import { CheckSchema, CheckV2Schema, CheckV3Schema } from '../resources/check.ts'
import { CheckGenericCreateBodySchema, CheckGenericUpdateBodySchema } from '../resources/check-body.ts'
import { EffectiveSettingsSchema } from '../resources/effective-settings.ts'
import { largestId } from '../resources/alert-channel-subscription.ts'
import { OneOf } from '../schema.ts'
import { checkTypeRows, checkWriteFaults } from './check-type-rows.ts'
import { AutoAssignQuery, byId, CheckTypeFilter, pageFields, TagFilter } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Checks')

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
  listChecks: operation('GET /v1/checks', {
    summary: 'List checks',
    ignoresUnknown: true,
    query: ListQuery,
    success: { status: 200, schema: Type.Array(CheckSchema), list: 'page' },
  }),
  listChecksV2: operation('GET /v2/checks', {
    summary: 'List checks with the projects they are bound to',
    ignoresUnknown: true,
    query: ListQuery,
    success: { status: 200, schema: Type.Array(CheckV2Schema), list: 'page' },
  }),
  listChecksV3: operation('GET /v3/checks', {
    summary: 'List checks with project bindings and the constraints of their intent',
    ignoresUnknown: true,
    query: ListQuery,
    success: { status: 200, schema: Type.Array(CheckV3Schema), list: 'page' },
  }),
  getCheck: operation('GET /v1/checks/{id}', {
    summary: 'Get a check',
    ignoresUnknown: true,
    params: byId,
    query: ReadQuery,
    success: { status: 200, schema: CheckSchema },
    faults: ['CHECK_NOT_FOUND'],
  }),
  getEffectiveSettings: operation('GET /v1/checks/{id}/effective-settings', {
    summary: 'Get the effective settings of a check and whether the check, its group or its account decides',
    params: byId,
    success: { status: 200, schema: EffectiveSettingsSchema },
    faults: ['CHECK_NOT_FOUND'],
  }),
  getCheckV2: operation('GET /v2/checks/{id}', {
    summary: 'Get a check with the projects it is bound to',
    ignoresUnknown: true,
    params: byId,
    query: ReadQuery,
    success: { status: 200, schema: CheckV2Schema },
    faults: ['CHECK_NOT_FOUND'],
  }),
  getCheckV3: operation('GET /v3/checks/{id}', {
    summary: 'Get a check with project bindings and the constraints of its intent',
    ignoresUnknown: true,
    params: byId,
    query: ReadQuery,
    success: { status: 200, schema: CheckV3Schema },
    faults: ['CHECK_NOT_FOUND'],
  }),
  deleteCheck: operation('DELETE /v1/checks/{id}', {
    summary: 'Delete a check of any type',
    params: byId,
    faults: ['CHECK_NOT_FOUND'],
  }),
  createCheckGeneric: operation('POST /v1/checks', {
    summary: 'Create a check of the type in checkType; use the route of the type instead',
    ignoresUnknown: true,
    query: AutoAssignQuery,
    body: CheckGenericCreateBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: CheckSchema },
    faults: checkWriteFaults,
    deprecated: true,
  }),
  updateCheckGeneric: operation('PUT /v1/checks/{id}', {
    summary: 'Update a check of any type; use the route of the type instead',
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
