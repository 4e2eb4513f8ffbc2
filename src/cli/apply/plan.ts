import { clientOfEnvironment, ClientProblem } from '../environment-client.ts'
import { isUnreachable } from '../is-unreachable.ts'
import { usages } from '../usages.ts'
import { terminalHere } from './apply.ts'
import { planExitCodes, planOnce } from './apply-once.ts'
import { OptionProblem, readPlanOptions } from './apply-options.ts'

/** Says what applying the files of a directory would change. Returns the exit code of `usages`. */
export async function plan(args: readonly string[]): Promise<number> {
  try {
    return await planOnce({
      client: clientOfEnvironment(),
      options: readPlanOptions(args),
      environment: process.env,
      terminal: terminalHere(),
    })
  } catch (error) {
    if (error instanceof OptionProblem) return couldNot(`${error.message}\n\n${usages.plan}`)
    if (error instanceof ClientProblem) return couldNot(`${error.message}\n`)
    if (isUnreachable(error)) return couldNot('The service at BELFRY_URL cannot be reached.\n')
    throw error
  }
}

function couldNot(message: string): number {
  process.stderr.write(message)
  return planExitCodes.couldNot
}
