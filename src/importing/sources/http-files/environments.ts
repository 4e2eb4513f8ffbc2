import { isFields } from '#contract'
import { jsonOf } from '../../counterparts/yaml-documents.ts'
import type { SourceVariable } from '../../counterparts/source-variables.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportChoices, ImportFile } from '../../imported.ts'

type Fields = Readonly<Record<string, unknown>>

interface Environment {
  readonly name: string
  readonly values: Fields
  readonly isSecret: boolean
}

const shared = '$shared'

/**
 * Variables of the files that JetBrains (`http-client.env.json`, `http-client.private.env.json`) and VS Code (`settings.json`) keep
 * environments in. Of several, the one that `HTTP_ENVIRONMENT` names counts, otherwise the first.
 */
export function environmentsOf(
  files: readonly ImportFile[],
  choices: ImportChoices,
  draft: Draft,
): ReadonlyMap<string, SourceVariable> {
  const all = files.flatMap(environmentsIn)
  const chosen = chosenOf(all, choices, draft)
  const values = new Map<string, SourceVariable>()
  const used = [shared, chosen].flatMap((name) => all.filter((one) => one.name === name))
  for (const { name, values: given, isSecret } of used)
    for (const [key, value] of Object.entries(given)) {
      if (isFields(value)) draft.report({ item: `environment ${name}`, field: key, fate: 'unknown', note: '' })
      else values.set(key, { value: textIn(value), isSecret })
    }
  for (const [key, value] of Object.entries(choices.environment))
    values.set(key, { value, isSecret: values.get(key)?.isSecret ?? false })
  return values
}

function chosenOf(all: readonly Environment[], { environment }: ImportChoices, draft: Draft): string | undefined {
  const names = [...new Set(all.map(({ name }) => name))].filter((name) => name !== shared)
  const { HTTP_ENVIRONMENT: wanted } = environment
  if (wanted !== undefined && !names.includes(wanted))
    throw new SourceProblem(`There is no environment ${wanted}: there are ${names.join(', ')}.`)
  const [first] = names
  if (wanted === undefined && first !== undefined && names.length > 1) {
    const note = `The environment ${first} is used: give another as HTTP_ENVIRONMENT in --env-file.`
    draft.report({ item: 'environments', field: names.join(', ').slice(0, 300), fate: 'approximated', note })
  }
  return wanted ?? first
}

function environmentsIn(file: ImportFile): readonly Environment[] {
  const value = jsonOf(file)
  if (!isFields(value)) throw new SourceProblem(`${file.path} has no environments.`)
  const { 'rest-client.environmentVariables': ofEditor } = value
  const isEditor = isFields(ofEditor)
  const isSecret = file.path.includes('private')
  return Object.entries(isEditor ? ofEditor : value).flatMap(([name, values]) =>
    isFields(values) ? [{ name, values, isSecret }] : [],
  )
}
