import type { Handlers } from '#contract'
import {
  createObjective,
  deleteObjective,
  getObjective,
  getObjectiveHistory,
  listObjectives,
  updateObjective,
} from '#analytics'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const objectiveId = (id: string): string => uuidFromPath(id, 'OBJECTIVE_NOT_FOUND')

export const objectiveHandlers = {
  listObjectives: (_input, context) => listObjectives(context.store, callerOf(context)),

  createObjective: ({ body }, context) => createObjective(context.store, callerOf(context), body),

  getObjective: ({ params }, context) => getObjective(context.store, callerOf(context), objectiveId(params.id)),

  getObjectiveHistory: ({ params }, context) =>
    getObjectiveHistory(context.store, callerOf(context), objectiveId(params.id)),

  updateObjective: ({ params, body }, context) =>
    updateObjective(context.store, callerOf(context), objectiveId(params.id), body),

  deleteObjective: ({ params }, context) => deleteObjective(context.store, callerOf(context), objectiveId(params.id)),
} satisfies Partial<Handlers<RequestContext>>
