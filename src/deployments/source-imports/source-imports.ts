import type {
  DeploymentBody,
  DeploymentPlan,
  DeploymentRequester,
  DeploymentResource,
  ImportBody,
  ImportedResourceBody,
  ImportPreviewResource,
  ImportReportLine,
  PlanEntry,
} from '#contract'
import type { ImportedBefore, Source } from '#importing'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { kindOfType, rejectionsIn } from '#resource-files'
import type { Store } from '#storage/database'
import { listChecksOfProject } from '#storage/projects'
import { startDeployment } from '../deployments.ts'
import { planDeployment } from '../plans/plan-deployment.ts'
import type { ValidateBody } from '../resource-type.ts'
import { keepImportStates, statesIn } from './import-comparison.ts'
import { planVariables, saveVariables } from './import-variables.ts'

export interface ImportRequest {
  readonly source: Pick<Source, 'name' | 'title'>
  readonly body: ImportBody
  readonly validate: ValidateBody
  readonly publicUrl: string
}

/** Checks run at once, so that they can be compared with the source. */
const options = { schedules: true, preserves: false }

/** After so many deployments that were rejected for single resources, the next rejection is that of the import. */
const maxRejections = 20

/**
 * Plans an import. Nothing is written. What the service rejects is left out and reported. Throws DEPLOYMENT_INVALID,
 * DEPLOYMENT_REJECTED, DEPLOYMENT_LIMITED, and DEPLOYMENT_IN_PROGRESS while the project of the source is deployed.
 */
export async function planSourceImport(
  store: Store,
  caller: Caller,
  request: ImportRequest,
): Promise<ImportPreviewResource> {
  const { plan, report } = await prepare(store, caller, request)
  return {
    ...plan,
    diff: plan.diff.map(withoutRewriting),
    report,
    variables: await planVariables(store, caller, request.body.variables),
  }
}

/** A check that was set going is written as it is, which changes nothing. */
function withoutRewriting({ origin, changes, ...entry }: PlanEntry): PlanEntry {
  const isRewritten = changes?.length === 1 && changes[0]?.cause !== undefined
  if (isRewritten) return { ...entry, action: 'UNCHANGED', changed: false }
  return { ...entry, ...(origin && { origin }), ...(changes && { changes }) }
}

export interface ImportStart extends ImportRequest {
  readonly planToken?: string | undefined
  readonly requestedBy: DeploymentRequester
}

/** Writes the secrets, keeps the states of checks at the source, and requests the deployment of everything else. Throws as a plan does, and PLAN_STALE. */
export async function startSourceImport(
  store: Store,
  caller: Caller,
  { planToken, requestedBy, ...request }: ImportStart,
): Promise<DeploymentResource> {
  const { plan, deployment } = await prepare(store, caller, request)
  if (planToken !== undefined && planToken !== plan.planToken) throw new Fault('PLAN_STALE')
  const { variables: wanted } = request.body
  await saveVariables(store, caller, { wanted, planned: await planVariables(store, caller, wanted) })
  const { validate, publicUrl, source, body } = request
  await keepImportStates(store, caller, { source: source.name, states: statesIn(body.resources) })
  const planned = { ...options, planToken: plan.planToken }
  return startDeployment(store, caller, { body: deployment, options: planned, validate, publicUrl, requestedBy })
}

/** Read when it is first asked for. */
const importing = () => import('#importing')

interface Prepared {
  readonly deployment: DeploymentBody
  readonly plan: DeploymentPlan
  readonly report: ImportReportLine[]
}

async function prepare(store: Store, caller: Caller, request: ImportRequest): Promise<Prepared> {
  const { source, body, validate, publicUrl } = request
  const { toImport } = await importing()
  const before = await mutedBefore(store, caller, source)
  const rejected: ImportReportLine[] = []
  let resources = body.resources.map((resource) => ({ state: 'unknown' as const, ...resource }))
  for (let tries = 0; ; tries += 1) {
    const { deployment, report } = await toImport(source, resources, before)
    try {
      const planned = { body: deployment, options, validate, publicUrl, detail: 'changes' } as const
      const plan = await planDeployment(store, caller, planned)
      return { deployment, plan, report: [...rejected, ...report] }
    } catch (error) {
      const found = tries < maxRejections ? rejectedIn(error, resources) : new Map<ImportedResourceBody, string>()
      if (found.size === 0) throw error
      rejected.push(...[...found].map(([{ item }, note]) => lineOf(item, note)))
      resources = resources.filter((resource) => !found.has(resource))
    }
  }
}

async function mutedBefore(
  store: Store,
  { accountId }: Caller,
  source: ImportRequest['source'],
): Promise<ImportedBefore> {
  const { projectOf } = await importing()
  const checks = await listChecksOfProject(store.db, accountId, projectOf(source).logicalId)
  return new Map(checks.map(({ logicalId, muted }) => [logicalId, muted]))
}

const lineOf = (item: string, message: string): ImportReportLine => ({
  item,
  field: '',
  fate: 'impossible',
  note: `It is not imported: ${message}`,
})

const ofResources: ReadonlySet<string> = new Set(['DEPLOYMENT_INVALID', 'DEPLOYMENT_REJECTED'])

/** The resources that a deployment was rejected for, each with the reason; none when it was for something else. */
function rejectedIn<R extends ImportedResourceBody>(error: unknown, resources: readonly R[]): Map<R, string> {
  if (!(error instanceof Fault) || !ofResources.has(error.code)) return new Map()
  const found = rejectionsIn(error).map((rejection) => {
    const { type, logicalId, field, message } = rejection
    const kind = kindOfType(type)
    const resource = resources.find((one) => kind?.section === one.section && one.logicalId === logicalId)
    return [resource, `${field.replace(/^payload\./, '')} ${message}`.trim()] as const
  })
  return new Map(found.flatMap(([resource, message]) => (resource ? [[resource, message] as const] : [])))
}
