import Type from 'typebox'
import {
  ObjectiveBodySchema,
  ObjectiveHistorySchema,
  ObjectiveSchema,
  ObjectiveUpdateBodySchema,
} from '../resources/objective.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Objectives')
const limit = { requests: 60, seconds: 60 }

export const objectiveOperations = {
  listObjectives: operation('GET /v1/objectives', {
    summary: 'List service level objectives with their error budgets and burn rates, by name',
    success: { status: 200, schema: Type.Array(ObjectiveSchema) },
    limit,
  }),
  createObjective: operation('POST /v1/objectives', {
    summary: 'Create an objective of a check, of a group or of the checks with a tag',
    body: ObjectiveBodySchema,
    success: { status: 201, schema: ObjectiveSchema },
    faults: ['CHECK_UNKNOWN', 'GROUP_UNKNOWN', 'OBJECTIVES_FULL'],
    limit,
  }),
  getObjective: operation('GET /v1/objectives/{id}', {
    summary: 'Get an objective with its error budget and burn rates',
    params: byId,
    success: { status: 200, schema: ObjectiveSchema },
    faults: ['OBJECTIVE_NOT_FOUND'],
    limit,
  }),
  getObjectiveHistory: operation('GET /v1/objectives/{id}/history', {
    summary: 'Get what was left of the error budget on each day of the window',
    params: byId,
    success: { status: 200, schema: ObjectiveHistorySchema },
    faults: ['OBJECTIVE_NOT_FOUND'],
    limit,
  }),
  updateObjective: operation('PUT /v1/objectives/{id}', {
    summary: 'Update an objective; absent fields keep their value, and what it is about stays',
    params: byId,
    body: ObjectiveUpdateBodySchema,
    success: { status: 200, schema: ObjectiveSchema },
    faults: ['OBJECTIVE_NOT_FOUND'],
    limit,
  }),
  deleteObjective: operation('DELETE /v1/objectives/{id}', {
    summary: 'Delete an objective',
    params: byId,
    faults: ['OBJECTIVE_NOT_FOUND'],
  }),
} as const
