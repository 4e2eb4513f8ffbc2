import { parseArgs } from 'node:util'
import { defaultLocation } from '#contract'
import { sources } from '#importing'
import type { Source } from '#importing'
import { OptionProblem } from '../apply/apply-options.ts'

export type ImportAction = 'import' | 'compare' | 'go' | { readonly undo: string }

export interface ImportOptions {
  readonly source: Source
  /** Imports, compares what was imported with the source, starts alerting, or undoes that. */
  readonly action: ImportAction
  /** Files and directories; none: the API is read with a key, or the action needs no files. */
  readonly paths: readonly string[]
  /** Of the API; null: that of the tool. */
  readonly address: string | null
  readonly location: string
  /** Locations by the names of places in the source. */
  readonly locations: Readonly<Record<string, string>>
  /** A file with values of placeholders; null: none. */
  readonly envFile: string | null
  /** Writes files of resources here, and changes nothing; null: imports. */
  readonly out: string | null
  readonly plan: boolean
  readonly yes: boolean
  readonly json: boolean
}

/** Throws OptionProblem. Null: no source is named. */
export function readImportOptions(args: readonly string[]): ImportOptions | null {
  const { values, positionals } = parsed(args)
  const [name, ...paths] = positionals
  if (name === undefined) return null
  const source = sources.find((one) => one.name === name)
  if (!source)
    throw new OptionProblem(`There is no source "${name}". Sources are ${sources.map((one) => one.name).join(', ')}.`)
  const { location, map, 'env-file': envFile = null, out = null, address = null, compare, go, undo, ...flags } = values
  const action = actionOf({ compare, go, undo })
  if (action === 'import' && paths.length === 0 && (!source.api || source.api.isForStates))
    throw new OptionProblem(`Name the files of ${source.title}. ${source.takes}`)
  const locations = Object.fromEntries(map.map(pairOf))
  return { source, action, paths, address, location, locations, envFile, out, ...flags }
}

interface ActionFlags {
  readonly compare: boolean
  readonly go: boolean
  readonly undo: string | undefined
}

function actionOf({ compare, go, undo }: ActionFlags): ImportAction {
  if ([compare, go, undo !== undefined].filter(Boolean).length > 1)
    throw new OptionProblem('Give one of --compare, --go and --undo.')
  if (undo !== undefined) return { undo }
  return compare ? 'compare' : go ? 'go' : 'import'
}

function pairOf(text: string): readonly [string, string] {
  const at = text.lastIndexOf('=')
  if (at < 1 || at === text.length - 1) throw new OptionProblem(`Write --map NAME=LOCATION, not "${text}".`)
  return [text.slice(0, at), text.slice(at + 1)]
}

function parsed(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        location: { type: 'string', default: defaultLocation },
        map: { type: 'string', multiple: true, default: [] },
        'env-file': { type: 'string' },
        address: { type: 'string' },
        out: { type: 'string' },
        compare: flag,
        go: flag,
        undo: { type: 'string' },
        plan: flag,
        yes: { ...flag, short: 'y' },
        json: flag,
      },
    })
  } catch (error) {
    throw new OptionProblem(error instanceof Error ? error.message : String(error))
  }
}
