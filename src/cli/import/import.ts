import { createEgress } from '#egress'
import { readFiles, sources } from '#importing'
import type { ReadOrder, Source } from '#importing'
import { SystemClock } from '#kernel'
import { sourceSender } from '#server'
import { terminalHere } from '../apply/apply.ts'
import { exitCodes } from '../apply/apply-once.ts'
import { OptionProblem } from '../apply/apply-options.ts'
import { clientOfEnvironment, ClientProblem } from '../environment-client.ts'
import { isUnreachable } from '../is-unreachable.ts'
import { usages } from '../usages.ts'
import { importOnce } from './import-once.ts'
import type { ApiAccess } from './import-once.ts'
import { readImportOptions } from './import-options.ts'

/** Imports files of another tool, or lists the tools. Returns the exit code of `usages`. */
export async function importSource(args: readonly string[]): Promise<number> {
  try {
    const options = readImportOptions(args)
    if (options !== null) return await importOnce({ ...here(), options })
    process.stdout.write(sourceList())
    return exitCodes.applied
  } catch (error) {
    if (error instanceof OptionProblem) return couldNot(`${error.message}\n\n${usages.import}`)
    if (error instanceof ClientProblem) return couldNot(`${error.message}\n`)
    if (isUnreachable(error)) return couldNot('The service at BELFRY_URL cannot be reached.\n')
    throw error
  }
}

const here = () => ({
  client: clientOfEnvironment,
  read: (order: ReadOrder) => readFiles('', order, new SystemClock()),
  terminal: terminalHere(),
  api: apiHere(),
})

/** A person may import from where they like, as the requests are those of this machine. */
function apiHere(): ApiAccess {
  const clock = new SystemClock()
  const send = sourceSender(createEgress({ allowPrivateTargets: true }, clock))
  return { key: process.env['BELFRY_IMPORT_KEY'], send, clock }
}

function couldNot(message: string): number {
  process.stderr.write(message)
  return exitCodes.couldNot
}

const wayOf = ({ key, isForStates }: NonNullable<Source['api']>): string =>
  isForStates ? ` Its address as --address. In BELFRY_IMPORT_KEY: ${key}` : ` Or a key in BELFRY_IMPORT_KEY. ${key}`

const sourceList = (): string => {
  const width = Math.max(...sources.map(({ name }) => name.length)) + 2
  const lines = sources.map(
    ({ name, title, takes, api }) => `  ${name.padEnd(width)}${title}: ${takes}${api === undefined ? '' : wayOf(api)}`,
  )
  return `Usage: belfry import SOURCE [FILE|DIRECTORY|URL...]\n\n${lines.join('\n')}\n`
}
