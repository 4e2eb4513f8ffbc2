import type { Handlers } from '#contract'
import { createDeploymentTrigger, createTrigger, deleteTrigger, getTrigger, listDeploymentTriggers } from '#management'
import { presentCheckGroupTrigger, presentCheckTrigger, presentDeploymentTrigger } from '../presenters/trigger.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const triggerHandlers = {
  getCheckTrigger: async ({ params }, context) =>
    presentCheckTrigger(await getTrigger(context.store, callerOf(context), params), context),

  createCheckTrigger: async ({ params }, context) =>
    presentCheckTrigger(await createTrigger(context.store, callerOf(context), params), context),

  deleteCheckTrigger: ({ params }, context) => deleteTrigger(context.store, callerOf(context), params),

  getCheckGroupTrigger: async ({ params }, context) =>
    presentCheckGroupTrigger(await getTrigger(context.store, callerOf(context), params), context),

  createCheckGroupTrigger: async ({ params }, context) =>
    presentCheckGroupTrigger(await createTrigger(context.store, callerOf(context), params), context),

  deleteCheckGroupTrigger: ({ params }, context) => deleteTrigger(context.store, callerOf(context), params),

  listDeploymentTriggers: async (_input, context) =>
    (await listDeploymentTriggers(context.store, callerOf(context))).map(presentDeploymentTrigger),

  createDeploymentTrigger: async ({ body }, context) => {
    const { row, isNew } = await createDeploymentTrigger(
      context.store,
      callerOf(context),
      body,
      context.repositoryGrants,
    )
    return isNew ? presentDeploymentTrigger(row) : { existing: presentDeploymentTrigger(row) }
  },
} satisfies Partial<Handlers<RequestContext>>
