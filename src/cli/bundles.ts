import { parseArgs } from 'node:util'
import { ApiError } from '#client'
import { clientOfEnvironment, ClientProblem } from './environment-client.ts'
import { isUnreachable } from './is-unreachable.ts'
import { packProject } from './pack-project.ts'
import { ProjectProblem } from './project-files.ts'
import { usages } from './usages.ts'

/** Uploads projects of Playwright suites. */
export async function bundles(args: readonly string[]): Promise<number> {
  const directory = directoryIn(args)
  if (directory === null) return misused()
  try {
    const client = clientOfEnvironment()
    const project = await packProject(directory)
    process.stderr.write(`Uploading ${project.files} files of ${directory} …\n`)
    const answer = await client.call('createCodeBundle', { body: project.archive })
    const bundle = 'existing' in answer ? answer.existing : answer
    process.stderr.write(`${'existing' in answer ? 'Unchanged' : 'Stored'}: ${bundle.sizeBytes} bytes.\n`)
    process.stdout.write(`${bundle.id}\n`)
    return 0
  } catch (error) {
    const isExpected = error instanceof ApiError || error instanceof ProjectProblem || error instanceof ClientProblem
    if (!isExpected && !isUnreachable(error)) throw error
    process.stderr.write(`${isExpected ? error.message : 'The service at BELFRY_URL cannot be reached.'}\n`)
    return 1
  }
}

function directoryIn(args: readonly string[]): string | null {
  try {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true })
    const [action, directory] = positionals
    return action === 'upload' && directory !== undefined && positionals.length === 2 ? directory : null
  } catch {
    return null
  }
}

function misused(): number {
  process.stderr.write(usages.bundles)
  return 2
}
