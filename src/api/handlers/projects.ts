import type {
  DeploymentBody,
  DeploymentResource,
  DeploymentResult,
  Handlers,
  Operations,
  OperationInput,
} from '#contract'
import {
  awaitDeployment,
  cancelDeployment,
  createProject,
  destroyProject,
  getDeployment,
  getProject,
  listProjects,
  planDeployment,
  previewDeployment,
  projectDrift,
  startDeployment,
} from '#deployments'
import type { Destruction } from '#deployments'
import { Fault } from '#kernel'
import type { RequestContext } from '../request-context.ts'
import { deploymentForTool, entriesForTool, resultForTool } from '../presenters/diff-for-tool.ts'
import { validatePayload } from '../operations/validate-payload.ts'
import { callerOf } from './caller-of.ts'
import { requesterOf } from './requester-of.ts'

type DeployQuery = OperationInput<Operations['deployProject']>['query']

interface DeployInput {
  readonly query: DeployQuery
  readonly body: DeploymentBody
}

/** Options that this service does not have yet. */
const unsupported = [
  'pruneRelations',
  'scheduleOnDeployThreshold',
  'scheduleOnDeployMinFrequency',
] as const satisfies readonly (keyof DeployQuery)[]

function rejectUnsupported(query: Partial<DeployQuery>): void {
  const option = unsupported.find((name) => query[name] !== undefined && query[name] !== false)
  if (option) throw new Fault('DEPLOYMENT_OPTION_UNSUPPORTED', { values: { option } })
  if (query.scheduleOnDeployScope === 'all')
    throw new Fault('DEPLOYMENT_OPTION_UNSUPPORTED', { values: { option: 'scheduleOnDeployScope=all' } })
}

function requestOf({ query, body }: DeployInput, { publicUrl }: RequestContext) {
  rejectUnsupported(query)
  const { scheduleOnDeploy: schedules = true, planToken } = query
  const { preserveResources: preserves = false, adoptResources: adopts = false } = query
  const options = { schedules, preserves, adopts, ...(planToken !== undefined && { planToken }) }
  return { body, options, validate: validatePayload, publicUrl }
}

const start = (input: DeployInput, context: RequestContext): Promise<DeploymentResource> => {
  const request = { ...requestOf(input, context), requestedBy: requesterOf(context) }
  return startDeployment(context.store, callerOf(context), request)
}

const preview = (input: DeployInput, context: RequestContext): Promise<DeploymentResult> =>
  previewDeployment(context.store, callerOf(context), requestOf(input, context))

interface DeploymentParams {
  readonly projectLogicalId: string
  readonly deploymentId: string
}

const keyOf = ({ projectLogicalId, deploymentId }: DeploymentParams) => ({
  logicalId: projectLogicalId,
  id: deploymentId,
})

/** Clients and proxies give up sooner; the deployment itself goes on. */
const longestWaitSeconds = 600

/** Throws COMPLETION_PENDING. */
function ended({ logicalId, id }: DeploymentResource, context: RequestContext): Promise<DeploymentResource> {
  const { clock, signal, store } = context
  const wait = { logicalId, id, maxWaitSeconds: longestWaitSeconds, clock, signal }
  return awaitDeployment(store.db, callerOf(context), wait)
}

function resultOf({ status, result, error }: DeploymentResource): DeploymentResult {
  if (status === 'SUCCEEDED' && result !== null) return result
  if (error?.code === 'PLAN_STALE') throw new Fault('PLAN_STALE')
  throw new Fault('DEPLOYMENT_FAILED', { values: { problem: error?.message ?? 'It was cancelled.' } })
}

interface DestroyInput {
  readonly params: { readonly projectLogicalId: string }
  readonly query: { readonly preserveResources?: boolean; readonly dryRun?: boolean }
}

const destructionOf = ({ params, query }: DestroyInput, { publicUrl }: RequestContext): Destruction => ({
  logicalId: params.projectLogicalId,
  preserves: query.preserveResources ?? false,
  isDry: query.dryRun ?? false,
  publicUrl,
})

const destroy = async (input: DestroyInput, context: RequestContext): Promise<DeploymentResult> =>
  resultForTool(
    context.toolVersion,
    await destroyProject(context.store, callerOf(context), destructionOf(input, context)),
  )

export const projectHandlers = {
  listProjects: (_input, context) => listProjects(context.store, callerOf(context)),
  listProjectsNext: (_input, context) => listProjects(context.store, callerOf(context)),

  getProjectNext: ({ params }, context) => getProject(context.store, callerOf(context), params.projectLogicalId),

  createProjectNext: ({ body }, context) => createProject(context.store, callerOf(context), body),

  previewProject: async ({ query, body }, context) => {
    const { detail = 'changes', ...options } = query
    const request = { ...requestOf({ query: options, body }, context), detail }
    const plan = await planDeployment(context.store, callerOf(context), request)
    return { ...plan, diff: entriesForTool(context.toolVersion, plan.diff) }
  },

  getProjectDrift: ({ params, query }, context) =>
    projectDrift(context.store, callerOf(context), { logicalId: params.projectLogicalId, ...query }),

  deployProject: async (input, context) =>
    input.query.dryRun
      ? resultForTool(context.toolVersion, await preview(input, context))
      : { pending: await start(input, context) },

  deployProjectNextV2: async (input, context) =>
    resultForTool(
      context.toolVersion,
      input.query.dryRun ? await preview(input, context) : resultOf(await ended(await start(input, context), context)),
    ),

  destroyProject: destroy,

  destroyProjectNext: async (input, context) => {
    const destroyed = await destroy(input, context)
    if (destroyed.project === null) throw new Fault('PROJECT_NOT_FOUND')
    return destroyed
  },

  getDeployment: async ({ params }, context) =>
    deploymentForTool(context.toolVersion, await getDeployment(context.store.db, callerOf(context), keyOf(params))),

  awaitDeployment: async ({ params, query }, context) => {
    const { clock, signal } = context
    const wait = { ...keyOf(params), maxWaitSeconds: query.maxWaitSeconds, clock, signal }
    return deploymentForTool(context.toolVersion, await awaitDeployment(context.store.db, callerOf(context), wait))
  },

  cancelDeployment: async ({ params }, context) =>
    deploymentForTool(context.toolVersion, await cancelDeployment(context.store, callerOf(context), keyOf(params))),
} satisfies Partial<Handlers<RequestContext>>
