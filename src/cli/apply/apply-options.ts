import { parseArgs } from 'node:util'

export interface ApplyOptions {
  readonly directory: string
  /** Only shows the changes. */
  readonly plan: boolean
  /** Does not ask. */
  readonly yes: boolean
  /** Keeps what the files no longer have; it belongs to no project any more. */
  readonly preserve: boolean
  /** Takes over what was made by hand and matches. */
  readonly adopt: boolean
  /** Applies again after each change of a file. */
  readonly watch: boolean
  readonly json: boolean
}

/** Why the arguments of the command cannot be used. */
export class OptionProblem extends Error {}

/** Throws OptionProblem. */
export function readApplyOptions(args: readonly string[]): ApplyOptions {
  const { values, positionals } = parsed(args)
  const [directory = '.', ...others] = positionals
  if (others.length > 0) throw new OptionProblem('Name one directory.')
  if (values.plan && values.watch) throw new OptionProblem('--plan changes nothing, and --watch applies: choose one.')
  return { directory, ...values }
}

/** The same for `belfry plan`, which only shows the changes. Throws OptionProblem. */
export function readPlanOptions(args: readonly string[]): ApplyOptions {
  const options = readApplyOptions(args)
  if (options.yes || options.watch || options.plan)
    throw new OptionProblem('A plan takes --preserve, --adopt and --json.')
  return { ...options, plan: true }
}

function parsed(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { plan: flag, yes: { ...flag, short: 'y' }, preserve: flag, adopt: flag, watch: flag, json: flag },
    })
  } catch (error) {
    throw new OptionProblem(error instanceof Error ? error.message : String(error))
  }
}
