import type { Handlers, HealthFindingResource } from '#contract'
import { administersFirstAccount } from '#management'
import { findAccountProblems, worstState } from '#reporting'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

/** The findings of the installation, without details that may name resources of other accounts. */
async function ofInstallation(context: RequestContext): Promise<HealthFindingResource[]> {
  const [findings, isOperator] = await Promise.all([
    context.installationHealth(),
    administersFirstAccount(context.store, context.grants),
  ])
  return findings
    .filter(({ namesResources }) => isOperator || !namesResources)
    .map(({ namesResources: _names, details, ...finding }) => ({
      scope: 'INSTALLATION',
      ...finding,
      details: isOperator ? details : [],
      since: null,
      resource: null,
    }))
}

export const serviceHealthHandlers = {
  getServiceHealth: async (_input, context) => {
    const [own, shared] = await Promise.all([
      findAccountProblems(context.store, callerOf(context)),
      ofInstallation(context),
    ])
    const findings = [...own, ...shared]
    return { status: worstState(findings), findings }
  },
} satisfies Partial<Handlers<RequestContext>>
