import { ApiError } from '#client'
import type { Client } from '#client'
import type { DeploymentBody, DeploymentPlan, DeploymentResource } from '#contract'
import { failureTexts, loadDirectory, mistakeText, refusalTexts } from '#resource-files'
import type { LoadedDirectory } from '#resource-files'
import type { ApplyOptions } from './apply-options.ts'
import { appliedText, changesIn, planText } from './plan-text.ts'

export const exitCodes = { applied: 0, failed: 1, couldNot: 2, notConfirmed: 3 } as const

/** Of a plan, as programs of its kind have them. */
export const planExitCodes = { unchanged: 0, couldNot: 1, changes: 2 } as const

/** Where the command writes, and how it asks. */
export interface Terminal {
  readonly print: (text: string) => void
  /** Anything that is no result. */
  readonly note: (text: string) => void
  /** Asks a question that is answered by yes or no; null: nobody can be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | null
}

export interface ApplyContext {
  readonly client: Client
  readonly options: ApplyOptions
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly terminal: Terminal
}

type Loaded = Extract<LoadedDirectory, { readonly deployment: DeploymentBody }>

/** Reads the directory, shows the changes, and applies them once confirmed. Returns the exit code. */
export const applyOnce = (context: ApplyContext): Promise<number> =>
  withDirectory(context, exitCodes.couldNot, (loaded) => applyLoaded(context, loaded))

/** Reads the directory and shows the changes. Returns the exit code of `planExitCodes`. */
export const planOnce = (context: ApplyContext): Promise<number> =>
  withDirectory(context, planExitCodes.couldNot, async (loaded) => {
    const plan = await planOf(context, loaded.deployment)
    report(context, plan)
    return changesIn(plan.diff).length > 0 ? planExitCodes.changes : planExitCodes.unchanged
  })

async function withDirectory(
  context: ApplyContext,
  couldNot: number,
  work: (loaded: Loaded) => Promise<number>,
): Promise<number> {
  const { options, environment, terminal } = context
  const loaded = await loadDirectory(options.directory, { environment, runsModules: true })
  if (loaded.skipped.length > 0) terminal.note(`Skipped, as they have no section: ${loaded.skipped.join(', ')}\n`)
  if ('mistakes' in loaded) {
    reportMistakes(context, loaded.mistakes.map(mistakeText))
    return couldNot
  }
  try {
    return await work(loaded)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    reportMistakes(context, refusalTexts(loaded.locate, error))
    return couldNot
  }
}

function reportMistakes({ options, terminal }: ApplyContext, mistakes: readonly string[]): void {
  if (options.json) terminal.print(`${JSON.stringify({ mistakes }, null, 2)}\n`)
  else terminal.note(`${mistakes.join('\n')}\nNothing was changed.\n`)
}

async function applyLoaded(context: ApplyContext, loaded: Loaded): Promise<number> {
  const { options, terminal } = context
  const plan = await planOf(context, loaded.deployment)
  if (!options.json) terminal.print(planText(plan.diff))
  const isDone = options.plan || changesIn(plan.diff).length === 0
  if (!isDone && (await isConfirmed(context))) return deploy(context, loaded, plan)
  if (options.json) report(context, plan)
  return isDone ? exitCodes.applied : exitCodes.notConfirmed
}

function report({ options, terminal }: ApplyContext, { project, diff }: DeploymentPlan): void {
  if (options.json) terminal.print(`${JSON.stringify({ applied: false, project, diff }, null, 2)}\n`)
  else terminal.print(planText(diff))
}

const planOf = ({ client, options }: ApplyContext, body: DeploymentBody): Promise<DeploymentPlan> =>
  client.call('previewProject', {
    query: { detail: 'changes', preserveResources: options.preserve, adoptResources: options.adopt },
    body,
  })

interface Confirmation {
  readonly options: { readonly yes: boolean; readonly json: boolean }
  readonly terminal: Terminal
}

/** Whether a person, or an option in the name of one, says that the changes shall be made. */
export async function isConfirmed({ options, terminal }: Confirmation): Promise<boolean> {
  if (options.yes) return true
  if (terminal.confirm === null || options.json) {
    terminal.note('Nothing was changed. Confirm with --yes where nobody can be asked.\n')
    return false
  }
  const confirmed = await terminal.confirm('Apply? (y/N) ')
  if (!confirmed) terminal.note('Nothing was changed.\n')
  return confirmed
}

async function deploy(context: ApplyContext, loaded: Loaded, { planToken }: DeploymentPlan): Promise<number> {
  const { client, options, terminal } = context
  // What a person confirmed is what they saw.
  const query = {
    preserveResources: options.preserve,
    adoptResources: options.adopt,
    ...(!options.yes && { planToken }),
  }
  const answer = await client.call('deployProject', { query, body: loaded.deployment })
  if (!('pending' in answer)) return exitCodes.applied
  const ended = await endOf(context, answer.pending)
  const { status, result, error } = ended
  if (options.json)
    terminal.print(`${JSON.stringify({ applied: status === 'SUCCEEDED', ...result, error }, null, 2)}\n`)
  if (status === 'SUCCEEDED' && result !== null) {
    if (!options.json) terminal.print(appliedText(result.diff))
    return exitCodes.applied
  }
  const message =
    status === 'CANCELLED' ? 'The deployment was cancelled.' : (error?.message ?? 'The deployment failed.')
  terminal.note(`${failureTexts(loaded.locate, message).join('\n')}\nNothing was changed.\n`)
  return exitCodes.failed
}

const waitSeconds = 2

/** The deployment after its end; how far it is is noted meanwhile. */
export async function endOf(
  { client, terminal }: Pick<ApplyContext, 'client' | 'terminal'>,
  started: DeploymentResource,
): Promise<DeploymentResource> {
  const params = { projectLogicalId: started.logicalId, deploymentId: started.id }
  let seen = started.progress
  for (;;)
    try {
      return await client.call('awaitDeployment', { params, query: { maxWaitSeconds: waitSeconds } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== pendingStatus) throw error
      const { progress } = await client.call('getDeployment', { params })
      if (progress !== seen) terminal.note(`${progress} %\n`)
      seen = progress
    }
}

/** The time of the wait is over. */
const pendingStatus = 408
