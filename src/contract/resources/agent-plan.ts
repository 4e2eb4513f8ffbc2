import Type from 'typebox'
import type { Static } from 'typebox'
import { AnyObject, DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'

/**
 * Operations that programs may propose, and which one undoes each: of what was created, by the id in its answer; of what
 * was updated, the same operation with the values from before. What a silence sets on the status of a check is not undone when
 * it was set before: the earlier silence would end with it.
 */
export const proposable = {
  createCheckGeneric: { undo: 'deleteCheck' },
  patchCheckGeneric: { reads: 'getCheck' },
  changeChecks: { undo: 'undoBulkChange', idIn: 'undoId' },
  createCheckGroupV2: { undo: 'deleteCheckGroup' },
  patchCheckGroupV2: { reads: 'getCheckGroup' },
  acknowledgeCheck: { undo: 'unacknowledgeCheck', sets: 'acknowledgedAt' },
  snoozeCheck: { undo: 'unsnoozeCheck', sets: 'snoozedUntil' },
  muteCheck: { undo: 'unmuteCheck', sets: 'mutedUntil' },
  muteCheckGroup: {},
  triggerCheckSessionsV2: {},
  requestAnalysis: {},
  changeErrors: {},
  createObjective: { undo: 'deleteObjective' },
  createStatusPageIncident: {},
  createStatusPageIncidentUpdate: {},
  createStatusPageIncidentV3: {},
  createStatusPageIncidentUpdateV3: {},
  createMaintenanceWindow: { undo: 'deleteMaintenanceWindow' },
  patchMaintenanceWindow: { reads: 'getMaintenanceWindow' },
  startMaintenance: {},
  endMaintenance: {},
  createMaintenanceUpdate: {},
  createDashboard: { undo: 'deleteDashboard' },
  patchDashboard: { reads: 'getDashboard' },
} as const

export type ProposableOperation = keyof typeof proposable
export const proposableOperations = Object.keys(proposable) as readonly ProposableOperation[]

export const agentPlanStates = ['PROPOSED', 'CONFIRMED', 'APPLIED', 'FAILED', 'REJECTED', 'EXPIRED', 'UNDONE'] as const
export type AgentPlanState = (typeof agentPlanStates)[number]

export const AgentPlanBodySchema = Strict({
  operation: OneOf(proposableOperations, { description: 'The operation that would be called.' }),
  params: Type.Optional(AnyObject({ description: 'The parameters of its path.' })),
  body: Type.Optional(AnyObject({ description: 'Its body.' })),
  reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the person who decides.' }),
})
export type AgentPlanBody = Static<typeof AgentPlanBodySchema>

export const AgentPlanChangeSchema = Type.Object({
  field: Type.String({ description: 'With its path, for example `request.url`.' }),
  before: Nullable(Type.String(), { description: 'As JSON, without credentials; null where nothing is there yet.' }),
  after: Type.String({ description: 'As JSON, without credentials.' }),
})
export type AgentPlanChange = Static<typeof AgentPlanChangeSchema>

export const AgentPlanReachSchema = Type.Object({
  type: OneOf(['ALERT_CHANNEL', 'STATUS_PAGE', 'DASHBOARD']),
  name: Type.String(),
})
export type AgentPlanReach = Static<typeof AgentPlanReachSchema>

export const AgentPlanSchema = Type.Object({
  id: Uuid(),
  operation: OneOf(proposableOperations),
  summary: Type.String({ description: 'What the operation does.' }),
  target: Nullable(Type.String(), { description: 'The name of what is changed; null for what is not there yet.' }),
  reason: Type.String(),
  changes: Type.Array(AgentPlanChangeSchema),
  reaches: Type.Array(AgentPlanReachSchema, {
    description:
      'The channels, status pages and dashboards that its checks reach when it is proposed; those of the first 50.',
  }),
  state: OneOf(agentPlanStates, {
    description:
      'CONFIRMED only while it is carried out, or when the service ended meanwhile: look whether it happened.',
  }),
  problem: Nullable(Type.String(), { description: 'Why it failed.' }),
  isUndoable: Type.Boolean({ description: 'Whether it can be undone now.' }),
  proposedBy: Nullable(Type.String(), { description: 'The name of the key or of the person.' }),
  program: Type.String({ description: 'As the program calls itself.' }),
  createdAt: DateTime(),
  expiresAt: DateTime({ description: 'It can be confirmed until then.' }),
  decidedBy: Nullable(Type.String(), { description: 'Who confirmed or rejected it.' }),
  decidedAt: Nullable(DateTime()),
})
export type AgentPlanResource = Static<typeof AgentPlanSchema>
