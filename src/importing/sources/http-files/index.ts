import { chainsOf } from '../../counterparts/chains.ts'
import { commonFields } from '../../counterparts/common-fields.ts'
import { NamedGroups } from '../../counterparts/groups-of-names.ts'
import { requestScript } from '../../counterparts/request-script.ts'
import { isSafe, requestCheck } from '../../counterparts/source-request.ts'
import { SourceVariables } from '../../counterparts/source-variables.ts'
import type { SourceVariable } from '../../counterparts/source-variables.ts'
import { textOf } from '../../counterparts/yaml-documents.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportChoices, ImportFile, Source } from '../../imported.ts'
import { environmentsOf } from './environments.ts'
import { parseHttpFile } from './parse.ts'
import { prepare, withReferences } from './prepare.ts'
import type { Prepared } from './prepare.ts'
import { sentOf } from './sent.ts'

const isHttpFile = ({ path }: ImportFile): boolean => /\.(?:http|rest)$/i.test(path)
const longest = 4_000_000

export const httpFiles: Source = {
  name: 'http',
  title: '.http files',
  takes: 'Files .http and .rest of JetBrains and VS Code, with http-client.env.json or settings.json.',
  read: async (files, choices) => {
    const ours = files.filter(isHttpFile)
    if (ours.length === 0) throw new SourceProblem('No file ends with .http or .rest.')
    const draft = new Draft()
    const others = files.filter((file) => !isHttpFile(file))
    const values = environmentsOf(
      others.filter(({ path }) => /(?:env|settings)\.json$/.test(path)),
      choices,
      draft,
    )
    const context = { draft, choices, others, groups: new NamedGroups(draft), isOne: ours.length === 1 }
    for (const file of ours) await readFile(file, values, context)
    return draft.finish()
  },
}

interface Context {
  readonly draft: Draft
  readonly choices: ImportChoices
  /** Files that bodies may be in. */
  readonly others: readonly ImportFile[]
  readonly groups: NamedGroups
  readonly isOne: boolean
}

async function readFile(
  file: ImportFile,
  environment: ReadonlyMap<string, SourceVariable>,
  context: Context,
): Promise<void> {
  const { draft } = context
  const { variables: own, requests } = parseHttpFile(textOf(file, longest))
  if (requests.length + draft.size > maxImported / 2)
    throw new SourceProblem(`One import takes at most ${maxImported / 2} requests: split the files.`)
  const values = new Map([...own].map(([name, value]) => [name, { value, isSecret: false }]))
  const variables = new SourceVariables(draft, new Map([...values, ...environment]))
  const prepared: Prepared[] = []
  for (const parsed of requests) {
    const one = await prepare(parsed, file.path, variables, draft)
    if (one) prepared.push(one)
  }
  const { chains, single } = chainsOf(withReferences(prepared))
  for (const one of single) addCheck(one, file, variables, context)
  for (const { requests: steps } of chains) addScript(steps, file, variables, context)
}

const noNames: ReadonlySet<string> = new Set()

/** Ways to sign in that the tools compute. */
const foreign = /^(?:Digest|AWS|NTLM|OAuth)\s/i

function addCheck(prepared: Prepared, file: ImportFile, variables: SourceVariables, context: Context): void {
  const { draft, choices, groups, isOne } = context
  const { item, parsed } = prepared
  const request = sentOf(prepared, noNames, { ...context, variables })
  const isForeign = parsed.headers.some(
    ({ key, value }) => key.toLowerCase() === 'authorization' && foreign.test(value),
  )
  const isActive = isSafe(request) && !isForeign && (parsed.bodyFile === null || request.body !== null)
  if (isForeign)
    draft.report({
      item,
      field: 'Authorization',
      fate: 'impossible',
      note: 'Checks do not sign in so, and this one is not active.',
    })
  else if (!isActive)
    draft.report({
      item,
      field: '',
      fate: 'approximated',
      note: `${request.method} may change something at each run: the check is not active.`,
    })
  const value = {
    ...commonFields({ name: parsed.name }),
    locations: [choices.location],
    ...groups.fieldOf(isOne ? null : file.path),
    activated: isActive,
    ...requestCheck(draft, request),
  }
  draft.add({ section: 'checks', logicalId: `${file.path}-${parsed.name}`, item, value })
  draft.report({ item, field: 'request', fate: 'exact', note: '' })
}

/** Requests that need what others return run one after the other. */
function addScript(
  requests: readonly Prepared[],
  file: ImportFile,
  variables: SourceVariables,
  context: Context,
): void {
  const { draft, choices, groups, isOne } = context
  const stored = new Set<string>()
  const steps = requests.map((prepared) => {
    const request = sentOf(prepared, stored, { ...context, variables })
    for (const [name] of prepared.stored) stored.add(name)
    draft.report({
      item: prepared.item,
      field: 'request',
      fate: 'exact',
      note: `It is a step of the check of ${file.path}.`,
    })
    return request
  })
  const isActive = steps.every((step) => isSafe(step) || step.stored.length > 0)
  if (!isActive)
    draft.report({
      item: file.path,
      field: '',
      fate: 'approximated',
      note: 'A step may change something at each run: the check is not active.',
    })
  const value = {
    ...commonFields({ name: file.path }),
    locations: [choices.location],
    ...groups.fieldOf(isOne ? null : file.path),
    checkType: 'MULTI_STEP',
    activated: isActive,
    script: requestScript({ name: file.path, requests: steps, skipsVerification: false }),
  }
  draft.add({ section: 'checks', logicalId: `chain-${file.path}`, item: file.path, value })
}
