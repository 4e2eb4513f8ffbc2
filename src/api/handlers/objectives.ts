import type { Handlers } from '#contract'
import {
  createObjective,
  deleteObjective,
  getObjective,
  getObjectiveHistory,
  listObjectives,
  updateObjective,
} from '#analytics'
import { presentObjective } from '../presenters/objective.ts'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const objectiveId = (id: string): string => uuidFromPath(id, 'OBJECTIVE_NOT_FOUND')

export const objectiveHandlers = {
  listObjectives: async (_input, context) =>
    (await listObjectives(context.store, callerOf(context))).map(presentObjective),

  createObjective: async ({ body }, context) =>
    presentObjective(await createObjective(context.store, callerOf(context), body)),

  getObjective: async ({ params }, context) =>
    presentObjective(await getObjective(context.store, callerOf(context), objectiveId(params.id))),

  getObjectiveHistory: ({ params }, context) =>
    getObjectiveHistory(context.store, callerOf(context), objectiveId(params.id)),

  updateObjective: async ({ params, body }, context) =>
    presentObjective(await updateObjective(context.store, callerOf(context), objectiveId(params.id), body)),

  deleteObjective: ({ params }, context) => deleteObjective(context.store, callerOf(context), objectiveId(params.id)),
} satisfies Partial<Handlers<RequestContext>>
