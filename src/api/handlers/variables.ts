import { pageWindow } from '#contract'
import type { Handlers } from '#contract'
import {
  createVariable,
  deleteVariable,
  getVariable,
  listFirstVariables,
  listVariables,
  updateVariable,
} from '#management'
import { findUsesOfVariable } from '#reporting'
import { presentedPage } from '../presenters/presented-page.ts'
import { maskedVariable } from '../presenters/visibility.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const variableHandlers = {
  listVariables: async ({ query }, context) => {
    const isPaged = query.limit !== undefined || query.page !== undefined
    const page = pageWindow(query)
    const found = isPaged
      ? await listVariables(context.store, callerOf(context), page)
      : await listFirstVariables(context.store, callerOf(context))
    return presentedPage(found, isPaged ? page.offset : 0, (variable) => maskedVariable(variable, context))
  },

  createVariable: ({ body }, context) => createVariable(context.store, callerOf(context), body),

  getVariable: async ({ params }, context) =>
    maskedVariable(await getVariable(context.store, callerOf(context), params.key), context),

  getUsesOfVariable: ({ params }, context) => findUsesOfVariable(context.store, callerOf(context), params.key),

  updateVariable: ({ params, body }, context) =>
    updateVariable(context.store, callerOf(context), { key: params.key, body }),

  deleteVariable: ({ params }, context) => deleteVariable(context.store, callerOf(context), params.key),
} satisfies Partial<Handlers<RequestContext>>
